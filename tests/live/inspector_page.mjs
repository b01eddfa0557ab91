// The official Inspector's web pages in a real browser against a server over HTTP. The older page
// speaks to the server itself, from another origin; the newer one through a program beside it, in
// both eras. A picture of each is left in `screenshots` of the peers' folder.
//
//   node inspector_page.mjs [--peers DIR] -- server command...
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, openBrowser, Site } from './lib/browser.mjs';
import { Checks } from './lib/checks.mjs';
import { HttpServerProcess } from './lib/http_wired.mjs';
import { freePort } from './lib/free_port.mjs';
import { commandLine } from './lib/options.mjs';
import { notRun } from './lib/peers.mjs';

const { options, command } = commandLine({ peers: undefined });
const program = findChromium(options.peers);
const older = join(options.peers, 'page/package/dist');
const newer = join(
    options.peers,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);
for (const needed of [program ?? join(options.peers, 'chromium'), older, newer]) {
    if (existsSync(needed)) continue;
    console.log(`NOT RUN: ${needed} is not there: run tests/live/setup`);
    process.exit(notRun);
}

const form = 'test_elicitation_sep1034_defaults';
const revisions = { legacy: '2025-11-25', modern: '2026-07-28' };
const pictures = join(options.peers, 'screenshots');
mkdirSync(pictures, { recursive: true });

/// The Inspector's own program, which serves the newer page and speaks to servers for it.
class Inspector {
    #child;
    #home = mkdtempSync(join(tmpdir(), 'mcpgen-inspector-'));

