// Stands between a client and a server on HTTP: passes requests and replies on, event streams piece
// by piece, and keeps every message of both sides, in the order in which they were seen, in the form
// that wired.mjs has. What the messages are worth is for a Judge; what HTTP demands is looked at by
// other tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { Judge } from './judge.mjs';
import { loadRevisions } from './schemas.mjs';
import { judged } from './wired.mjs';

/// A server program that listens on a port of its own choice and prints `http://…` on standard error.
export class HttpServerProcess {
    #child;
    stderr = '';

    async start(command, within = 10000) {
        this.#child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'inherit', 'pipe'] });
        this.#child.stderr.on('data', (chunk) => (this.stderr += chunk));
        const end = Date.now() + within;
        while (Date.now() < end && this.#child.exitCode === null) {
            const found = /http:\/\/\S+/.exec(this.stderr);
            if (found) return found[0];
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        this.#child.kill();
        throw new Error(`the server does not listen: ${this.stderr}`);
    }

    /// The exit status after SIGTERM.
    async stop() {
        if (this.#child.exitCode === null) {
            this.#child.kill('SIGTERM');
            await once(this.#child, 'exit');
        }
        return this.#child.exitCode ?? this.#child.signalCode;
    }
}

/// The data of the events in a stream, as they are completed.
class Events {
    #rest = '';
    #data = [];

    push(text, each) {
        this.#rest += text;
        for (let end; (end = this.#rest.search(/\r\n|\n|\r(?=.)/s)) !== -1; ) {
            const line = this.#rest.slice(0, end);
            this.#rest = this.#rest.slice(end + (this.#rest.startsWith('\r\n', end) ? 2 : 1));
            if (line === '') {
                if (this.#data.length !== 0) each(this.#data.join('\n'));
                this.#data = [];
            } else if (line.startsWith('data:')) {
                this.#data.push(line.slice(5).replace(/^ /, ''));
            }
        }
    }
}

export class HttpWired {
    #record = [];
    #server;
    #agent = new Agent({ keepAlive: true });
    /// Every request: `{method, path, headers, status, type}`.
    exchanges = [];

    /// Listens; gives the address that stands for `target`.
    async start(target) {
        const to = new URL(target);
        this.#server = createServer((incoming, reply) => this.#pass(to, incoming, reply));
        this.#server.listen(0, '127.0.0.1');
        await once(this.#server, 'listening');
        return `http://127.0.0.1:${this.#server.address().port}${to.pathname}`;
    }

    /// `{from, text, message}`, as parseRecord gives them.
    messages() {
        return this.#record;
    }

    /// The same, apart: one list for each session, and one for each request without a session.
    conversations() {
        const found = new Map();
        for (const entry of this.#record) {
            const of = entry.exchange.session ?? entry.exchange;
            found.set(of, [...(found.get(of) ?? []), entry]);
        }
        return [...found.values()];
    }

    async stop() {
        this.#server.closeAllConnections();
        this.#server.close();
        this.#agent.destroy();
    }

    #note(from, text, exchange) {
        let message;
        try {
            message = JSON.parse(text);
        } catch {
            message = undefined;
        }
        const entry = { from, text, message, exchange };
        if (text !== '') this.#record.push(entry);
        return entry;
    }

    #pass(to, incoming, reply) {
        const body = [];
        const exchange = { method: incoming.method, path: incoming.url, headers: incoming.headers };
        exchange.session = incoming.headers['mcp-session-id'];
        this.exchanges.push(exchange);
        incoming.on('data', (chunk) => body.push(chunk));
        incoming.on('end', () => {
            const bytes = Buffer.concat(body);
            if (bytes.length !== 0) exchange.noted = this.#note('client', bytes.toString('utf8'), exchange);
            const onward = request(
                {
                    host: to.hostname,
                    port: to.port,
                    method: incoming.method,
                    path: incoming.url,
                    headers: incoming.headers,
                    agent: this.#agent,
                },
                (answer) => this.#answer(exchange, answer, reply),
            );
            reply.on('close', () => onward.destroy());
            onward.on('error', () => reply.destroy());
            onward.end(bytes);
        });
    }

    #answer(exchange, answer, reply) {
        const type = answer.headers['content-type'] ?? '';
        Object.assign(exchange, { status: answer.statusCode, type });
        exchange.session ??= answer.headers['mcp-session-id'];
        // Refused before anybody looked at the message: it was never part of the conversation.
        if (answer.statusCode >= 400 && !type.startsWith('application/json'))
            this.#record = this.#record.filter((entry) => entry !== exchange.noted);
        reply.writeHead(answer.statusCode, answer.headers);
        answer.on('error', () => reply.destroy());
        if (type.startsWith('text/event-stream')) {
            reply.flushHeaders();
            const events = new Events();
            const decoder = new TextDecoder();
            answer.on('data', (chunk) => {
                // Kept first: whoever has seen a message finds it here.
                events.push(decoder.decode(chunk, { stream: true }), (data) => {
                    if (data.startsWith('{') || data.startsWith('[')) this.#note('server', data, exchange);
                });
                reply.write(chunk);
            });
        } else {
            const body = [];
            answer.on('data', (chunk) => {
                body.push(chunk);
                reply.write(chunk);
            });
            answer.on('end', () => {
                if (type.startsWith('application/json'))
                    this.#note('server', Buffer.concat(body).toString('utf8'), exchange);
            });
        }
        answer.on('end', () => reply.end());
        answer.on('aborted', () => reply.destroy());
    }
}

/// A server command behind a HttpWired, and the verdict afterwards; as Wired is on stdio.
export class HttpWiredServer {
    #server = new HttpServerProcess();
    #wired = new HttpWired();
    #options;
    #command;

    /// `options` are those of a script: shared, peers, exact.
    constructor(command, options) {
        this.#command = command;
        this.#options = options;
    }

    /// Starts the server; gives the address of its endpoint. `--http 127.0.0.1:0` is added, at the
    /// place of a word `{http}` or at the end.
    async open() {
        const words = [...this.#command];
        const place = words.includes('{http}') ? words.indexOf('{http}') : words.length;
        words.splice(place, 1, '--http', '127.0.0.1:0');
        return this.#wired.start(await this.#server.start(words));
    }

    messages() {
        return this.#wired.messages();
    }

    /// After the client has closed.
    async verdict(checks, notes = false) {
        await this.#wired.stop();
        const { shared, peers, exact } = this.#options;
        const lines = [];
        const judge = new Judge(loadRevisions(shared, peers), {
            exact,
            report({ severity, side, what, path, message }) {
                const word = severity === 'violation' && side !== 'server' ? 'not judged' : severity;
                lines.push(`${word}: ${side}: ${what}: ${path || '/'} ${message}`);
            },
        });
        for (const { from, text } of this.messages()) judge.line(from, text);
        judged(checks, 'server', lines, exact);
        checks.equal('the server ends well when it is told to', await this.#server.stop(), 0);
        if (notes) for (const line of lines) console.log(`     ${line}`);
    }
}
