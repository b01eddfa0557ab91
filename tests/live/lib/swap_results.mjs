// Stands between a client and a server on stdio, and puts another value in place of a tool's
// structured content: a server that breaks its promise, for clients that are said to notice.
//
//   node swap_results.mjs --results FILE -- server command...
//
// FILE is a JSON object: the value for each tool, by its name.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LineSplitter } from './lines.mjs';
import { commandLine } from './options.mjs';

const { options, command } = commandLine({ results: '', peers: undefined });
const results = JSON.parse(readFileSync(options.results, 'utf8'));
const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
const called = new Map();

function tap(from, to, change) {
    const splitter = new LineSplitter();
    from.on('data', (chunk) =>
        splitter.push(chunk, (line) => to.write(`${JSON.stringify(change(JSON.parse(line)))}\n`)),
    );
    from.on('end', () => to.end());
}

tap(process.stdin, child.stdin, (message) => {
    if (message.method === 'tools/call') called.set(message.id, message.params.name);
    return message;
});
tap(child.stdout, process.stdout, (message) => {
    const name = message.method === undefined && called.get(message.id);
    if (name && message.result) message.result.structuredContent = results[name];
    return message;
});
child.on('exit', (code) => process.exit(code ?? 1));
