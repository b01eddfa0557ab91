// The official TypeScript SDK, 2.x, as the client of a server on stdio or over HTTP, at the
// stateless revision. The server has the features that lib/fixtures.mjs describes.
//
//   node client_sdk2.mjs [--http] [--exact] [--notes] [--known WORDS] [--behind REV]
//                        [--shared DIR] [--peers DIR] -- server command...
//
// --behind: what the server speaks, where the command is a bridge to it.
import { Checks } from './lib/checks.mjs';
import { fillIn, modelSays, roots } from './lib/fixtures.mjs';
import { HttpWiredServer } from './lib/http_wired.mjs';
import * as dialogue from './lib/modern_dialogue.mjs';
import * as parts from './lib/modern_parts.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import { Wired } from './lib/wired.mjs';

const { options, command } = commandLine({
    http: false,
    exact: false,
    notes: false,
    known: '',
    behind: '',
    shared: undefined,
    peers: undefined,
});
const require = peerModules(options.peers);
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');

const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';
const capabilities = { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} };

/// Also sends requests that the SDK knows nothing of; their answers do not reach it.
const rawTransport = (Base) => class extends Base {
    #waiting = new Map();
    #next = 0;

    async bare(method, params, id = `raw:${(this.#next += 1)}`) {
        if (options.http) return this.#post({ jsonrpc: '2.0', id, method, params });
        const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
        const deliver = this.onmessage;
        if (!this.tapped) {
            this.tapped = true;
            this.onmessage = (message, ...rest) => {
                const resolve = message.method === undefined && this.#waiting.get(message.id);
                if (!resolve) return deliver.call(this, message, ...rest);
                this.#waiting.delete(message.id);
                resolve(message);
            };
        }
        await this.send({ jsonrpc: '2.0', id, method, params });
        return answer;
    }

    async #post(message) {
        const { method, params } = message;
        const name = params?.name ?? params?.uri;
        const reply = await fetch(this._url, {
            method: 'POST',
            headers: {
                'Content-Type': 'application/json',
                Accept: 'application/json, text/event-stream',
                'MCP-Protocol-Version': params?._meta?.[`${prefix}protocolVersion`] ?? revision,
                'Mcp-Method': method,
                ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
            },
            body: JSON.stringify(message),
        });
        const text = await reply.text();
        const events = text.split('\n').filter((line) => line.startsWith('data:'));
        if (events.length === 0) return JSON.parse(text);
        const messages = events.map((line) => JSON.parse(line.slice(5)));
        const answer = messages.pop();
        for (const notification of messages) this.onmessage?.(notification);
        return answer;
    }

    async raw(method, { _meta, ...params } = {}) {
        const { result, error } = await this.bare(method, {
            ...params,
            _meta: {
                [`${prefix}protocolVersion`]: revision,
                [`${prefix}clientInfo`]: { name: 'live-test', version: '1' },
                [`${prefix}clientCapabilities`]: capabilities,
                ..._meta,
            },
        });
        if (error) throw Object.assign(new Error(error.message), error);
        return result;
    }
};

async function connect(checks) {
    const wired = new (options.http ? HttpWiredServer : Wired)(command, options);
    const client = new Client(
        { name: 'live-test', version: '1' },
        {
            capabilities,
            versionNegotiation: { mode: { pin: revision } },
        },
    );
    const seen = {
        logs: [],
        rootsListed: 0,
        toolChanges: 0,
        promptChanges: 0,
        asked: 0,
        sampled: 0,
    };
    client.setRequestHandler('sampling/createMessage', () => {
        seen.sampled += 1;
        return { role: 'assistant', model: 'test', content: { type: 'text', text: modelSays } };
    });
    client.setRequestHandler('elicitation/create', ({ params }) => {
        seen.asked += 1;
        return fillIn(params.requestedSchema);
    });
    client.setRequestHandler('roots/list', () => {
        seen.rootsListed += 1;
        return { roots };
    });
    client.setNotificationHandler(
        'notifications/message',
        ({ params }) => void seen.logs.push(params),
    );
    client.setNotificationHandler(
        'notifications/tools/list_changed',
        () => void (seen.toolChanges += 1),
    );
    client.setNotificationHandler(
        'notifications/prompts/list_changed',
        () => void (seen.promptChanges += 1),
    );
    const transport = options.http
        ? new (rawTransport(StreamableHTTPClientTransport))(new URL(await wired.open()))
        : new (rawTransport(StdioClientTransport))({
              command: wired.command,
              args: wired.args,
              stderr: 'inherit',
          });
    await client.connect(transport);
    return {
        checks,
        client,
        wired,
        seen,
        run: {},
        raw: (...words) => transport.raw(...words),
        bare: (...words) => transport.bare(...words),
    };
}

const checks = new Checks(90, options.known);
checks.context(revision);
const asksForms = !options.behind || options.behind >= '2025-06-18';
const conversations = [
    [
        parts.discovery,
        parts.lists,
        parts.tools,
        parts.progressAndLogging,
        parts.resourcesAndPrompts,
        asksForms ? dialogue.input : dialogue.modelAndRoots,
        dialogue.subscriptions,
        dialogue.cancellation,
    ],
    [parts.admission],
];
for (const conversation of conversations) {
    await checks.part('connecting', async () => {
        const run = await connect(checks);
        for (const part of conversation) await checks.part(part.name, () => part(run));
        await run.client.close();
        await run.wired.verdict(checks, options.notes);
    });
}
checks.finish();
