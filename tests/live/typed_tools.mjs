// `mcpgen tools` against other people's servers: each is asked for its tools, code is generated,
// compiled without a warning, and a typed call is made (typed_tools.cpp). One of them is asked over
// HTTP, too, and gives the same code. Prints how many members of arguments and results have a type,
// and fails when 5 % or more are Json.
//
//   node typed_tools.mjs [--peers DIR] --mcpgen PROGRAM --fetch PROGRAM -- COMPILER WORD...
//
// The words after `--` compile: `-o PROGRAM` and sources are put behind the first, before the
// others, which are flags and libraries.
import { spawnSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import {
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpServerProcess } from './lib/http_wired.mjs';
import { commandLine, here } from './lib/options.mjs';

const { options, command } = commandLine({ peers: undefined, mcpgen: undefined, fetch: undefined });
const modules = join(options.peers, 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'typed-tools-'));
let failures = 0;

function fail(what) {
    console.log(`FAIL  ${what}`);
    ++failures;
}

// What the charts' server sends its pictures' data to.
const pictures = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, resultObj: 'http://localhost/chart.png' }));
});
await new Promise((ready) => pictures.listen(0, '127.0.0.1', ready));

// A server gets no environment but the one that it is started with here.
const variables = [
    `MEMORY_FILE_PATH='${join(folder, 'memory.jsonl')}'`,
    `VIS_REQUEST_SERVER=http://127.0.0.1:${pictures.address().port}/`,
    'MCP_TRANSPORT_TYPE=stdio',
    `LOGS_DIR='${join(folder, 'logs')}'`,
].join(' ');
const program = (path) =>
    `cd ${folder} && exec env ${variables} '${process.execPath}' '${join(modules, path)}'`;
// Where there is no browser the call says so, as a failure of the tool.
const chromium = ['/usr/bin/chromium', join(options.peers, 'chromium/start')].find(existsSync);
const browser = chromium ? ` --browser chromium --no-sandbox --executable-path '${chromium}'` : '';
const servers = {
    everything: program('@modelcontextprotocol/server-everything/dist/index.js') + ' stdio',
    filesystem: program('@modelcontextprotocol/server-filesystem/dist/index.js') + ` ${folder}`,
    memory: program('@modelcontextprotocol/server-memory/dist/index.js'),
    thinking: program('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    playwright: program('@playwright/mcp/cli.js') + ` --headless --isolated${browser}`,
    eslint: program('@eslint/mcp/src/mcp-cli.js'),
    chart: program('@antv/mcp-server-chart/build/index.js'),
    git: program('@cyanheads/git-mcp-server/dist/index.js'),
};

function run(words) {
    return new Promise((ready) => {
        const child = spawn(words[0], words.slice(1), {
            env: { ...process.env, MCPGEN_FETCH: options.fetch },
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        let out = '';
        let err = '';
        child.stdout.on('data', (data) => (out += data));
        child.stderr.on('data', (data) => (err += data));
        child.on('close', (code) => ready({ code, out, err }));
    });
}

const sum = { tools: 0, members: 0, json: 0 };
for (const [name, start] of Object.entries(servers)) {
    // The command goes through `exec`, so that a shell with `cd` is one word.
    const words = [options.mcpgen, 'tools', '--stdio', `sh -c "${start}"`, '--namespace', name];
    const made = await run([...words, '--client', '--save', `${folder}/${name}.json`, '--out', `${folder}/${name}`]);
    const figures = /(\d+) tools?, (\d+) members?, (\d+) of them as Json/.exec(made.out);
    if (made.code !== 0 || !figures) {
        fail(`${name}: ${made.out}${made.err}`);
        continue;
    }
    sum.tools += Number(figures[1]);
    sum.members += Number(figures[2]);
    sum.json += Number(figures[3]);
    console.log(`ok    ${name}: ${figures[0]}`);
}
console.log(`${sum.tools} tools, ${sum.members} members typed, ${sum.json} of them as Json`);
if (sum.json * 20 >= sum.members) fail('5 % of the members or more are Json');

/// The names of the files in which two folders differ.
function differing(one, other) {
    const names = new Set([...readdirSync(one), ...readdirSync(other)]);
    const text = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return [...names].filter((name) => text(join(one, name)) !== text(join(other, name)));
}

/// Where this build has no HTTP, mcpgen says so.
async function byUrl() {
    process.env.PORT = '0';
    const script = join(modules, '@modelcontextprotocol/server-everything/dist/index.js');
    const loopback = join(here, 'lib/loopback.cjs');
    const server = new HttpServerProcess();
    const words = [process.execPath, '--require', loopback, script, 'streamableHttp'];
    const url = new URL('/mcp', await server.start(words)).href;
    const out = `${folder}/by-url/everything`;
    mkdirSync(`${folder}/by-url`);
    const asked = [options.mcpgen, 'tools', '--url', url, '--namespace', 'everything'];
    const made = await run([...asked, '--client', '--save', `${out}.json`, '--out', out]);
    await server.stop();
    if (made.err.includes('this build has no HTTP')) return console.log(`skip  ${made.err}`);
    if (made.code !== 0) return fail(`everything, by --url: ${made.out}${made.err}`);
    const different = differing(`${folder}/everything`, out);
    if (different.length !== 0) return fail(`by --url other code is made: ${different}`);
    console.log('ok    everything: the same code by --url');
}
if (failures === 0) await byUrl();

const [compiler, ...flags] = command;
const sources = Object.keys(servers).flatMap((name) => [`${folder}/${name}/codec.cpp`, `${folder}/${name}/client.cpp`]);
if (failures === 0) {
    const built = spawnSync(
        compiler,
        ['-std=c++20', '-O0', '-Wall', '-Wextra', '-Wconversion', '-Wshadow', '-Werror', `-I${folder}`]
            .concat(['-o', `${folder}/typed_tools`, join(here, 'typed_tools.cpp'), ...sources, ...flags]),
        { encoding: 'utf8' },
    );
    if (built.status !== 0) fail(`the code does not compile:\n${built.stderr.slice(0, 4000)}`);
}
if (failures === 0) {
    const called = await run([`${folder}/typed_tools`, folder, ...Object.entries(servers).flat()]);
    process.stdout.write(called.out);
    if (called.code !== 0) fail(`the calls: ${called.err.slice(0, 4000)}`);
}
pictures.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
