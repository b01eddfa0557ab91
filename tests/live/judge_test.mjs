// Tests of the wire checker itself: short conversations, each with the violations that it
// must find.
//
//   node judge_test.mjs [--shared DIR] [--peers DIR]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Judge } from './lib/judge.mjs';
import { LineSplitter } from './lib/lines.mjs';
import { commandLine } from './lib/options.mjs';
import { notRun } from './lib/peers.mjs';
import { loadRevisions } from './lib/schemas.mjs';

const { options } = commandLine({ shared: undefined, peers: undefined }, { needsCommand: false });
if (!existsSync(join(options.peers, 'node_modules/ajv'))) {
    console.log(`NOT RUN: ajv is not in ${options.peers}: run tests/live/setup`);
    process.exit(notRun);
}
const revisions = loadRevisions(options.shared, options.peers);

let failed = 0;
let passed = 0;

/// `lines` are ['c' or 's', message or text]; `expected` are parts of the violations, in order.
function conversation(name, lines, expected, exact = false) {
    const found = [];
    const judge = new Judge(revisions, {
        exact,
        report: ({ severity, side, line, path, message }) => {
            if (severity === 'violation') found.push(`${side} ${line} ${path} ${message}`);
        },
    });
    for (const [side, message] of lines)
        judge.line(
            side === 'c' ? 'client' : 'server',
            typeof message === 'string' ? message : JSON.stringify(message),
        );
    const right =
        found.length === expected.length && expected.every((part, i) => found[i].includes(part));
    if (right) passed += 1;
    else failed += 1;
    console.log(
        `${right ? 'ok  ' : 'FAIL'} ${name}${right ? '' : `\n     found ${found.join('\n           ') || 'nothing'}`}`,
    );
}

const request = (id, method, params) => ({
    jsonrpc: '2.0',
    id,
    method,
    ...(params ? { params } : {}),
});
const note = (method, params) => ({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
const result = (id, value) => ({ jsonrpc: '2.0', id, result: value });
const error = (id, code, data) => ({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message: 'x', data },
});
const me = { name: 'x', version: '1' };
const hello = (revision, answer = revision) => [
    [
        'c',
        request(0, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo: me }),
    ],
    ['s', result(0, { protocolVersion: answer, capabilities: { tools: {} }, serverInfo: me })],
    ['c', note('notifications/initialized')],
];
const prefix = 'io.modelcontextprotocol/';
const meta = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: {} };
const modern = (id, method, params = {}) => request(id, method, { ...params, _meta: meta });
const call = request(1, 'tools/call', { name: 't' });
const text = { type: 'text', text: 'hi' };

for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
    conversation(
        `a good conversation at ${revision}`,
        [
            ...hello(revision),
            ['c', call],
            ['s', result(1, { content: [text] })],
            ['s', request('a', 'ping')],
            ['c', result('a', {})],
        ],
        [],
    );
conversation(
    'a result without a required member',
    [...hello('2025-06-18'), ['c', call], ['s', result(1, {})]],
    ["server 2 /result must have required property 'content'"],
);
conversation(
    'a result is judged by the revision that was agreed on',
    [
        ...hello('2099-01-01', '2024-11-05'),
        ['c', call],
        ['s', result(1, { content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] })],
    ],
    ['server 2 /result/content/0', 'server 2', 'server 2', 'server 2', 'server 2', 'server 2'],
);
conversation('a line that is no JSON', [['s', 'Server ready']], ['server 1  is not JSON']);
conversation(
    'an answer to nobody',
    [...hello('2025-11-25'), ['s', result(9, {})]],
    ['9 is the id of no open request'],
);
conversation(
    'the ids 1 and "1" differ',
    [...hello('2025-11-25'), ['c', call], ['s', result('1', { content: [] })]],
    ['"1" is the id of no open request'],
);
conversation(
    'two requests with one id',
    [...hello('2025-11-25'), ['c', call], ['c', call]],
    ['is the id of a request in flight'],
);
conversation(
    'an id that is a fraction',
    [['c', request(1.5, 'ping')]],
    ['/id must be a string or an integer'],
);
conversation(
    'both result and error',
    [
        ...hello('2025-11-25'),
        ['c', call],
        ['s', { ...result(1, { content: [] }), error: { code: 1, message: '' } }],
    ],
    ['has both a result and an error'],
);
conversation(
    'a batch where it was agreed on',
    [
        ...hello('2025-03-26'),
        ['c', [call, request(2, 'ping')]],
        ['s', [result(1, { content: [] }), result(2, {})]],
    ],
    [],
);
conversation(
    'a batch elsewhere',
    [...hello('2025-06-18'), ['c', [call]]],
    ['a batch, which 2025-06-18 has not agreed to'],
);
conversation(
    'a method of a later revision',
    [
        ...hello('2025-03-26'),
        [
            's',
            request(1, 'elicitation/create', {
                message: '',
                requestedSchema: { type: 'object', properties: {} },
            }),
        ],
    ],
    ['elicitation/create is not in 2025-03-26'],
);
conversation(
    'a method of the other side',
    [...hello('2025-11-25'), ['s', request(1, 'tools/list')]],
    ['tools/list is not for a server to send'],
);
conversation(
    'a task gives a task',
    [
        ...hello('2025-11-25'),
        ['c', request(1, 'tools/call', { name: 't', task: { ttl: 1 } })],
        [
            's',
            result(1, {
                task: {
                    taskId: 'T',
                    status: 'working',
                    createdAt: 'x',
                    lastUpdatedAt: 'x',
                    ttl: null,
                },
            }),
        ],
        ['c', request(2, 'tasks/result', { taskId: 'T' })],
        ['s', result(2, { content: 5 })],
    ],
    ['server 3 /result/content must be array'],
);
conversation(
    'an error without an id, as null',
    [...hello('2025-11-25'), ['s', error(null, -32700)]],
    ['must be left out'],
);
conversation(
    'an error without an id',
    [...hello('2025-11-25'), ['s', error(undefined, -32700)]],
    [],
);
conversation(
    'initialize is not cancelled',
    [hello('2025-11-25')[0], ['c', note('notifications/cancelled', { requestId: 0 })]],
    ['initialize is never cancelled'],
);
const titled_tool = [
    ...hello('2024-11-05'),
    ['c', request(1, 'tools/list')],
    [
        's',
        result(1, {
            tools: [
                {
                    name: 't',
                    title: 'T',
                    inputSchema: { type: 'object', title: 'free' },
                    'x-own': 1,
                },
            ],
        }),
    ],
];
conversation(
    'a member of a later revision, only when asked for',
    titled_tool,
    [],
);
conversation(
    'a member of a later revision',
    titled_tool,
    ['/result/tools/0/title is a member of 2025-06-18'],
    true,
);

