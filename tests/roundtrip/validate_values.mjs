// Values -> documents: runs emit_values and checks every document against the published schema of
// its revision.
//
//   node validate_values.mjs --program emit_values --shared DIR --modules DIR [--count N] [--seed N]
import { spawn } from 'node:child_process';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { forEachLine, publishedDocuments, validateAll } from './published.mjs';

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

async function main() {
    const run = await validateAll(import.meta.url, 'values');
    const { settings, documents, tried } = run;
    let { good } = run;
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
    console.log(
        `${total} values and ${foreign} more with members of other revisions validated against the published ` +
            `schemas: ${run.failed} refused; ${run.seconds()} s`,
    );
    process.exit(good ? 0 : 1);
}

if (isMainThread) await main();
else await part(workerData);
