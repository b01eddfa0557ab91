// The recordings in docs/mcpctl.md: every command in a ```console block is run, against eight servers
// that others wrote, over pipes, and against TypeScript servers over HTTP; what it prints must be
// what the page shows, but for times and versions of servers. MCPGEN_APPROVE=1 writes down what is
// printed now.
//
//   node mcpctl.mjs [--peers DIR] [--page FILE] -- MCPCTL EVERYTHING
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { McpctlStage } from './lib/mcpctl_stage.mjs';
import { commandLine, here } from './lib/options.mjs';

const { options, command } = commandLine({ peers: undefined, page: undefined });
const page = options.page ?? resolve(here, '../../docs/mcpctl.md');
const stage = new McpctlStage();
await stage.open(resolve(options.peers), command[0], command[1], (servers) => ({
    'localhost:3004': [command[0], 'bridge', '--http', '127.0.0.1:0', '--', servers.everything.command, ...servers.everything.args],
}));
stage.configure('team.json', ['files', 'memory']);
// rules.json is the page's.
const rules = /```json\n(\{\n {2}"servers": \{\n {4}"files"[^`]*)```/.exec(readFileSync(page, 'utf8'));
writeFileSync(resolve(stage.work, 'rules.json'), rules[1].replace('["npx", "-y", "@modelcontextprotocol/server-filesystem", "project"]', JSON.stringify([stage.mcpServers.files.command, ...stage.mcpServers.files.args])));

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
    const now = await stage.run(entry.command);
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
await stage.close();
if (approving) writeFileSync(page, written.join(''));
console.log(`${count} recordings, ${failures} of them differ`);
if (failures) console.log('MCPGEN_APPROVE=1 writes down what is printed now.');
process.exit(failures === 0 && count > 30 ? 0 : 1);
