// One cell of the matrix: our client and our server at one revision, over pipes, in memory, or over
// HTTP: Streamable HTTP, alone or behind nginx, or HTTP+SSE (`sse`). The program runs the script; here every message is
// judged by the published schemas, and what the revision has must have been used.
//
//   node matrix.mjs --revision auto|REVISION --way pipes|memory|http|nginx|sse [--notes] [--shared DIR]
//                   [--peers DIR] -- path of the program `matrix`
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks } from '../live/lib/checks.mjs';
import { HttpServerProcess, HttpWired } from '../live/lib/http_wired.mjs';
import { Judge } from '../live/lib/judge.mjs';
import { Nginx, findNginx } from '../live/lib/nginx.mjs';
import { commandLine, here } from '../live/lib/options.mjs';
import { peerModules } from '../live/lib/peers.mjs';
import { loadRevisions, modernRevisions } from '../live/lib/schemas.mjs';
import { parseRecord } from '../live/lib/wired.mjs';

// What our programs do not say, each with the reason. By method, side, and "modern" where that
// matters.
const unused = new Map([
    ['ping server', 'the server asks nobody whether he is there'],
    ['notifications/progress client', 'the server asks for no progress of its questions'],
    ['notifications/cancelled server modern', 'streams end with their results'],
    ['notifications/cancelled client modern over HTTP', 'closing the stream says it'],
    ['tasks/list client', 'is for servers that know who calls'],
    ...['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'].map((method) => [
        `${method} server`,
        'the server asks for no tasks',
    ]),
    ['notifications/tasks/status client', 'the client has no tasks'],
]);

const { options, command } = commandLine({
    revision: '',
    way: 'pipes',
    notes: false,
    shared: undefined,
    peers: undefined,
});
peerModules(options.peers);
const ways = { pipes: 'over pipes', memory: 'in memory', http: 'over HTTP', nginx: 'behind nginx', sse: 'over HTTP+SSE' };
const cell = `${options.revision} ${ways[options.way]}`;
const overHttp = ['http', 'nginx', 'sse'].includes(options.way);
const revisions = loadRevisions(options.shared, options.peers);
const revision = revisions.get(options.revision === 'auto' ? modernRevisions.at(-1) : options.revision);
const folder = mkdtempSync(join(tmpdir(), 'mcpgen-matrix-'));
const record = join(folder, 'record');
const [program] = command;
const checker = [process.execPath, join(here, 'wire_check.mjs'), '--log', join(folder, 'log')];
const places = ['--shared', options.shared, '--peers', options.peers];
const server = new HttpServerProcess();
const wired = new HttpWired();
const nginx = findNginx(options.peers);
const proxy = new Nginx(nginx);
if (options.way === 'nginx' && !nginx) {
    console.log('NOT RUN: there is no nginx');
    process.exit(77);
}

/// The words behind the way and the revision.
async function place() {
    if (options.way === 'memory') return [record];
    if (options.way === 'pipes')
        return [...checker, '--record', record, '--exact', ...places, '--', program, 'serve'];
    const url = await server.start([program, 'serve-http']);
    if (options.way === 'sse') return [await wired.start(url.replace(/mcp$/, 'sse'))];
    return [await wired.start(options.way === 'nginx' ? await proxy.start(url) : url)];
}

/// Runs the program to its end.
async function runProgram() {
    const child = spawn(
        program,
        [overHttp ? 'http' : options.way, options.revision, ...(await place())],
        { stdio: ['ignore', 'pipe', 'pipe'], timeout: 100000 },
    );
    const run = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
        child[stream].on('data', (chunk) => (run[stream] += chunk));
    [run.status, run.signal] = await once(child, 'close');
    return run;
}

const checks = new Checks(120);
checks.context(cell);
const run = await runProgram();
if (run.stdout) console.log(run.stdout.replace(/^/gm, '     ').trimEnd());
checks.check(
    'the script passes',
    run.status === 0,
    `${run.signal ?? `ended with ${run.status}`}\n${run.stderr}`,
);

// Both ways are judged here, from the record: line numbers and paths are those of its lines.
const messages = overHttp ? wired.messages() : parseRecord(record);
const found = [];
let line = 0;
const judge = new Judge(revisions, {
    exact: true,
    report({ severity, side, what, path, message }) {
        const place = `${side === 'client' ? 'client->server' : 'server->client'}, line ${line}`;
        found.push({ severity, text: `${place}: ${what}: ${path || '/'} ${message}` });
    },
});
const used = new Set();
for (const { from, text, message } of messages) {
    line += 1;
    judge.line(from, text);
    if (message?.method) used.add(`${message.method} ${from}`);
}
if (options.way === 'pipes') {
    const end = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').at(-1);
    checks.check(
        'STD-03 STD-04 every byte belongs to a line, and the server ends with its input',
        end.includes(' 0 violations') && end.endsWith('ended with 0'),
        end,
    );
}
if (overHttp) {
    await wired.stop();
    await proxy.stop();
    checks.equal('the server ends well when it is told to', await server.stop(), 0);
    const replies = wired.exchanges.filter(({ status }) => status !== undefined);
    checks.equal(
        'HS-05 R119 replies are JSON or streams of events',
        replies.filter(
            ({ status, type }) => status === 200 && !/^(application\/json|text\/event-stream)/.test(type),
        ),
        [],
    );
}
const count = (side) => messages.filter(({ from }) => from === side).length;
checks.check(
    'RPC-01 R005 every message of both sides is valid by the schema of the revision',
    found.every(({ severity }) => severity !== 'violation'),
    found
        .filter(({ severity }) => severity === 'violation')
        .map(({ text }) => text)
        .join('\n     '),
);
checks.check(
    'LIF-05 the revision that was agreed on is the one that was wanted',
    revision.modern ? judge.legacy === null : judge.legacy?.name === revision.name,
    judge.legacy?.name,
);
const lacking = [];
for (const side of ['client', 'server'])
    for (const schema of Object.values(revision.definitions)) {
        const method = schema.properties?.method?.const;
        if (method === undefined) continue;
        const kind = ['request', 'notification'].find((one) => revision.maySend(side, one, method));
        const name = `${method} ${side}`;
        const excused =
            unused.has(name) ||
            (revision.modern && unused.has(`${name} modern`)) ||
            (revision.modern && overHttp && unused.has(`${name} modern over HTTP`));
        if (kind && !used.has(name) && !excused) lacking.push(`${name} ${kind}`);
    }
checks.equal('every method of the revision was on the wire', [...new Set(lacking)].sort(), []);
if (options.notes) for (const { severity, text } of found) console.log(`     ${severity}: ${text}`);
console.log(
    `${cell}: ${judge.messages} messages checked (${count('client')} of the client, ` +
        `${count('server')} of the server), ${judge.violations} violations, ` +
        `${new Set([...used].map((name) => name.split(' ')[0])).size} methods`,
);
rmSync(folder, { recursive: true, force: true });
checks.finish();
