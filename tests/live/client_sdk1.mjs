// The official TypeScript SDK, 1.x, as the client of a server on stdio or over HTTP (2024-11-05 over
// HTTP+SSE), at every legacy revision. The server has the features that lib/fixtures.mjs describes.
//
//   node client_sdk1.mjs [--http] [--revision REV] [--exact] [--notes] [--known WORDS]
//                        [--shared DIR] [--peers DIR] -- server command...
import { Checks } from './lib/checks.mjs';
import { modelSays, roots } from './lib/fixtures.mjs';
import { HttpWiredServer } from './lib/http_wired.mjs';
import * as dialogue from './lib/legacy_dialogue.mjs';
import * as parts from './lib/legacy_parts.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import { legacyRevisions } from './lib/schemas.mjs';
import { Wired } from './lib/wired.mjs';

const { options, command } = commandLine({
    http: false,
    revision: '',
    exact: false,
    notes: false,
    known: '',
    shared: undefined,
    peers: undefined,
});
const require = peerModules(options.peers);
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { SSEClientTransport } = require('@modelcontextprotocol/sdk/client/sse.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const {
    StreamableHTTPClientTransport,
} = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const types = require('@modelcontextprotocol/sdk/types.js');

const everything = { sampling: {}, elicitation: {}, roots: { listChanged: true } };

/// A transport that asks for `revision` in place of the SDK's newest one.
function asking(Transport, revision, ...words) {
    return new (class extends Transport {
        send(message, ...rest) {
            if (message.method === 'initialize')
                message = {
                    ...message,
                    params: { ...message.params, protocolVersion: revision },
                };
            return super.send(message, ...rest);
        }
    })(...words);
}

const stderr = [];
async function transportTo(wired, revision) {
    if (options.http) {
        const url = new URL(await wired.open());
        if (revision !== '2024-11-05')
            return asking(StreamableHTTPClientTransport, revision, url);
        url.pathname = '/sse';
        return asking(SSEClientTransport, revision, url);
    }
    const { command: program, args } = wired;
    const transport = asking(StdioClientTransport, revision, {
        command: program,
        args,
        stderr: 'pipe',
    });
    transport.stderr.on('data', (chunk) => stderr.push(chunk));
    return transport;
}

/// A connected client that answers what it is asked; `seen` says what that was.
async function connect(revision, capabilities, checks) {
    const wired = new (options.http ? HttpWiredServer : Wired)(command, options);
    const client = new Client({ name: 'live-test', version: '1' }, { capabilities });
    const seen = {
        sampling: [],
        elicited: [],
        logs: [],
        rootsListed: 0,
        answer: { action: 'cancel' },
    };
    if (capabilities.sampling)
        client.setRequestHandler(types.CreateMessageRequestSchema, ({ params }) => {
            seen.sampling.push(params);
            return { role: 'assistant', model: 'test', content: { type: 'text', text: modelSays } };
        });
    if (capabilities.elicitation)
        client.setRequestHandler(types.ElicitRequestSchema, ({ params }) => {
            seen.elicited.push(params);
            return seen.answer;
        });
    if (capabilities.roots)
        client.setRequestHandler(types.ListRootsRequestSchema, () => {
            seen.rootsListed += 1;
            return { roots };
        });
    client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => {
        seen.logs.push(params);
    });
    const transport = await transportTo(wired, revision);
    try {
        await client.connect(transport);
    } catch (error) {
        console.log(Buffer.concat(stderr).toString());
        throw error;
    }
    return { checks, revision, client, wired, types, seen, run: {} };
}

/// What the server said in its answer to initialize.
const answered = (wired) => wired.messages().find(({ from }) => from === 'server')?.message.result;

async function wholeScript(revision, checks) {
    checks.context(revision);
    const run = await connect(revision, everything, checks);
    const { client, wired } = run;
    const first = answered(wired);
    checks.equal(
        'LIF-04 the revision that was asked for is agreed on',
        first?.protocolVersion,
        revision,
    );
    checks.check(
        'LIF-07 the server introduces itself',
        first?.serverInfo?.name && first.serverInfo.version,
        first,
    );
    const needed = [
        'tools',
        'resources',
        'prompts',
        'logging',
        ...(revision > '2025' ? ['completions'] : []),
    ];
    checks.equal(
        'what is offered is declared',
        needed.filter((name) => !(name in first.capabilities)),
        [],
    );
    for (const part of [
        parts.basics,
        parts.lists,
        parts.tools,
        parts.progress,
        parts.logging,
        parts.completion,
        parts.resourcesPart,
        parts.promptsPart,
        dialogue.input,
        dialogue.cancellation,
        dialogue.order,
    ])
        await checks.part(part.name, () => part(run));
    await client.close();
    await wired.verdict(checks, options.notes);
}

/// A client that declares nothing is asked nothing.
async function withoutCapabilities(checks) {
    checks.context('no capabilities');
    const { client, wired } = await connect('2025-11-25', {}, checks);
    for (const [name, args] of [
        ['test_sampling', { prompt: 'x' }],
        ['test_elicitation', { message: 'x' }],
    ]) {
        const call = client.callTool({ name, arguments: args }).then(
            (result) => result.isError === true,
            () => true,
        );
        checks.check(`LIF-15 ${name} fails for a client without the capability`, await call);
    }
    checks.equal(
        'LIF-15 nothing is asked of a client without capabilities',
        wired
            .messages()
            .filter(({ from, message }) => from === 'server' && message?.method && 'id' in message),
        [],
    );
    await client.close();
    await wired.verdict(checks, options.notes);
}

async function unknownRevisions(checks) {
    for (const asked of ['1999-01-01', '2099-01-01']) {
        checks.context(asked);
        const { client, wired } = await connect(asked, {}, checks);
        checks.equal(
            'LIF-05 an unknown revision is answered with the newest one',
            answered(wired)?.protocolVersion,
            legacyRevisions.at(-1),
        );
        await client.close();
        await wired.verdict(checks, options.notes);
    }
}

const checks = new Checks(120, options.known);
const chosen = options.revision ? [options.revision] : legacyRevisions;
for (const revision of chosen)
    await checks.part(`revision ${revision}`, () => wholeScript(revision, checks));
if (!options.revision) {
    await checks.part('no capabilities', () => withoutCapabilities(checks));
    await checks.part('unknown revisions', () => unknownRevisions(checks));
}
checks.finish();
