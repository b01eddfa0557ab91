// The published schemas and their validators, and what both scripts share: options, threads, the
// end. Knows nothing of the bindings.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

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

/// Splits the work of a module: its `part` runs in one thread for each shard. Gives what they post.
async function inParallel(url, settings) {
    const shards = 2;
    return Promise.all(
        Array.from(
            { length: shards },
            (_, shard) =>
                new Promise((resolve, reject) => {
                    const worker = new Worker(new URL(url), {
                        workerData: { settings, shard, shards },
                    });
                    worker.on('message', resolve);
                    worker.on('error', reject);
                }),
        ),
    );
}

/// What both validations do: reads the options, says what is tried, and prints what went wrong.
/// `things` is what is made of each definition.
export async function validateAll(url, things) {
    const settings = options({ program: '', shared: '', modules: '', count: 2000, seed: 1 });
    const documents = publishedDocuments(settings.shared, settings.modules);
    console.log(
        `seed ${settings.seed}, ${settings.count} ${things} for every definition of every revision`,
    );
    const started = Date.now();
    const parts = await inParallel(url, settings);
    for (const { failures, failed, said } of parts) {
        process.stdout.write(said ?? '');
        for (const failure of failures) console.log(failure);
        if (failed > failures.length) console.log(`and ${failed - failures.length} more`);
    }
    const failed = parts.reduce((sum, p) => sum + p.failed, 0);
    return {
        settings,
        documents,
        failed,
        tried: Object.assign({}, ...parts.map((p) => p.tried)),
        good: failed === 0 && parts.every((p) => p.code === 0),
        seconds: () => ((Date.now() - started) / 1000).toFixed(0),
    };
}
