// Every pair of revisions with a bridge between: a client at one, a server at the other, in memory or
// with the program `mcpctl bridge` between them, over pipes or HTTP on each side. The program runs
// the script; here the table is made of what it has left out, and compared with that in the docs, and
// every message on both sides of the bridge is judged by the schema of its side's revision.
//
//   node bridge.mjs --way memory [--docs FILE] -- path of the program `matrix`
//   node bridge.mjs --way pipes-pipes|pipes-http|http-pipes|http-http [--docs FILE] [--shared DIR]
//                   [--peers DIR] [--only CLIENT/SERVER] -- `matrix` `mcpctl`
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks } from '../live/lib/checks.mjs';
import { HttpServerProcess, HttpWired } from '../live/lib/http_wired.mjs';
import { Judge } from '../live/lib/judge.mjs';
import { commandLine } from '../live/lib/options.mjs';
import { peerModules } from '../live/lib/peers.mjs';
import { allRevisions, loadRevisions } from '../live/lib/schemas.mjs';
import { parseRecord } from '../live/lib/wired.mjs';

const { options, command } = commandLine({
    way: 'memory',
    docs: '',
    only: '',
    shared: undefined,
    peers: undefined,
});
const [matrix, mcpctl] = command;
const inMemory = options.way === 'memory';
const [front, behind] = options.way.split('-');
const together = 3; // cells at the same time: most of a cell is waiting
if (!inMemory) peerModules(options.peers);
const revisions = inMemory ? null : loadRevisions(options.shared, options.peers);
const folder = mkdtempSync(join(tmpdir(), 'mcpgen-bridge-'));

/// Runs a program to its end.
async function run(words) {
    const child = spawn(words[0], words.slice(1), {
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60000,
    });
    const outcome = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
        child[stream].on('data', (chunk) => (outcome[stream] += chunk));
    [outcome.status, outcome.signal] = await once(child, 'close');
    return outcome;
}

/// Judges conversations, each a list of messages; what is wrong with them.
function wrong(side, revision, conversations) {
    const found = [];
    let count = 0;
    for (const messages of conversations) {
        const judge = new Judge(revisions, {
            exact: true,
            report({ severity, side: sender, what, path, message }) {
                if (severity !== 'violation') return;
                found.push(`${side}: the ${sender}: ${what}: ${path || '/'} ${message}`);
            },
        });
        for (const { from, text } of messages) judge.line(from, text);
        if (judge.legacy && judge.legacy.name !== revision)
            found.push(`${side}: ${judge.legacy.name} is spoken`);
        count += judge.messages;
    }
    if (count < 100) found.push(`${side}: only ${count} messages`);
    return { found, count };
}

/// One pair, with processes: what came of the script, and the conversations on both sides.
async function processes(client, server) {
    const place = mkdtempSync(join(folder, 'cell-'));
    const record = join(place, 'client');
    const bridge = new HttpServerProcess();
    const target = new HttpServerProcess();
    const wired = new HttpWired();
    const words = [mcpctl, 'bridge'];
    if (behind === 'http')
        words.push(await wired.start(await target.start([matrix, 'serve-http', server])));
    if (front === 'http') words.push('--http', '127.0.0.1:0');
    if (behind === 'pipes') words.push('--', matrix, 'serve', server, join(place, 'server-'));
    const reach = front === 'http' ? ['http', await bridge.start(words)] : ['pipes', ...words];
    const outcome = await run([
        matrix,
        '--record',
        record,
        reach[0],
        `${client}/${server}`,
        ...reach.slice(1),
    ]);
    const ends = front === 'http' ? [await bridge.stop()] : [];
    if (behind === 'http') {
        await wired.stop();
        ends.push(await target.stop());
    }
    const files = readdirSync(place).filter((name) => name.startsWith('server-'));
    const inBack =
        behind === 'http'
            ? wired.conversations()
            : files.map((name) => parseRecord(join(place, name)));
    return { outcome, ends, inFront: [parseRecord(record)], inBack };
}

const checks = new Checks(240);
const notes = (text) =>
    [...text.matchAll(/^SKIP (.*)$/gm)].map(([, note]) => note).filter((note) => note !== '');
let messages = 0;

/// Runs and checks one pair: `{passes, notes}`.
async function cell(client, server) {
    const pair = `${client} -> ${server}`;
    const { outcome, ends, inFront, inBack } = inMemory
        ? { outcome: await run([matrix, 'bridge', `${client}/${server}`]), ends: [] }
        : await processes(client, server);
    const passes = outcome.status === 0;
    const last = outcome.stdout.trim().split('\n').at(-1);
    console.log(`     ${pair}: ${last}`);
    checks.check(
        `${pair}: the script passes`,
        passes && / [1-9]\d* checks passed, 0 failed/.test(last),
        `${outcome.signal ?? `ended with ${outcome.status}`}\n${outcome.stdout}${outcome.stderr}`,
    );
    if (!inMemory) {
        checks.check(
            `${pair}: all end well when they are told to`,
            ends.every((status) => status === 0),
            ends.join(' '),
        );
        const sides = [wrong('in front', client, inFront), wrong('behind', server, inBack)];
        messages += sides[0].count + sides[1].count;
        const found = sides.flatMap((side) => side.found);
        checks.check(
            `${pair}: every message of both sides is valid by the schema of its revision`,
            found.length === 0,
            found.slice(0, 20).join('\n     '),
        );
    }
    return { passes, notes: notes(outcome.stdout) };
}

/// `1-3 5` for 1, 2, 3, 5.
function ranges(numbers) {
    const found = [];
    for (const number of numbers) {
        if (found.at(-1)?.[1] === number - 1) found.at(-1)[1] = number;
        else found.push([number, number]);
    }
    return found.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(' ');
}

/// The table, and below what the older side of a pair has no place for.
function tableOf(cells) {
    const since = (note) => /\d{4}-\d\d-\d\d/.exec(note)?.[0] ?? '';
    const all = [...new Set([...cells.values()].flatMap((one) => one.notes))].sort(
        (a, b) => since(a).localeCompare(since(b)) || a.localeCompare(b),
    );
    const shown = ({ passes, notes }) => {
        const numbers = notes.map((note) => all.indexOf(note) + 1).sort((a, b) => a - b);
        return (passes ? 'passes' : 'FAILS') + (numbers.length ? ` (${ranges(numbers)})` : '');
    };
    const row = (words) => `| ${words.join(' | ')} |`;
    return [
        row(['client \\ server', ...allRevisions]),
        '|---'.repeat(allRevisions.length + 1) + '|',
        ...allRevisions.map((client) =>
            row([
                client,
                ...allRevisions.map((server) => shown(cells.get(`${client}/${server}`))),
            ]),
        ),
        '',
        ...all.map((note, i) => `${i + 1}. ${note}`),
    ].join('\n');
}

const pairs = allRevisions
    .flatMap((client) => allRevisions.map((server) => `${client}/${server}`))
    .filter((pair) => !options.only || pair === options.only);
const cells = new Map();
const left = [...pairs];
await Promise.all(
    Array.from({ length: together }, async () => {
        for (let pair; (pair = left.shift()); ) cells.set(pair, await cell(...pair.split('/')));
    }),
);
if (!options.only) {
    const table = tableOf(cells);
    console.log(`\n${table}\n`);
    if (options.docs)
        checks.check(
            `${options.docs} has this table`,
            readFileSync(options.docs, 'utf8').includes(`\n${table}\n`),
        );
}
if (!inMemory) console.log(`${options.way}: ${messages} messages judged`);
rmSync(folder, { recursive: true, force: true });
checks.finish();
