// How long ajv's compiled function takes, for bench_described: prints the microseconds of a parse
// with a validation, and of a validation alone.
//
//   node ajv.mjs MODULES FILE       FILE has "schema" and "document"
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [modules, file] = process.argv.slice(2);
const require = createRequire(resolve(modules, 'index.js'));
const Ajv = require('ajv/dist/2020').default;
const { schema, document } = JSON.parse(readFileSync(file, 'utf8'));
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
const text = JSON.stringify(document);
if (!validate(document)) process.exit(1);

/// The median of many samples; the first ones warm the compiler up.
function microseconds(run) {
    const times = [];
    for (let sample = 0; sample < 120; ++sample) {
        const start = process.cpuUsage();
        for (let i = 0; i < 2000; ++i) if (!run()) process.exit(1);
        const used = process.cpuUsage(start);
        if (sample >= 20) times.push((used.user + used.system) / 2000);
    }
    return times.sort((a, b) => a - b)[times.length / 2];
}

console.log(
    microseconds(() => validate(JSON.parse(text))),
    microseconds(() => validate(document)),
);
