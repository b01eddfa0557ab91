// Our client logs in to our protected server (examples/protected.cpp) at an authorization server that
// others have written (oidc-provider): registration, code and PKCE, a tool, a step up, a refresh,
// another run, a logout. Signed tokens, and then opaque ones. A script is the user.
//
//   node login.mjs [--peers DIR] -- protected live_login_client
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Checks, until } from './lib/checks.mjs';
import { freePort } from './lib/free_port.mjs';
import { approve, startIssuer } from './lib/issuer.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';

const { options, command } = commandLine({ peers: undefined });
peerModules(options.peers);

/// An authorization server, and what it has done. A token lasts for 28 seconds, and a client takes
/// one with less than 20 for expired.
async function startWatched(format) {
    const as = await startIssuer(options.peers, {
        scopes: ['mcp', 'notes:write'],
        format: () => format,
        lifetime: 28,
        registers: true,
    });
    as.grants = [];
    as.revoked = [];
    as.provider.on('grant.success', (ctx) => as.grants.push({ ...ctx.oidc.params }));
    as.provider.on('server_error', (_, error) => console.log(error));
    as.provider.on('refresh_token.destroyed', () => as.revoked.push('refresh_token'));
    return as;
}

/// The user sees the page, says yes, and the browser goes back to the client.
async function visit(page) {
    const back = new URL(page).searchParams.get('redirect_uri');
    return (await fetch(await approve(page, 'someone', back))).text();
}

const checks = new Checks(150);
for (const [name, format] of [
    ['by signature', 'jwt'],
    ['by asking the issuer', 'opaque'],
]) {
    checks.context(name);
    const folder = mkdtempSync(join(tmpdir(), 'login-'));
    await checks.part('a login', async () => {
        const port = await freePort();
        const url = `http://127.0.0.1:${port}/mcp`;
        const as = await startWatched(format);
        const words = ['--listen', `127.0.0.1:${port}`, '--resource', url, '--issuer', as.issuer];
        if (format === 'opaque')
            words.push(
                ...['--introspect', `${as.issuer}/token/introspection`, '--fresh', '0'],
                ...['--client', 'resource:server'],
            );
        const server = spawn(command[0], words, {
            env: { ...process.env, CLIENT_SECRET: 'the/secret of it' },
        });
        let log = '';
        server.stderr.on('data', (chunk) => (log += chunk));
        await until(() => log.includes('listening'), 10000);

        const client = spawn(command[1], [url, folder], { timeout: 90_000 });
        let output = '';
        client.stderr.on('data', (chunk) => (output += chunk));
        const said = [];
        const pages = [];
        for await (const line of createInterface({ input: client.stdout })) {
            output += `${line}\n`;
            if (!line.startsWith('page ')) {
                said.push(line);
                continue;
            }
            pages.push(new URL(line.slice(5)));
            visit(line.slice(5)).catch((error) => (output += `${error.stack}\n`));
        }
        server.kill();
        as.stop();

        const me = `${as.issuer}#someone mcp`;
        checks.equal('ACL-01 ACL-06 ACL-22 ACL-23 R402 R414 every step is done', said, [
            `whoami ${me}`,
            'note noted for someone',
            'sleep',
            `whoami ${me} notes:write`,
            'again noted for someone',
            'out',
            `whoami ${me}`,
            `revoked ${me} notes:write`,
        ]);
        const asked = pages.map((page) => page.searchParams.get('scope'));
        const first = 'mcp offline_access';
        checks.equal(
            'ACL-14 ACL-25 R413 the user logs in, allows more, and logs in after the logout',
            asked.slice(0, 3),
            [first, `${first} notes:write`, first],
        );
        // A signed token is good until it expires, whatever happens.
        if (format === 'opaque')
            checks.equal('ACL-22 a revoked token leads to a login', asked.slice(3), [`${first} notes:write`]);
        checks.check('ACL-16 R409 the resource goes along', pages.every((page) => page.searchParams.get('resource') === url), output);
        checks.equal('ACL-19 ACL-22 codes and a refresh',
            as.grants.slice(0, 3).map(({ grant_type }) => grant_type),
            ['authorization_code', 'authorization_code', 'refresh_token']);
        checks.check('a logout revokes', as.revoked.includes('refresh_token'), as.revoked);
        const secrets = as.grants.flatMap((each) => [each.code_verifier, each.refresh_token]);
        checks.check('ACL-29 no secret is printed', !secrets.some((each) => each && output.includes(each)), output);
        const file = readFileSync(join(folder, 'tokens'), 'utf8');
        checks.check('ACL-25 the file is encrypted', !/token/.test(file));
        if (said.length !== 8) console.log(output);
    });
    rmSync(folder, { recursive: true });
}
checks.finish();
