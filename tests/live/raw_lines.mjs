// A server on stdio against a client that is nobody's: raw lines, good and bad, and what comes back.
// For what a well-behaved client never sends; features are the business of the other scripts.
//
//   node raw_lines.mjs [--known WORDS] [--peers DIR] [--shared DIR] -- server command...
import { spawn } from 'node:child_process';
import { Checks, until } from './lib/checks.mjs';
import { LineSplitter } from './lib/lines.mjs';
import { commandLine } from './lib/options.mjs';

const { options, command } = commandLine({ known: '', shared: undefined, peers: undefined });
const checks = new Checks(120, options.known);
const prefix = 'io.modelcontextprotocol/';
const meta = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: {} };
const me = { name: 'raw', version: '1' };
const request = (id, method, params) => ({ jsonrpc: '2.0', id, method, params });
const notification = (method, params) => ({ jsonrpc: '2.0', method, params });

class Server {
    lines = [];
    ended = undefined;
    said = ''; // on standard error

    constructor() {
        this.child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
        this.child.stderr.on('data', (chunk) => (this.said += chunk));
        const splitter = new LineSplitter();
        this.child.stdout.on('data', (chunk) =>
            splitter.push(chunk, (text) => {
                let message;
                try {
                    message = JSON.parse(text);
                } catch {
                    message = undefined;
                }
                this.lines.push({ text, message });
            }),
        );
        this.child.stdin.on('error', () => {});
        this.child.on('exit', (code, signal) => (this.ended = signal ?? code));
    }

    /// Sends a message, or text or bytes as they are.
    send(what) {
        const raw = typeof what === 'string' || Buffer.isBuffer(what);
        this.child.stdin.write(raw ? what : `${JSON.stringify(what)}\n`);
    }

    /// The answers (in order) that came for `id`; `undefined` and null stand for no id.
    answers(id) {
        return this.lines
            .flatMap(({ message }) => (Array.isArray(message) ? message : [message]))
            .filter((one) => one && !('method' in one) && (one.id ?? null) === (id ?? null));
    }

    /// The next answer for `id` to what is sent now.
    async ask(what, id = what.id) {
        const before = this.answers(id).length;
        this.send(what);
        await until(() => this.answers(id).length > before, 3000);
        return this.answers(id)[before];
    }

    #pings = 0;

    /// Whether it answers still; everything sent before was handled by then. At least as a refusal.
    async alive() {
        return (await this.ask(request(`ping ${(this.#pings += 1)}`, 'ping'))) !== undefined;
    }

    async hello(revision) {
        const answer = await this.ask(
            request('hello', 'initialize', {
                protocolVersion: revision,
                capabilities: {},
                clientInfo: me,
            }),
        );
        this.send(notification('notifications/initialized'));
        return answer;
    }

    async end(milliseconds = 1500) {
        this.child.stdin.end();
        const start = Date.now();
        await until(() => this.ended !== undefined, milliseconds);
        const took = Date.now() - start;
        if (this.ended === undefined) this.child.kill('SIGKILL');
        return { status: this.ended, took };
    }
}

const servers = new Set();
const start = () => {
    const server = new Server();
    servers.add(server);
    return server;
};

async function beforeInitialize() {
    const server = start();
    checks.equal(
        'LIF-11 a ping is answered before initialize',
        (await server.ask(request(1, 'ping')))?.result,
        {},
    );
    const early = await server.ask(request(2, 'tools/list'));
    checks.check('LIF-12 another request before initialize is refused', early?.error, early);
    for (const lacking of ['protocolVersion', 'capabilities', 'clientInfo']) {
        const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: me };
        delete params[lacking];
        const refusal = await server.ask(request(lacking, 'initialize', params));
        checks.equal(
            `LIF-02 initialize without ${lacking} is refused`,
            refusal?.error?.code,
            -32602,
        );
    }
    const first = await server.hello('2025-11-25');
    checks.equal('initialize works after that', first?.result?.protocolVersion, '2025-11-25');
    const again = await server.hello('2025-11-25');
    checks.equal('LIF-13 initialize once more is refused', again?.error?.code, -32600);
    checks.check(
        'LIF-13 the session goes on',
        (await server.ask(request(3, 'tools/list')))?.result,
    );
    const { status, took } = await server.end();
    checks.check('R098 the end of the input ends the server', status === 0, `${status} ${took} ms`);
}

