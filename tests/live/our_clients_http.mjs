// Our example client against other people's servers over HTTP, with a proxy in between whose record
// of the client's messages is judged: Streamable HTTP of SDK 1.x and 2.x, and HTTP+SSE.
//
//   node our_clients_http.mjs [--notes] [--peers DIR] [--shared DIR] -- client command...
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Checks } from './lib/checks.mjs';
import { HttpServerProcess, HttpWired } from './lib/http_wired.mjs';
import { Judge } from './lib/judge.mjs';
import { commandLine, here } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import { loadRevisions } from './lib/schemas.mjs';
import { judged } from './lib/wired.mjs';

const { options, command } = commandLine({ notes: false, shared: undefined, peers: undefined });
peerModules(options.peers);
process.env.PORT = '0'; // of server-everything

const node = process.execPath;
const everything = [
    node,
    '--require',
    join(here, 'lib/loopback.cjs'),
    join(options.peers, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
];
const mine = [node, join(here, 'server_sdk2.mjs'), '--peers', options.peers, '--http'];
const runs = {
    'SDK 1.x, Streamable HTTP': { server: [...everything, 'streamableHttp'], path: '/mcp' },
    'SDK 1.x, HTTP+SSE': { server: [...everything, 'sse'], path: '/sse' },
    'SDK 2.x': { server: mine, path: '/mcp' },
    'SDK 2.x, modern only': { server: [...mine, '--modern-only'], path: '/mcp' },
};

const checks = new Checks(24);
for (const [name, { server, path }] of Object.entries(runs)) {
    checks.context(name);
    await checks.part('a conversation', async () => {
        const process_ = new HttpServerProcess();
        const wired = new HttpWired();
        const url = await wired.start(new URL(path, await process_.start(server)).href);
        const child = spawn(command[0], [...command.slice(1), url], { timeout: 60000 });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
            stream.on('data', (chunk) => (output += chunk));
        const [status] = await once(child, 'close');
        await wired.stop();
        await process_.stop();
        checks.check('the client ends well', status === 0, output);

        const lines = [];
        const judge = new Judge(loadRevisions(options.shared, options.peers), {
            exact: true,
            report({ severity, side, what, path: place, message }) {
                const word = severity === 'violation' && side !== 'client' ? 'not judged' : severity;
                lines.push(`${word}: ${side}: ${what}: ${place || '/'} ${message}`);
            },
        });
        const messages = wired.messages();
        for (const { from, text } of messages) judge.line(from, text);
        judged(checks, 'client', lines, true);
        const called = messages.some(({ message }) => message?.method === 'tools/call');
        checks.check('a tool is called', called);
        const posts = wired.exchanges.filter(({ method }) => method === 'POST');
        checks.equal(
            'HC-02 R115 every POST accepts both kinds of reply',
            posts.filter(
                ({ headers }) =>
                    !/application\/json/.test(headers.accept) ||
                    !/text\/event-stream/.test(headers.accept),
            ),
            [],
        );
        if (options.notes) for (const line of lines) console.log(`     ${line}`);
    });
}
checks.finish();
