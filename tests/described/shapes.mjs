// Asks ajv about the shapes: the document of every value is valid under its schema, and what ajv
// refuses is not decoded.
//
//   node shapes.mjs --program emit_shapes --modules DIR [--count N] [--seed N]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { forEachLine, options, skip } from '../roundtrip/published.mjs';

const settings = options({ program: '', modules: '', count: 50, seed: 1 });
if (!existsSync(join(settings.modules, 'node_modules/ajv')))
    skip(`ajv is not installed in ${settings.modules}`);
const require = createRequire(resolve(settings.modules, 'index.js'));
const Ajv = require('ajv/dist/2020').default;
// Strict, but for the keywords of MCP and of times; without formats, which are notes.
const ajv = new Ajv({
    strict: true,
    strictTypes: true,
    allowUnionTypes: false,
    validateFormats: false,
    ownProperties: true,
});
ajv.addKeyword({ keyword: 'x-mcp-header', schemaType: 'string' });

const shown = 20;
const failures = [];
const validators = new Map();
let values = 0;
let refused = 0;
let differ = 0;
const program = spawn(settings.program, [settings.count, settings.seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((done) => program.on('close', done));
await forEachLine(program.stdout, (line) => {
    const { shape, schema, document, is_value, accepted, taken } = JSON.parse(line);
    if (schema) {
        validators.set(shape, ajv.compile(schema));
        return;
    }
    const validate = validators.get(shape);
    const valid = validate(document);
    values += is_value;
    refused += !valid;
    // Numbers are doubles in JavaScript: what is beyond them is judged differently.
    differ += valid !== accepted;
    if (valid ? !(is_value && !taken) : !taken) return;
    const [error] = validate.errors ?? [];
    failures.push(
        `${shape}: ${valid ? 'a value is not decoded' : `${error.instancePath} ${error.message}`}\n` +
            `  ${JSON.stringify(document).slice(0, 1000)}`,
    );
});
const code = await ended;
for (const failure of failures.slice(0, shown)) console.log(failure);
console.log(
    `${validators.size} shapes: ${values} values, ${refused} documents that ajv refuses: ` +
        `${failures.length} wrong; the validators differ on ${differ}`,
);
process.exit(
    code === 0 && failures.length === 0 && validators.size >= 60 && refused > 1000 ? 0 : 1,
);
