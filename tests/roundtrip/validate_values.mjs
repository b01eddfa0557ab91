// Values -> documents: runs emit_values and checks every document against the published schema of
// its revision.
//
//   node validate_values.mjs --program emit_values --shared DIR --modules DIR [--count N] [--seed N]
import { spawn } from 'node:child_process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { forEachLine, inParallel, options, publishedDocuments } from './published.mjs';

const shownFailures = 20;

async function part({ settings, shard, shards }) {
    const documents = publishedDocuments(settings.shared, settings.modules);
    const published = new Map(documents.map((d) => [`${d.space} ${d.revision}`, d]));
    const tried = {};
    const failures = [];
    let failed = 0;
    const program = spawn(
        settings.program,
        ['--seed', settings.seed, '--count', settings.count, '--shard', `${shard}/${shards}`],
        { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const ended = new Promise((resolve) => program.on('close', resolve));
    let said = '';
    program.stderr.on('data', (data) => {
        said += data;
    });

    await forEachLine(program.stdout, (line) => {
        const { space, revision, definition, foreign, index, document } = JSON.parse(line);
        const place = `${space} ${revision}`;
        const key = `${place} ${definition}`;
        const counts = (tried[key] ??= { own: 0, foreign: 0 });
        counts[foreign ? 'foreign' : 'own'] += 1;
        const validate = published.get(place).validator(definition);
        if (validate(document)) return;
        failed += 1;
        if (failures.length < shownFailures) {
            const [error] = validate.errors;
            failures.push(
                `${key}${foreign ? ' foreign' : ''}, value ${index}: ${error.instancePath} ` +
                    `${error.message} (${error.schemaPath})\n  ${JSON.stringify(document).slice(0, 2000)}`,
            );
        }
    });
    const code = await ended;
    parentPort.postMessage({ tried, failed, failures, said, code });
}

function runPart(settings, shard, shards) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), {
            workerData: { settings, shard, shards },
        });
        worker.on('message', resolve);
        worker.on('error', reject);
    });
}

async function main() {
    const settings = options({ program: '', shared: '', modules: '', count: 2000, seed: 1 });
    const documents = publishedDocuments(settings.shared, settings.modules);
    console.log(
        `seed ${settings.seed}, ${settings.count} values for every definition of every revision`,
    );
    const started = Date.now();
    const parts = await inParallel((shard, shards) => runPart(settings, shard, shards));
    let good = true;
    const tried = Object.assign({}, ...parts.map((p) => p.tried));
    for (const { failures, failed, said, code } of parts) {
        process.stdout.write(said);
        if (code !== 0) good = false;
        if (failed !== 0) good = false;
        for (const failure of failures) console.log(failure);
        if (failed > failures.length) console.log(`and ${failed - failures.length} more`);
    }

    let total = 0;
    let foreign = 0;
    for (const { space, revision, definitions } of documents) {
        const names = Object.keys(definitions);
        let here = 0;
        for (const name of names) {
            const counts = tried[`${space} ${revision} ${name}`] ?? { own: 0, foreign: 0 };
            here += counts.own;
            foreign += counts.foreign;
            if (counts.own < settings.count) {
                good = false;
                console.log(`${space} ${revision} ${name}: only ${counts.own} values`);
            }
        }
        total += here;
        console.log(
            `${space || 'protocol'} ${revision}: ${names.length} definitions, ${here} values`,
        );
    }
    const failed = parts.reduce((sum, p) => sum + p.failed, 0);
    console.log(
        `${total} values and ${foreign} more with members of other revisions validated against the published ` +
            `schemas: ${failed} refused; ${((Date.now() - started) / 1000).toFixed(0)} s`,
    );
    process.exit(good ? 0 : 1);
}

if (isMainThread) await main();
else await part(workerData);
