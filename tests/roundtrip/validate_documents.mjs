// Documents -> values: makes random documents that the published schemas allow, lets the bindings
// read and write them, and compares. Every document is first checked with the published schema it
// was made from.
//
//   node validate_documents.mjs --program reencode --shared DIR --modules DIR [--count N] [--seed N]
import { spawn } from 'node:child_process';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Generator, memberNames } from './generator.mjs';
import { forEachLine, publishedDocuments, validateAll } from './published.mjs';
import { Random } from './random.mjs';

const shownFailures = 20;

/// The same JSON: numbers by value, members in any order.
function same(a, b) {
    if (a === b) return true;
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    return names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
}

/// The bindings, one line in and one line out.
class Program {
    constructor(path) {
        this.process = spawn(path, [], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.waiting = [];
        this.ended = new Promise((resolve) => this.process.on('close', resolve));
        this.read = forEachLine(this.process.stdout, (line) => this.waiting.shift()(line));
    }
    ask(lines, answer) {
        return new Promise((resolve) => {
            let left = lines.length;
            lines.forEach((_, i) =>
                this.waiting.push((line) => {
                    answer(line, i);
                    if (--left === 0) resolve();
                }),
            );
            this.process.stdin.write(`${lines.join('\n')}\n`);
        });
    }
    async end() {
        this.process.stdin.end();
        await this.read;
        return this.ended;
    }
}

async function part({ settings, shard, shards }) {
    const documents = publishedDocuments(settings.shared, settings.modules);
    const names = [...new Set(documents.flatMap(({ document }) => [...memberNames(document)]))];
    const program = new Program(settings.program);
    const tried = {};
    const failures = [];
    let failed = 0;
    const fail = (text) => {
        failed += 1;
        if (failures.length < shownFailures) failures.push(text);
    };

    let next = 0;
    for (const { space, revision, document, definitions, validator } of documents) {
        const generator = new Generator(document, names);
        for (const [name, schema] of Object.entries(definitions)) {
            if (next++ % shards !== shard) continue;
            const key = `${space} ${revision} ${name}`;
            const validate = validator(name);
            const made = [];
            for (let i = 0; i < settings.count; ++i) {
                const one = generator.make(schema, new Random(settings.seed, `${key} ${i}`));
                one.value = JSON.parse(one.text);
                if (validate(one.value)) made.push(one);
                else
                    fail(
                        `${key}, document ${i} was not made as the schema says: ` +
                            `${JSON.stringify(validate.errors[0])}\n  ${one.text.slice(0, 1000)}`,
                    );
            }
            tried[key] = made.length;
            const lines = made.map(({ text, alternative }) =>
                [space, revision, name, alternative, text].join('\t'),
            );
            if (lines.length === 0) continue;
            await program.ask(lines, (answer, i) => {
                const { text, value } = made[i];
                if (answer.startsWith('!')) {
                    fail(
                        `${key}, document ${i} is refused: ${answer.slice(1)}\n  ${text.slice(0, 2000)}`,
                    );
                } else if (!same(value, JSON.parse(answer.slice(1)))) {
                    fail(
                        `${key}, document ${i} comes back as another\n  ${text.slice(0, 2000)}\n  ${answer.slice(1, 2000)}`,
                    );
                }
            });
        }
    }
    const code = await program.end();
    parentPort.postMessage({ tried, failed, failures, code });
}

async function main() {
    const run = await validateAll(import.meta.url, 'documents');
    const { settings, documents, tried } = run;
    let { good } = run;
    let total = 0;
    for (const { space, revision, definitions } of documents) {
        const counts = Object.keys(definitions).map(
            (name) => tried[`${space} ${revision} ${name}`] ?? 0,
        );
        if (counts.some((count) => count < settings.count)) good = false;
        const here = counts.reduce((sum, count) => sum + count, 0);
        total += here;
        console.log(
            `${space || 'protocol'} ${revision}: ${counts.length} definitions, ${here} documents`,
        );
    }
    console.log(
        `${total} documents read and written again: ${run.failed} wrong; ` +
            `${run.seconds()} s`,
    );
    process.exit(good ? 0 : 1);
}

if (isMainThread) await main();
else await part(workerData);
