// An authorization server that others have written (oidc-provider), on this machine, and a user agent
// without a screen that logs in there and approves.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/// By way of text: Node 20 may wait for itself for ever when it collects garbage while it exports a
/// key that it has made.
function privateJwk(type, options, more) {
    const privateKeyEncoding = { type: 'pkcs8', format: 'pem' };
    const publicKeyEncoding = { type: 'spki', format: 'pem' };
    const { privateKey } = generateKeyPairSync(type, { ...options, privateKeyEncoding, publicKeyEncoding });
    return { ...createPrivateKey(privateKey).export({ format: 'jwk' }), use: 'sig', ...more };
}

/// `format(resource)`: 'jwt' or 'opaque'. `lifetime`: seconds, of access tokens. `registers`: clients
/// may register, and get refresh tokens. Gives its address, what tells its events, and what stops it.
export async function startIssuer(
    peers,
    { scopes, format, redirectUri = 'http://127.0.0.1:9/', lifetime = 600, registers = false },
) {
    const file = join(peers, 'node_modules/oidc-provider/lib/index.js');
    const { Provider } = await import(pathToFileURL(file).href);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${server.address().port}`;
    const resources = {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
            scope: scopes.join(' '),
            audience: resource,
            accessTokenTTL: lifetime,
            accessTokenFormat: format(resource),
            jwt: { sign: { alg: 'ES256' } },
        }),
    };
    const provider = new Provider(issuer, {
        clients: [
            {
                client_id: 'app',
                application_type: 'native',
                token_endpoint_auth_method: 'none',
                redirect_uris: [redirectUri],
                grant_types: ['authorization_code'],
                response_types: ['code'],
            },
            {
                client_id: 'resource:server',
                client_secret: 'the/secret of it',
                redirect_uris: [],
                grant_types: [],
                response_types: [],
            },
        ],
        scopes: ['openid', ...(registers ? ['offline_access'] : []), ...scopes],
        jwks: {
            keys: [
                privateJwk('ec', { namedCurve: 'P-256' }, { kid: 'ec', alg: 'ES256' }),
                privateJwk('rsa', { modulusLength: 2048 }, { kid: 'rsa', alg: 'RS256' }),
            ],
        },
        cookies: { keys: ['only for tests'] },
        features: {
            resourceIndicators: resources,
            introspection: { enabled: true, allowedPolicy: () => true },
            revocation: { enabled: true },
            registration: { enabled: registers },
        },
    });
    server.on('request', provider.callback());
    return {
        issuer,
        provider,
        stop() {
            server.closeAllConnections();
            server.close();
        },
    };
}

/// Goes where it is sent, fills in the forms, and gives the address that leads back to the client.
export async function approve(address, user, redirectUri) {
    const cookies = new Map();
    let url = new URL(address);
    let request = {};
    for (let step = 0; step < 20; step += 1) {
        if (url.href.startsWith(redirectUri)) return url;
        const headers = { ...request.headers, cookie: [...cookies].map((c) => c.join('=')).join('; ') };
        const reply = await fetch(url, { ...request, headers, redirect: 'manual' });
        for (const line of reply.headers.getSetCookie()) {
            const [name, value] = line.split(';')[0].split(/=(.*)/s);
            cookies.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location) {
            url = new URL(location, url);
            request = {};
            continue;
        }
        const page = await reply.text();
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
        const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
        if (!action || !prompt) throw new Error(`no form at ${url}: ${reply.status} ${page.slice(0, 300)}`);
        url = new URL(action, url);
        request = {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ prompt, login: user, password: 'any' }).toString(),
        };
    }
    throw new Error('the user agent is sent around');
}
