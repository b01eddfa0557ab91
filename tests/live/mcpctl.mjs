// The recordings in docs/mcpctl.md: every command in a ```console block is run, against eight servers
// that others wrote, over pipes, and against TypeScript servers over HTTP; what it prints must be
// what the page shows, but for times and versions of servers. MCPGEN_APPROVE=1 writes down what is
// printed now.
//
//   node mcpctl.mjs [--peers DIR] [--page FILE] -- MCPCTL EVERYTHING
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { HttpServerProcess } from './lib/http_wired.mjs';
import { commandLine, here } from './lib/options.mjs';

const { options, command } = commandLine({ peers: undefined, page: undefined });
const page = options.page ?? resolve(here, '../../docs/mcpctl.md');
const peers = resolve(options.peers);
const modules = join(peers, 'node_modules');
const node = process.execPath;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpctl-')));
const work = join(folder, 'work');
process.env.PORT = '0'; // of server-everything

for (const name of ['bin', 'work/project', 'work/.config/mcpctl']) mkdirSync(join(folder, name), { recursive: true });
symlinkSync(resolve(command[0]), join(folder, 'bin/mcpctl'));
symlinkSync(resolve(command[1]), join(folder, 'bin/everything'));
writeFileSync(join(work, 'project/notes.txt'), 'Buy bread.\n');

// What the charts' server sends its pictures' data to.
const pictures = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, resultObj: 'http://localhost/chart.png' }));
});
await new Promise((ready) => pictures.listen(0, '127.0.0.1', ready));

// The page shows a configuration with `npx`; here the same servers are those that ./setup installed.
const server = (path, args = [], env = {}) => {
    const file = join(modules, path);
    if (!existsSync(file)) throw new Error(`${file} does not exist: run tests/live/setup`);
    return { command: node, args: [file, ...args], env };
};
const chromium = ['/usr/bin/chromium', join(peers, 'chromium/start')].find(existsSync);
const browser = chromium ? ['--browser', 'chromium', '--no-sandbox', '--executable-path', chromium] : [];
const mcpServers = {
    everything: server('@modelcontextprotocol/server-everything/dist/index.js', ['stdio']),
    files: server('@modelcontextprotocol/server-filesystem/dist/index.js', ['project']),
    memory: server('@modelcontextprotocol/server-memory/dist/index.js', [], { MEMORY_FILE_PATH: join(work, 'memory.jsonl') }),
    thinking: server('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    browser: server('@playwright/mcp/cli.js', ['--headless', '--isolated', ...browser]),
    eslint: server('@eslint/mcp/src/mcp-cli.js'),
    chart: server('@antv/mcp-server-chart/build/index.js', [], { VIS_REQUEST_SERVER: `http://127.0.0.1:${pictures.address().port}/` }),
    git: server('@cyanheads/git-mcp-server/dist/index.js', [], { MCP_TRANSPORT_TYPE: 'stdio', LOGS_DIR: join(folder, 'logs') }),
};
// It is the user's own file: for one of the working folder, somebody had to say yes.
writeFileSync(join(work, '.config/mcpctl/servers.json'), JSON.stringify({ mcpServers }));

// The ports that the page speaks of, and who listens there.
const reference = [node, '--require', join(here, 'lib/loopback.cjs'), join(modules, '@modelcontextprotocol/server-everything/dist/index.js')];
const web = {
    'localhost:3001': [...reference, 'streamableHttp'],
    'localhost:3002': [...reference, 'sse'],
    'localhost:3003': [node, join(here, 'server_sdk2.mjs'), '--peers', peers, '--http'],
    'localhost:8080': [command[1], '--http', '127.0.0.1:0'],
};
const processes = [];
const ports = {};
for (const [name, words] of Object.entries(web)) {
    const process_ = new HttpServerProcess();
    processes.push(process_);
    ports[name] = new URL(await process_.start(words)).host;
}

const replaced = (text, pairs) => pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text);
const outward = Object.entries(ports);
const inward = [...outward.map(([name, host]) => [host, name]), [work, '/home/ada'], [folder, '/tmp']];

/// What the command prints on both streams, and its exit code when that is not 0.
function run(line) {
    const env = {
        ...process.env,
        PATH: join(folder, 'bin') + delimiter + process.env.PATH,
        HOME: folder,
        COLUMNS: '100',
        XDG_CONFIG_HOME: join(work, '.config'),
    };
    return new Promise((ready) => {
        const child = execFile('sh', ['-c', `{ ${replaced(line, outward)}\n} 2>&1`], { cwd: work, env, timeout: 60000 }, (error, stdout) => {
            const text = replaced(stdout, inward);
            const end = text === '' || text.endsWith('\n') ? '' : '\n';
            ready(text + end + (error ? `[exit ${error.code ?? error.signal}]\n` : ''));
        });
        child.stdin.end();
    });
}

/// Without what differs from run to run, and from one release of a server to the next.
const masked = (text) =>
    text
        .replace(/\b\d+(\.\d+)? (ms|s)\b/g, 'N s')
        .replace(/"expires":\d+/g, '"expires":N')
        .replace(/^(calls per second +)\d+/gm, '$1N')
        .replace(/^(version +)\S+$/gm, '$1V')
        .replace(/("(?:serverInfo|server)":\{"name":"[^"]*","version":")[^"]*/g, '$1V')
        .replace(/\b\d{1,2}:\d\d:\d\d( [AP]M)?/g, 'TIME')
        .replace(/ +/g, ' ');

const approving = process.env.MCPGEN_APPROVE === '1';
const written = [];
let failures = 0;
let count = 0;
let inside = false;
let entry;
const close = async () => {
    if (!entry) return;
    const now = await run(entry.command);
    ++count;
    if (masked(now) === masked(entry.shown)) {
        written.push(entry.shown);
    } else {
        written.push(now);
        if (!approving) {
            ++failures;
            console.log(`FAIL  ${entry.command}\n--- the page\n${entry.shown}--- now\n${now}`);
        }
    }
    entry = undefined;
};
for (const line of readFileSync(page, 'utf8').split(/(?<=\n)/)) {
    if (line.startsWith('```')) {
        await close();
        inside = !inside && line === '```console\n';
    } else if (inside && line.startsWith('$ ')) {
        await close();
        entry = { command: line.slice(2).trimEnd(), shown: '' };
        written.push(line);
        continue;
    } else if (entry) {
        entry.shown += line;
        continue;
    }
    written.push(line);
}
for (const process_ of processes) await process_.stop();
pictures.close();
rmSync(folder, { recursive: true, force: true });
if (approving) writeFileSync(page, written.join(''));
console.log(`${count} recordings, ${failures} of them differ`);
if (failures) console.log('MCPGEN_APPROVE=1 writes down what is printed now.');
process.exit(failures === 0 && count > 30 ? 0 : 1);
