// `mcpctl login` at an authorization server that others have written (oidc-provider): the page, the
// file with the tokens, calls that use it, a logout. A script is the user.
//
//   node mcpctl_login.mjs [--peers DIR] -- protected mcpctl
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks, until } from './lib/checks.mjs';
import { freePort } from './lib/free_port.mjs';
import { approve, startIssuer } from './lib/issuer.mjs';
import { commandLine } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';

const { options, command } = commandLine({ peers: undefined });
peerModules(options.peers);
const checks = new Checks(100);
checks.context('mcpctl login');
const folder = mkdtempSync(join(tmpdir(), 'mcpctl-login-'));
const tokens = join(folder, 'mcpctl/tokens');

/// The exit code and what is printed; `visit` is called with each page that the user is to open.
async function mcpctl(words, visit = () => {}) {
    const child = spawn(command[1], words, {
        env: { ...process.env, XDG_CONFIG_HOME: folder },
        timeout: 40_000,
    });
    const said = { out: '', err: '', pages: [] };
    child.stdin.end();
    child.stdout.on('data', (chunk) => (said.out += chunk));
    child.stderr.on('data', (chunk) => {
        said.err += chunk;
        for (const [page] of said.err.matchAll(/^ {2}(http\S+)\n/gm)) {
            if (said.pages.includes(page.trim())) continue;
            said.pages.push(page.trim());
            visit(page.trim());
        }
    });
    const [code] = await once(child, 'close');
    return { ...said, code };
}

/// The user sees the page, says yes, and the browser goes back to mcpctl.
async function visit(page) {
    const back = new URL(page).searchParams.get('redirect_uri');
    await (await fetch(await approve(page, 'someone', back))).text();
}

await checks.part('a login', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    const as = await startIssuer(options.peers, {
        scopes: ['mcp', 'notes:write'],
        format: () => 'jwt',
        registers: true,
    });
    const revoked = [];
    as.provider.on('refresh_token.destroyed', () => revoked.push('refresh_token'));
    const words = ['--listen', `127.0.0.1:${port}`, '--resource', url, '--issuer', as.issuer];
    const server = spawn(command[0], words);
    let log = '';
    server.stderr.on('data', (chunk) => (log += chunk));
    await until(() => log.includes('listening'), 10000);

    const before = await mcpctl(['call', url, 'whoami']);
    checks.equal('without a token the call fails', before.code, 1);
    checks.check('and says what to do', before.err.includes(`hint: log in: mcpctl login ${url}`), before.err);

    const login = await mcpctl(['login', url, '--no-browser', '--scope', 'notes:write'], visit);
    checks.equal('the login succeeds', login.code, 0);
    checks.check('and says where the tokens are', login.out.includes(tokens), login);
    checks.equal('one page is shown', login.pages.length, 1);
    checks.equal('the file is for its owner alone', statSync(tokens).mode & 0o777, 0o600);
    checks.equal('and so is its folder', statSync(join(folder, 'mcpctl')).mode & 0o777, 0o700);

    const call = await mcpctl(['call', url, 'whoami', '--trace']);
    checks.equal('a call uses the token', call.code, 0);
    checks.check('as the user that logged in', call.out.includes('someone'), call.out);
    const kept = readFileSync(tokens, 'utf8').match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)?.[0];
    checks.check('no token is printed', !kept || !(call.out + call.err + login.out + login.err).includes(kept));
    const config = join(folder, 'servers.json');
    const serving = (headers) => {
        writeFileSync(config, JSON.stringify({ mcpServers: { one: { type: 'http', url, headers } } }));
        const serve = [command[1], 'serve', '--config', config, '--tokens', tokens, '--allow-all'];
        return mcpctl(['call', 'one__whoami', '--', ...serve]);
    };
    const served = await serving({});
    checks.check('a gateway uses it, too', served.code === 0 && served.out.includes('someone'), served);
    checks.check('but not beside a header of its own', (await serving({ Authorization: 'Bearer x' })).code !== 0);
    checks.equal('a header of its own goes before', (await mcpctl(['ping', url, '--header', 'Authorization: Bearer x'])).code, 1);

    chmodSync(tokens, 0o644);
    const open = await mcpctl(['login', url, '--no-browser']);
    checks.check('a file that others may read is refused', open.code === 1 && open.err.includes('chmod 600'), open);
    const unserved = await serving({});
    checks.check('by a gateway, too', unserved.code !== 0 && unserved.err.includes('chmod 600'), unserved);
    chmodSync(tokens, 0o600);

    const out = await mcpctl(['login', url, '--out']);
    checks.equal('a logout succeeds', out.code, 0);
    checks.equal('and gives the token back', revoked, ['refresh_token']);
    checks.equal('afterwards the call fails again', (await mcpctl(['call', url, 'whoami'])).code, 1);
    server.kill();
    as.stop();
});
rmSync(folder, { recursive: true });
checks.finish();
