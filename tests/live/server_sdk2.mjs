// A server with every feature, built with the official TypeScript SDK, 2.x: the stateless
// revision and the legacy ones, on stdio or, with --http, on a port of its own choice. A peer for
// clients; also what the client scripts here are tried on.
//
//   node server_sdk2.mjs [--http] [--page-size N] [--modern-only] [--peers DIR]
import { randomBytes } from 'node:crypto';
import { serveFetch } from './lib/fetch_server.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import * as features from './lib/server_features.mjs';

const { options } = commandLine(
    { http: false, 'page-size': '5', 'modern-only': false, peers: undefined },
    { needsCommand: false },
);
const require = peerModules(options.peers);
const sdk = require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const Ajv = require('ajv/dist/2020').default;

const pageSize = Number(options['page-size']);
const key = randomBytes(32);
const invalid = (message, data) => new sdk.ProtocolError(-32602, message, data);

/// The page of `all` that `cursor` names. A cursor is a number in disguise.
function page(all, member, cursor) {
    let start = 0;
    if (cursor !== undefined) {
        start = Number(
            /^page-(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? NaN,
        );
        if (!(start > 0 && start < all.length)) throw invalid('Unknown cursor');
    }
    const end = start + pageSize;
    const next =
        end < all.length ? { nextCursor: Buffer.from(`page-${end}`).toString('base64url') } : {};
    return { [member]: all.slice(start, end), ...next };
}

function makeServer() {
    const state = sdk.createRequestStateCodec({ key });
    const server = new sdk.Server(
        { name: 'live-sdk2', version: '1' },
        {
            capabilities: {
                tools: { listChanged: true },
                prompts: { listChanged: true },
                resources: { subscribe: true, listChanged: true },
                completions: {},
                logging: {},
            },
            instructions: 'Fixtures for tests.',
            enforceStrictCapabilities: true,
            requestState: { verify: state.verify },
            cacheHints: { 'tools/list': { ttlMs: 60000, cacheScope: 'public' } },
        },
    );
    const tools = features.makeTools(sdk, () => server, state);
    const prompts = features.makePrompts(sdk);
    const ajv = new Ajv({ strict: false });
    const on = (method, handler) => server.setRequestHandler(method, handler);

    on('tools/list', ({ params }) =>
        page(
            tools.map((tool) => tool.declaration),
            'tools',
            params?.cursor,
        ),
    );
    on('tools/call', async ({ params }, ctx) => {
        const tool = tools.find(({ declaration }) => declaration.name === params.name);
        if (!tool) throw invalid(`Unknown tool: ${params.name}`);
        const args = params.arguments ?? {};
        const fits = ajv.compile(tool.declaration.inputSchema);
        if (!fits(args) && params.name !== 'json_schema_2020_12_tool') {
            const why = ajv.errorsText(fits.errors);
            const revision = server.getNegotiatedProtocolVersion();
            if (revision < '2025-11-25') throw invalid(why);
            return { content: [{ type: 'text', text: why }], isError: true };
        }
        const result = await tool.call(args, ctx);
        if (
            params.name === 'test_audio_content' &&
            server.getNegotiatedProtocolVersion() === '2024-11-05'
        )
            return { content: [{ type: 'text', text: 'audio' }] };
        return result;
    });
    on('resources/list', ({ params }) => page(features.resourceList, 'resources', params?.cursor));
    on('resources/templates/list', ({ params }) =>
        page(features.templateList, 'resourceTemplates', params?.cursor),
    );
    on('resources/read', ({ params }) => {
        const contents = features.readResource(params.uri);
        const code = server.getNegotiatedProtocolVersion() >= '2026' ? -32602 : -32002;
        if (!contents) throw new sdk.ProtocolError(code, 'Resource not found', { uri: params.uri });
        return { contents: [contents] };
    });
    if (!options['modern-only']) {
        const watched = new Set();
        on('resources/subscribe', ({ params }) => (watched.add(params.uri), {}));
        on('resources/unsubscribe', ({ params }) => (watched.delete(params.uri), {}));
    }
    on('prompts/list', ({ params }) =>
        page(
            prompts.map(({ get, ...prompt }) => ({
                ...prompt,
                description: `Fixture ${prompt.name}`,
            })),
            'prompts',
            params?.cursor,
        ),
    );
    on('prompts/get', async ({ params }, ctx) => {
        const prompt = prompts.find(({ name }) => name === params.name);
        if (!prompt) throw invalid(`Unknown prompt: ${params.name}`);
        for (const { name } of prompt.arguments ?? [])
            if (!(name in (params.arguments ?? {}))) throw invalid(`Missing argument: ${name}`);
        const messages = await prompt.get(params.arguments ?? {}, ctx);
        return Array.isArray(messages) ? { messages } : messages;
    });
    on('completion/complete', ({ params: { ref, argument } }) => {
        const prompt = prompts.find(({ name }) => name === ref.name);
        if (
            ref.type === 'ref/prompt' &&
            !prompt?.arguments?.some(({ name }) => name === argument.name)
        )
            throw invalid('Unknown prompt or argument');
        const values = ['paris', 'park', 'party'].filter((value) =>
            value.startsWith(argument.value),
        );
        return { completion: { values, total: values.length, hasMore: false } };
    });
    return server;
}

const onerror = (error) => process.stderr.write(`${error.message}\n`);
if (options.http) {
    const legacy = options['modern-only'] ? 'reject' : 'stateless';
    const { fetch: handle } = sdk.createMcpHandler(makeServer, { legacy, onerror });
    serveFetch((request) => handle(request), '/mcp');
} else {
    serveStdio(makeServer, { legacy: options['modern-only'] ? 'reject' : 'serve', onerror });
}
