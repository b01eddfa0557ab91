// Our own client program against other people's servers, with a wire checker in between that judges
// the client. What the program checks itself is its own business; here: it ends well, and what it
// writes is valid and in order.
//
//   node our_clients.mjs [--revisions] [--only NAME] [--notes] [--known WORDS] [--peers DIR]
//                        [--shared DIR] -- client command...
//
// The server's command is appended to the client's. With --revisions the client is run once per
// revision, which comes before the server's command, and once with "auto"; then against the server
// with all features alone.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks } from './lib/checks.mjs';
import { commandLine, here } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import { allRevisions } from './lib/schemas.mjs';
import { judged, parseRecord } from './lib/wired.mjs';

const { options, command } = commandLine({
    revisions: false,
    only: '',
    notes: false,
    known: '',
    shared: undefined,
    peers: undefined,
});
peerModules(options.peers);

const node = process.execPath;
const mine = [node, join(here, 'server_sdk2.mjs'), '--peers', options.peers];
const everything = join(
    options.peers,
    'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const runs = options.revisions
    ? Object.fromEntries(
          [...allRevisions, 'auto'].map((one) => [one, { words: [one], server: mine }]),
      )
    : {
          sdk2: { words: [], server: mine },
          'sdk2 modern only': { words: [], server: [...mine, '--modern-only'] },
          'server-everything': { words: [], server: [node, everything, 'stdio'] },
          python: {
              words: [],
              server: [join(options.peers, 'venv/bin/python'), join(here, 'server_python.py')],
          },
      };
const prefix = 'io.modelcontextprotocol/';

/// What a client must do whatever the server: the order of a handshake, or what every request says.
function conduct(checks, record) {
    const mine = record.filter(({ from, message }) => from === 'client' && message);
    const requests = mine.filter(({ message }) => message.method && 'id' in message);
    const ids = requests.map(({ message }) => JSON.stringify(message.id));
    checks.equal('RPC-03 R003 R183 no id is used twice', new Set(ids).size, ids.length);
    const cancelled = mine
        .filter(({ message }) => message.method === 'notifications/cancelled')
        .map(
            ({ message }) =>
                requests.find(({ message: { id } }) => id === message.params.requestId)?.message
                    .method,
        );
    checks.equal(
        'CAN-01 CAN-02 R231 only requests of its own are cancelled, and never initialize',
        cancelled.filter((method) => method === undefined || method === 'initialize'),
        [],
    );
    if (options.revisions)
        checks.check(
            'TMO-02 R230 the server is told of calls that are given up',
            cancelled.filter((method) => method === 'tools/call').length >= 2,
            cancelled,
        );
    const initialize = mine.findIndex(({ message }) => message.method === 'initialize');
    if (initialize !== -1) {
        const before = mine.slice(0, initialize).map(({ message }) => message.method);
        checks.equal(
            'LIF-01 R072 nothing but the probe comes before initialize',
            before.filter((method) => method !== 'server/discover'),
            [],
        );
        const ready = record.findIndex(
            ({ message }) => message?.method === 'notifications/initialized',
        );
        const answered = record.findIndex(
            ({ from, message }) => from === 'server' && message?.result?.protocolVersion,
        );
        checks.check(
            'LIF-08 initialized is sent once, after the answer',
            answered !== -1 &&
                ready > answered &&
                mine.filter(({ message }) => message.method === 'notifications/initialized')
                    .length === 1,
        );
        const early = record
            .slice(0, ready)
            .filter(({ from, message }) => from === 'client' && message?.method);
        checks.equal(
            'LIF-09 nothing but a ping comes before initialized',
            early
                .map(({ message }) => message.method)
                .filter((method) => !['initialize', 'server/discover', 'ping'].includes(method)),
            [],
        );
        return;
    }
    const extensions = requests.map(
        ({ message }) => message.params?._meta?.[`${prefix}clientCapabilities`]?.extensions,
    );
    checks.equal(
        'R069 no extension is declared unless it is switched on',
        extensions.filter((one) => one !== undefined),
        [],
    );
    const lacking = (key) =>
        requests.filter(({ message }) => !(key in (message.params?._meta ?? {})));
    checks.equal(
        'R040 every request carries version and capabilities',
        [...lacking(`${prefix}protocolVersion`), ...lacking(`${prefix}clientCapabilities`)].map(
            ({ text }) => text,
        ),
        [],
    );
    checks.equal(
        'R041 every request names the client',
        lacking(`${prefix}clientInfo`).map(({ text }) => text),
        [],
    );
    checks.equal(
        'R009 the client sends no responses',
        mine.filter(({ message }) => !message.method).map(({ text }) => text),
        [],
    );
    // A state is echoed exactly as it was given.
    const given = new Set(
        record
            .map(({ message }) => message?.result?.requestState)
            .filter((one) => one !== undefined),
    );
    const echoed = requests
        .map(({ message }) => message.params?.requestState)
        .filter((one) => one !== undefined);
    checks.equal(
        'R182 every state that comes back was given',
        echoed.filter((one) => !given.has(one)),
        [],
    );
}

const checks = new Checks(170, options.known);
for (const [name, { words, server }] of Object.entries(runs)) {
    if (options.only && options.only !== name) continue;
    checks.context(name);
    const folder = mkdtempSync(join(tmpdir(), 'mcpgen-live-'));
    const log = join(folder, 'log');
    const record = join(folder, 'record');
    const checker = [
        node,
        join(here, 'wire_check.mjs'),
        '--log',
        log,
        '--record',
        record,
        '--judge',
        'client',
        '--exact',
        '--shared',
        options.shared,
        '--peers',
        options.peers,
        '--',
    ];
    const run = spawnSync(command[0], [...command.slice(1), ...words, ...checker, ...server], {
        encoding: 'utf8',
        timeout: 60000,
        input: '',
    });
    if (run.stdout) console.log(run.stdout.replace(/^/gm, '     ').trimEnd());
    checks.check(
        'STD-07 the client ends well',
        run.status === 0,
        `${run.error ?? run.signal ?? run.status}\n${run.stderr}`,
    );
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    if (
        checks.check(
            'the client has spoken',
            lines.some((line) => /^end: [1-9]/.test(line)),
            lines,
        )
    ) {
        judged(checks, 'client', lines, true);
        conduct(checks, parseRecord(record));
    }
    if (options.notes) console.log(lines.join('\n     '));
    rmSync(folder, { recursive: true, force: true });
}
checks.finish();
