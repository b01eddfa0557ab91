// Our server behind its wall (examples/protected.cpp), an authorization server that others have
// written (oidc-provider), and the official TypeScript SDK as the client that logs in: signed tokens
// by the issuer's keys, and opaque ones that the issuer is asked about.
//
//   node protected_server.mjs [--peers DIR] -- server command...
import { spawn } from 'node:child_process';
import { Checks, until } from './lib/checks.mjs';
import { freePort } from './lib/free_port.mjs';
import { approve, startIssuer } from './lib/issuer.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';

const { options, command } = commandLine({ peers: undefined });
const require = peerModules(options.peers);
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { UnauthorizedError } = require('@modelcontextprotocol/sdk/client/auth.js');
const {
    StreamableHTTPClientTransport,
} = require('@modelcontextprotocol/sdk/client/streamableHttp.js');

const redirectUri = 'http://127.0.0.1:9/callback'; // nobody listens: the agent stops before it
const checks = new Checks(90);

/// Our server; `log` is what it has said.
async function startProtected(url, more) {
    const listen = new URL(url).host;
    const child = spawn(command[0], [...command.slice(1), '--listen', listen, '--resource', url, ...more], {
        env: { ...process.env, CLIENT_SECRET: 'the/secret of it' },
    });
    const running = { child, log: '' };
    child.stderr.on('data', (chunk) => (running.log += chunk));
    await until(() => running.log.includes('listening'), 10000);
    return running;
}

/// What the SDK asks a client for. `user` approves wherever it is sent.
class Login {
    constructor(user) {
        this.user = user;
        this.redirects = [];
    }
    get redirectUrl() {
        return redirectUri;
    }
    get clientMetadata() {
        return { client_name: 'live test', redirect_uris: [redirectUri] };
    }
    clientInformation() {
        return { client_id: 'app' };
    }
    tokens() {
        return this.kept;
    }
    saveTokens(tokens) {
        this.kept = tokens;
    }
    async redirectToAuthorization(url) {
        this.redirects.push(url);
        this.back = await approve(url, this.user, redirectUri);
    }
    saveCodeVerifier(verifier) {
        this.verifier = verifier;
    }
    codeVerifier() {
        return this.verifier;
    }
}

/// A client that has logged in.
async function connect(url, login) {
    const client = new Client({ name: 'live-test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
    try {
        await client.connect(transport);
    } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        await transport.finishAuth(login.back.searchParams.get('code'));
        const again = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
        const second = new Client({ name: 'live-test', version: '1' });
        await second.connect(again);
        return { client: second, transport: again };
    }
    return { client, transport };
}

const textOf = (result) => result.content[0].text;

const ports = [await freePort(), await freePort()];
const [signed, opaque] = ports.map((port) => `http://127.0.0.1:${port}/mcp`);
const { issuer, stop } = await startIssuer(options.peers, {
    scopes: ['mcp', 'notes:write'],
    format: (resource) => (resource === opaque ? 'opaque' : 'jwt'),
    redirectUri,
});
const servers = [
    await startProtected(signed, ['--issuer', issuer]),
    await startProtected(opaque, [
        ...['--issuer', issuer, '--introspect', `${issuer}/token/introspection`],
        ...['--client', 'resource:server', '--fresh', '0'],
    ]),
];
const tokens = [];

for (const [name, url] of Object.entries({ 'signed tokens': signed, 'opaque tokens': opaque })) {
    checks.context(name);
    const login = new Login('alice');
    await checks.part('a login', async () => {
        const refused = await fetch(url, { method: 'POST' });
        checks.equal('ARS-01: no token is 401', refused.status, 401);
        const { client, transport } = await connect(url, login);
        const asked = login.redirects[0].searchParams;
        checks.equal('ARS-05 R382: the client asks for the scope of the challenge', asked.get('scope'), 'mcp');
        checks.equal('ARS-04: the client asks for a token for this server', asked.get('resource'), url);
        tokens.push(login.kept.access_token);
        const is_signed = login.kept.access_token.split('.').length === 3;
        checks.equal('the token is of the kind that was asked for', is_signed, url === signed);
        const who = await client.callTool({ name: 'whoami', arguments: {} });
        checks.equal('ARS-06 R383: the token is good', textOf(who), `${issuer}#alice mcp`);

        // The SDK goes to the issuer again when the answer is 403 insufficient_scope.
        let stepped;
        try {
            await client.callTool({ name: 'note', arguments: {} });
        } catch (error) {
            stepped = error;
        }
        checks.check('ARS-10 R385: a tool that needs more is refused', stepped !== undefined, stepped);
        const more = login.redirects.at(-1).searchParams.get('scope') ?? '';
        checks.equal('R385: the client asks for all that is needed', more.split(' ').sort().join(' '), 'mcp notes:write');
        await transport.finishAuth(login.back.searchParams.get('code'));
        tokens.push(login.kept.access_token);
        const noted = await client.callTool({ name: 'note', arguments: {} });
        checks.equal('ARS-10: with more scopes the tool runs', textOf(noted), 'noted for alice');
        await client.close();
    });
    await checks.part('a second user', async () => {
        const { client, transport } = await connect(url, new Login('bob'));
        const who = await client.callTool({ name: 'whoami', arguments: {} });
        checks.equal('another user is another principal', textOf(who), `${issuer}#bob mcp`);
        const stolen = await fetch(url, {
            method: 'POST',
            headers: {
                authorization: `Bearer ${login.kept.access_token}`,
                accept: 'application/json, text/event-stream',
                'content-type': 'application/json',
                'mcp-session-id': transport.sessionId,
                'mcp-protocol-version': transport.protocolVersion,
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        });
        checks.equal('SES-12 R433: the session of another user is not there', stolen.status, 404);
        await client.close();
    });
}

checks.context('both');
const ask = async (url, token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
};
await checks.part('tokens of others', async () => {
    checks.equal('ARS-07: a signed token for another server', await ask(opaque, tokens[0]), 401);
    checks.equal('ARS-07: an opaque token for another server', await ask(signed, tokens[2]), 401);
    const broken = tokens[0].slice(0, -4) + 'AAAA';
    checks.equal('R383: a token with another signature', await ask(signed, broken), 401);
});
await checks.part('a token that is taken back', async () => {
    checks.check('before it is good', (await ask(opaque, tokens[3])) !== 401);
    await fetch(`${issuer}/token/revocation`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: tokens[3], client_id: 'app' }),
    });
    checks.equal('R384: afterwards it is not', await ask(opaque, tokens[3]), 401);
});
const log = servers.map((server) => server.log).join('');
checks.check('ARS-15: no token is in the log', tokens.every((token) => !log.includes(token.slice(-30))));
checks.check('what is decided is in the log', log.includes(`${issuer}#alice`), log);
for (const { child } of servers) child.kill('SIGTERM');
stop();
checks.finish();
