// Stands between a client and a server on stdio, passes every byte on unchanged, and judges each
// message by the published schema of its revision. Not a validator of behaviour: the client
// scripts are.
//
//   node wire_check.mjs --log FILE [--record FILE] [--judge both|client|server] [--exact]
//                       [--shared DIR] [--peers DIR] -- server command...
//
// Findings and a summary go to FILE. Exit status: 1 after a violation of a judged side, 2 for wrong
// use, else the server's own.
import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { Judge } from './lib/judge.mjs';
import { LineSplitter } from './lib/lines.mjs';
import { commandLine } from './lib/options.mjs';
import { loadRevisions } from './lib/schemas.mjs';

const { options, command } = commandLine({
    log: '',
    record: '',
    judge: 'both',
    exact: false,
    shared: undefined,
    peers: undefined,
});
if (!options.log) throw new Error('--log FILE is needed');
const judged = options.judge === 'both' ? ['client', 'server'] : [options.judge];
const log = openSync(options.log, 'w');
const record = options.record ? openSync(options.record, 'w') : null;

let violations = 0;
const judge = new Judge(loadRevisions(options.shared, options.peers), {
    exact: options.exact,
    report({ severity, side, line, what, path, message }) {
        const counts = severity === 'violation' && judged.includes(side);
        if (counts) violations += 1;
        const word = counts || severity === 'note' ? severity : 'not judged';
        const place = `${side === 'client' ? 'client->server' : 'server->client'} line ${line}`;
        writeSync(log, `${word}: ${place}: ${what}: ${path || '/'} ${message}\n`);
    },
});

const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
child.on('error', (error) => {
    writeSync(log, `violation: the server does not start: ${error.message}\n`);
    process.exit(1);
});

/// Passes `from` on to `to` and gives every line to the judge.
function tap(side, from, to) {
    const splitter = new LineSplitter();
    from.on('data', (chunk) => {
        // Judged first: whoever has seen a message finds it in the record.
        splitter.push(chunk, (line) => {
            if (record !== null) writeSync(record, `${side === 'client' ? '->' : '<-'} ${line}\n`);
            judge.line(side, line);
        });
        if (!to.write(chunk)) {
            from.pause();
            to.once('drain', () => from.resume());
        }
    });
    from.on('end', () => {
        if (splitter.rest !== '') {
            violations += judged.includes(side) ? 1 : 0;
            writeSync(
                log,
                `violation: ${side}: the last line has no end: ${splitter.rest.slice(0, 80)}\n`,
            );
        }
        if (to !== process.stdout) to.end();
    });
    to.on('error', () => {}); // the other side has gone; its end is seen elsewhere
}
tap('client', process.stdin, child.stdin);
tap('server', child.stdout, process.stdout);

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
    writeSync(
        log,
        `end: ${judge.messages} messages, ${violations} violations, ` +
            `revision ${judge.legacy?.name ?? 'per message'}, server ended with ${signal ?? code}\n`,
    );
    closeSync(log);
    process.exit(violations !== 0 ? 1 : (code ?? 1));
});