async function envelopes() {
    const server = start();
    await server.hello('2025-11-25');
    for (const id of ['1', 1, 0, '', -5, 2 ** 53 - 1, 'é😀'])
        checks.check(
            `RPC-04 the id ${JSON.stringify(id)} comes back as it was`,
            (await server.ask(request(id, 'ping')))?.id === id,
        );
    for (const id of [null, 1.5, true, {}, []]) {
        const before = server.answers(null).length;
        server.send({ jsonrpc: '2.0', id, method: 'ping' });
        await server.alive();
        const answer = server.answers(null)[before];
        checks.equal(`RPC-02 the id ${JSON.stringify(id)} is refused`, answer?.error?.code, -32600);
        checks.check('RPC-08 and the refusal has no id', answer && !('id' in answer), answer);
    }
    for (const [name, text, code] of [
        ['RPC-12 truncated JSON', '{"jsonrpc":"2.0","id":1,"method":"pi\n', -32700],
        ['RPC-18 bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), -32700],
        ['RPC-12 no JSON at all', 'hello\n', -32700],
        ['a number', '5\n', -32600],
        ['RPC-17 an array', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600],
    ]) {
        const before = server.answers(null).length;
        server.send(text);
        checks.check(`${name} does no harm`, await server.alive());
        checks.equal(`${name} is an error`, server.answers(null)[before]?.error?.code, code);
    }
    const old = await server.ask({ jsonrpc: '1.0', id: 'old', method: 'ping' });
    checks.equal('RPC-01 another version of JSON-RPC is refused', old?.error?.code, -32600);

    const quiet = async (name, what) => {
        await server.alive();
        const before = server.lines.length;
        server.send(what);
        await server.alive();
        const said = server.lines.slice(before, -1).map(({ text }) => text);
        checks.equal(name, said, []);
    };
    await quiet(
        'RPC-09 an unknown notification is not answered',
        notification('no/such_thing', {}),
    );
    await quiet(
        'RPC-09 a malformed notification is not answered',
        notification('notifications/progress', 5),
    );
    await quiet('RPC-21 a stray result is ignored', { jsonrpc: '2.0', id: 999, result: {} });
    await quiet('RPC-21 a stray error is ignored', {
        jsonrpc: '2.0',
        id: 'x',
        error: { code: 1, message: '' },
    });
    await quiet(
        'CAN-05 R234 cancelling what is not there is ignored',
        notification('notifications/cancelled', { requestId: 4711 }),
    );
    await quiet(
        'CAN-05 R234 a malformed cancellation is ignored',
        notification('notifications/cancelled', { requestId: {} }),
    );
    await quiet(
        'progress for an unknown token is ignored',
        notification('notifications/progress', { progressToken: 999, progress: 1 }),
    );
    await server.end();
}

async function framing() {
    const server = start();
    server.send('\ufeff');
    checks.check(
        'STD-11 a byte order mark is tolerated',
        (await server.hello('2025-11-25'))?.result,
    );
    const crlf = await server.ask(`${JSON.stringify(request('crlf', 'ping'))}\r\n`, 'crlf');
    checks.check('STD-11 a carriage return is tolerated', crlf?.result);
    const odd = 'é😀 line\u2028end\nquote"\\ \u0001';
    const bytes = Buffer.from(
        `${JSON.stringify(request('slow', 'prompts/get', { name: 'test_prompt_with_arguments', arguments: { arg1: odd, arg2: '' } }))}\n`,
    );
    for (const byte of bytes) server.send(Buffer.from([byte]));
    await until(() => server.answers('slow').length > 0);
    checks.check(
        'STD-11 RPC-18 a message may come byte by byte, and text comes back as it was',
        server.answers('slow')[0]?.result?.messages[0].content.text.includes(odd),
        server.answers('slow')[0],
    );
    checks.check(
        'STD-02 R092 no message spans two lines',
        server.lines.every(({ message }) => message),
    );
    server.send(
        Buffer.concat([Buffer.from('"'), Buffer.alloc(20 * 1024 * 1024, 0x61), Buffer.from('"\n')]),
    );
    checks.check('STD-13 a line of 20 MB does no harm', await server.alive());
    const deep = '['.repeat(200000);
    server.send(
        `{"jsonrpc":"2.0","id":"deep","method":"ping","params":{"x":${deep}${']'.repeat(200000)}}}\n`,
    );
    checks.check('R358 text that nests 200000 deep does no harm', await server.alive());
    await server.end();
}

async function batches() {
    const server = start();
    const first = await server.ask(
        [
            request('hello', 'initialize', {
                protocolVersion: '2025-03-26',
                capabilities: {},
                clientInfo: me,
            }),
        ],
        undefined,
    );
    checks.equal('RPC-15 initialize in a batch is refused', first?.error?.code, -32600);
    await server.hello('2025-03-26');
    server.send([request('a', 'ping'), notification('no/such_thing'), request('b', 'tools/list')]);
    await until(() => server.answers('a').length + server.answers('b').length === 2);
    checks.check(
        'RPC-13 STD-15 both requests of a batch are answered',
        server.answers('a')[0]?.result && server.answers('b')[0]?.result,
    );
    const before = server.answers(undefined).length;
    const empty = await server.ask([], undefined);
    checks.equal('RPC-16 an empty batch is one error', empty?.error?.code, -32600);
    server.send([notification('no/such_thing')]);
    await server.alive();
    checks.equal(
        'RPC-16 a batch of notifications is not answered',
        server.answers(undefined).length,
        before + 1,
    );
    await server.end();
}

async function eras() {
    const server = start();
    const modern = await server.ask(request('m', 'tools/list', { _meta: meta }));
    checks.equal(
        'a request with everything in it needs no handshake',
        modern?.result?.resultType,
        'complete',
    );
    const first = await server.hello('2025-11-25');
    checks.equal('R076 a handshake may follow', first?.result?.protocolVersion, '2025-11-25');
    const both = await Promise.all([
        server.ask(request('m2', 'tools/list', { _meta: meta })),
        server.ask(request('l2', 'tools/list')),
    ]);
    checks.equal(
        'R076 both eras are served side by side',
        both.map((one) => one?.result && 'resultType' in one.result),
        [true, false],
    );
    server.send('{"jsonrpc":"2.0","id":1,\n');
    await server.alive();
    const refusal = server.answers(null).at(-1);
    checks.check(
        'R006 an error without a readable id has none',
        refusal?.error && !('id' in refusal),
        refusal,
    );
    const as = (id, clientInfo) =>
        server.ask(
            request(id, 'tools/list', { _meta: { ...meta, [`${prefix}clientInfo`]: clientInfo } }),
        );
    const [one, other] = [await as('one', me), await as('other', { name: 'admin', version: '9' })];
    checks.equal(
        'R046 what a client calls itself changes nothing',
        one?.result?.tools,
        other?.result?.tools,
    );
    await server.end();
}

async function stopping() {
    const server = start();
    await server.hello('2025-11-25');
    const call = (id, name, args) => request(id, 'tools/call', { name, arguments: args });
    server.send({ ...call(1, 'test_tool_with_progress') });
    server.send(notification('notifications/cancelled', { requestId: '1' }));
    await until(() => server.answers(1).length > 0);
    checks.check('CAN-09 cancelling "1" does not stop 1', server.answers(1)[0]?.result);
    server.send(call('unwanted', 'slow_compute', { seconds: 30 }));
    const reason = 'nobody waits any more';
    server.send(notification('notifications/cancelled', { requestId: 'unwanted', reason }));
    await until(() => server.said.includes(reason));
    checks.check('R238 the reason of a cancellation is reported', server.said.includes(reason));
    server.send(call('long', 'slow_compute', { seconds: 30 }));
    server.send(call('brief', 'test_tool_with_progress'));
    await server.alive();
    const { status, took } = await server.end(3000);
    checks.check(
        'STD-10 R098 the end of the input ends the server, whatever runs',
        status === 0 && took < 2000,
        `${status} after ${took} ms`,
    );
    const silent = start();
    checks.equal('STD-10 a server that hears nothing ends', (await silent.end(3000)).status, 0);
}

for (const part of [beforeInitialize, envelopes, framing, batches, eras, stopping]) {
    checks.context(part.name);
    await checks.part(part.name, part);
}
checks.context('all of them');
const standard = [-32700, -32600, -32601, -32602, -32603, -32002, -32020, -32021, -32022, -32042];
checks.equal(
    'R012 R016 no error has a code that the protocol keeps for itself',
    [...servers]
        .flatMap(({ lines }) => lines.map(({ message }) => message?.error?.code))
        .filter((code) => code >= -32768 && code <= -32000 && !standard.includes(code)),
    [],
);
for (const { child, ended } of servers) if (ended === undefined) child.kill('SIGKILL');
checks.finish();