conversation(
    'a good conversation without a handshake',
    [
        ['c', modern('a', 'tools/call', { name: 't' })],
        [
            's',
            result('a', {
                resultType: 'complete',
                content: [text],
                structuredContent: { a: null, b: 1.5 },
            }),
        ],
        ['c', modern('l', 'subscriptions/listen', { notifications: { toolsListChanged: true } })],
        [
            's',
            note('notifications/subscriptions/acknowledged', {
                notifications: {},
                _meta: { [`${prefix}subscriptionId`]: 'l' },
            }),
        ],
        ['c', note('notifications/cancelled', { requestId: 'l' })],
    ],
    [],
);
conversation(
    'no resultType',
    [
        ['c', modern(1, 'tools/call', { name: 't' })],
        ['s', result(1, { content: [] })],
    ],
    ['resultType', 'resultType'],
);
conversation(
    'a list without cache hints',
    [
        ['c', modern(1, 'tools/list')],
        ['s', result(1, { resultType: 'complete', tools: [] })],
    ],
    ['cacheScope', 'ttlMs'],
);
conversation(
    'input is asked for',
    [
        ['c', modern(1, 'tools/call', { name: 't' })],
        [
            's',
            result(1, {
                resultType: 'input_required',
                inputRequests: { r: { method: 'roots/list' } },
                requestState: 's',
            }),
        ],
    ],
    [],
);
conversation(
    'nothing is asked for',
    [
        ['c', modern(1, 'tools/call', { name: 't' })],
        ['s', result(1, { resultType: 'input_required' })],
    ],
    ['has neither inputRequests nor requestState'],
);
conversation(
    'a list can not ask for input',
    [
        ['c', modern(1, 'tools/list')],
        ['s', result(1, { resultType: 'input_required', requestState: 's', ttlMs: 0 })],
    ],
    ['tools/list can not ask for input', 'ttlMs does not belong here'],
);
conversation(
    'a server sends no requests',
    [['s', modern(1, 'ping')]],
    ['a server sends no requests', 'ping is not in 2026-07-28'],
);
conversation(
    'removed and reserved codes',
    [
        ['c', modern(1, 'tools/list')],
        ['s', error(1, -32002)],
        ['c', modern(2, 'tools/list')],
        ['s', error(2, -32050)],
    ],
    ['-32002 is not used', '-32050 is reserved'],
);
conversation(
    'the data of an error',
    [
        ['c', modern(1, 'tools/list')],
        ['s', error(1, -32022, { supported: ['2026-07-28'] })],
    ],
    ["/error/data must have required property 'requested'"],
);
conversation(
    'a server cancels nothing but a subscription',
    [
        ['c', modern(1, 'tools/call', { name: 't' })],
        ['s', note('notifications/cancelled', { requestId: 1 })],
    ],
    ['cancels no request of its client'],
);
conversation(
    'both eras on one connection',
    [
        ...hello('2025-11-25'),
        ['c', modern('m', 'tools/list')],
        ['c', request(1, 'tools/list')],
        ['s', result(1, { tools: [] })],
        ['s', result('m', { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' })],
    ],
    [],
);

const splitter = new LineSplitter();
const lines = [];
for (const byte of Buffer.from('a\u2028"é"\r\n\nb\nrest'))
    splitter.push(Buffer.from([byte]), (line) => lines.push(line));
const split =
    JSON.stringify(lines) === JSON.stringify(['a\u2028"é"\r', '', 'b']) && splitter.rest === 'rest';
console.log(`${split ? 'ok  ' : 'FAIL'} lines end at line feeds alone, byte by byte`);
failed += split ? 0 : 1;

console.log(`${passed + split} checks passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
