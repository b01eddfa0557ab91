// The published schemas and their validators, and what both scripts share: options, random numbers,
// the end. Knows nothing of the bindings.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/// Ends the program the way that ctest shows as not run.
export function skip(why) {
    console.log(`NOT RUN: ${why}`);
    process.exit(77);
}

/// `--name value` pairs.
export function options(defaults) {
    const result = { ...defaults };
    const words = process.argv.slice(2);
    for (let i = 0; i < words.length; i += 2) {
        const name = words[i].replace(/^--/, '');
        if (!(name in defaults) || i + 1 === words.length)
            throw new Error(`unknown option ${words[i]}`);
        result[name] = typeof defaults[name] === 'number' ? Number(words[i + 1]) : words[i + 1];
    }
    if (process.env.MCPGEN_SEED) result.seed = Number(process.env.MCPGEN_SEED);
    return result;
}

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/// One published document: `space`, `revision`, `definitions`, and `validator(name)`.
export function publishedDocuments(shared, modules) {
    const files = revisions.map((revision) => ({
        space: '',
        revision,
        file: join(shared, 'upstream/schema', revision, 'schema.json'),
    }));
    files.push({
        space: 'tasks',
        revision: '2026-07-28',
        file: join(shared, 'upstream/ext-tasks/schema.json'),
    });
    for (const { file } of files) if (!existsSync(file)) skip(`${file} does not exist`);
    if (!existsSync(join(modules, 'node_modules/ajv'))) skip(`ajv is not installed in ${modules}`);

    const require = createRequire(resolve(modules, 'index.js'));
    return files.map(({ space, revision, file }) => {
        const document = JSON.parse(readFileSync(file, 'utf8'));
        const draft7 = document.$schema.includes('draft-07');
        const Ajv = require(draft7 ? 'ajv' : 'ajv/dist/2020').default;
        // Formats are hints; `strict` is about the style of a schema, not about what it says.
        const ajv = new Ajv({ strict: false, validateFormats: false, ownProperties: true });
        const id = 'published';
        ajv.addSchema({ ...document, $id: id }, id);
        const place = draft7 ? 'definitions' : '$defs';
        const validators = new Map();
        return {
            space,
            revision,
            document,
            definitions: document[place],
            validator(name) {
                if (!validators.has(name)) {
                    validators.set(name, ajv.compile({ $ref: `${id}#/${place}/${name}` }));
                }
                return validators.get(name);
            },
        };
    });
}

/// Calls `each` with every line of a stream; lines end with \n and with nothing else.
export async function forEachLine(stream, each) {
    let rest = [];
    for await (const chunk of stream) {
        let start = 0;
        for (let end; (end = chunk.indexOf(10, start)) !== -1; start = end + 1) {
            const last = chunk.subarray(start, end);
            each(
                rest.length === 0
                    ? last.toString('utf8')
                    : Buffer.concat([...rest, last]).toString('utf8'),
            );
            rest = [];
        }
        if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    }
    if (rest.length !== 0) throw new Error('the last line has no end');
}

/// Splits the work; `start(shard, shards)` gives a promise of each part.
export async function inParallel(start) {
    const shards = 2;
    return Promise.all(Array.from({ length: shards }, (_, shard) => start(shard, shards)));
}