    /// The address of the page.
    async start(url, era) {
        const words = ['--web', '--transport', 'http', '--server-url', url, '--protocol-era', era];
        this.#child = spawn(process.execPath, [newer, ...words], {
            stdio: ['ignore', 'pipe', 'pipe'],
            env: {
                ...process.env,
                HOME: this.#home,
                CLIENT_PORT: String(await freePort()),
                MCP_SANDBOX_PORT: '0',
                MCP_APP_ORIGIN_PORT: '0',
                MCP_AUTO_OPEN_ENABLED: 'false',
                MCP_INSPECTOR_SECRET_STORE: 'memory',
            },
        });
        let said = '';
        return new Promise((resolve, reject) => {
            this.#child.on('exit', () => reject(new Error(`the Inspector has ended: ${said}`)));
            for (const stream of [this.#child.stdout, this.#child.stderr])
                stream.on('data', (chunk) => {
                    said += chunk;
                    const found = /http:\/\/\S+TOKEN=\w+(?=\s)/.exec(said);
                    if (found) resolve(found[0]);
                });
        });
    }

    async stop() {
        if (this.#child.exitCode === null && this.#child.signalCode === null) {
            this.#child.kill('SIGKILL'); // it waits for its page
            await once(this.#child, 'exit');
        }
        rmSync(this.#home, { recursive: true, force: true });
    }
}

/// What the tool says in the end: with `name` and `age` as they were entered.
async function entered(checks, page) {
    const text = await page.getByText('Elicitation completed').first().innerText();
    checks.check('the form is answered', /action=accept/.test(text), text);
    checks.check('what was entered arrives', /"name":"Ada"/.test(text) && /"age":36/.test(text), text);
}

async function olderPage(checks, page) {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('tab', { name: 'Tools' }).click();
    const tools = page.getByRole('tabpanel', { name: 'Tools' });
    await tools.getByRole('button', { name: 'List Tools' }).click();
    await tools.getByText('test_simple_text', { exact: true }).click();
    checks.check('the tools are listed', (await tools.getByText(/^(test_|greet$)/).count()) > 20);
    await tools.getByRole('button', { name: 'Run Tool' }).click();
    const result = tools.getByText('This is a simple text response for testing.');
    await result.first().waitFor();
    checks.check('a tool is called', await result.first().isVisible());

    await tools.getByText(form, { exact: true }).click();
    await tools.getByRole('button', { name: 'Run Tool' }).click();
    const asked = page.getByRole('tabpanel').filter({ hasText: 'Information Request' });
    await asked.getByPlaceholder('User name').fill('Ada');
    await asked.getByPlaceholder('User age').fill('36');
    await page.screenshot({ path: join(pictures, 'inspector_direct_form.png') });
    await asked.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('tab', { name: 'Tools' }).click();
    await entered(checks, page);
}

/// Clicks that come before the page listens to its switch are lost: until it says a revision.
async function connect(page) {
    const revision = page.getByText(/^MCP 20/);
    const power = page.getByRole('switch', { name: /Connect/ });
    for (let tries = 0; tries < 3 && !(await revision.isVisible()); ++tries) {
        if ((await power.isVisible()) && !(await power.isChecked()))
            await power.click({ force: true });
        await revision.waitFor({ timeout: 10000 }).catch(() => {});
    }
    return revision.innerText();
}

async function newerPage(checks, page, era) {
    await page.getByRole('switch', { name: /Connect/ }).waitFor();
    checks.equal('its revision', await connect(page), `MCP ${revisions[era]}`);
    await page.getByRole('radiogroup').getByText('Tools', { exact: true }).click();
    const tool = (name) => page.getByRole('button', { name, exact: true });
    await tool('test_simple_text').click();
    checks.check('the tools are listed', (await tool(/^(test_|greet$)/).count()) > 20);
    await tool('Execute Tool').click();
    const result = page.getByText('This is a simple text response for testing.');
    await result.first().waitFor();
    checks.check('a tool is called', await result.first().isVisible());

    await tool(form).click();
    await tool('Execute Tool').click();
    const asked = page.getByRole('dialog');
    await asked.getByLabel('name').first().fill('Ada');
    await asked.getByLabel('age').first().fill('36');
    await page.screenshot({ path: join(pictures, `inspector_${era}_form.png`) });
    await asked.getByRole('button', { name: 'Submit' }).click();
    await entered(checks, page);
}

/// What a script of `page` gets from `url`.
async function fetched(page, url) {
    return page.evaluate(async (address) => {
        const request = {
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: {
                protocolVersion: '2025-11-25',
                capabilities: {},
                clientInfo: { name: 'page', version: '1' },
            },
        };
        try {
            const reply = await fetch(address, {
                method: 'POST',
                headers: {
                    'Content-Type': 'application/json',
                    Accept: 'application/json, text/event-stream',
                },
                body: JSON.stringify(request),
            });
            await reply.text();
            return `${reply.status}, ${reply.headers.has('Mcp-Session-Id') ? 'a' : 'no'} session`;
        } catch (error) {
            return error.name;
        }
    }, url);
}

const checks = new Checks(55);
const browser = await openBrowser(program, options.peers, 30000);
const site = new Site();
const stranger = new Site();
await Promise.all([site.start(older), stranger.start(older)]);
const server = new HttpServerProcess();
const url = await server.start([...command, '--http', '127.0.0.1:0', '--cors', site.origin]);

/// One page with one way of using it; a picture in the end, whatever happens.
async function visit(name, picture, address, use) {
    checks.context(name);
    await checks.part('a visit', async () => {
        const page = await browser.open(address);
        try {
            await use(page);
        } finally {
            await page.screenshot({ path: join(pictures, `${picture}.png`) });
            await page.close();
        }
    });
}

const asks = new URLSearchParams({ transport: 'streamable-http', serverUrl: url });
await visit('the page itself', 'inspector_direct', `${site.origin}/mcp.svg`, async (page) => {
    await page.evaluate(() => localStorage.setItem('lastConnectionType', 'direct'));
    await page.goto(`${site.origin}/?${asks}`);
    await olderPage(checks, page);
    checks.equal('SEC-05 the page of this origin reads', await fetched(page, url), '200, a session');
});
await visit('a page of another origin', 'stranger', `${stranger.origin}/mcp.svg`, async (page) => {
    checks.equal('SEC-05 it reads nothing', await fetched(page, url), 'TypeError');
});
for (const era of Object.keys(revisions)) {
    const inspector = new Inspector();
    await checks.part('the Inspector', async () => {
        const address = await inspector.start(url, era);
        await visit(`through its program, ${era}`, `inspector_${era}`, address, (page) =>
            newerPage(checks, page, era),
        );
    });
    await inspector.stop();
}
checks.context('the end');
await browser.close();
checks.equal('the server ends well', await server.stop(), 0);
site.stop();
stranger.stop();
checks.finish();
