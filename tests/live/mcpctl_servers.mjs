// Every command of mcpctl against every server: eight that others wrote, over pipes; TypeScript
// servers over HTTP; and the same behind `mcpctl bridge` and `mcpctl serve`. What commands print is
// in the recordings (mcpctl.mjs); here each must end as it should. The table is printed.
//
//   node mcpctl_servers.mjs [--peers DIR] -- MCPCTL EVERYTHING
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Checks } from './lib/checks.mjs';
import { McpctlStage } from './lib/mcpctl_stage.mjs';
import { commandLine } from './lib/options.mjs';

const { options, command } = commandLine({ peers: undefined });
const checks = new Checks(500);
checks.context('mcpctl');
const stage = new McpctlStage();
await stage.open(resolve(options.peers), command[0], command[1]);
writeFileSync(join(stage.work, 'project/eslint.config.mjs'), 'export default [];\n');
writeFileSync(join(stage.work, 'project/good.js'), 'let bread = 1;\n');
await stage.run('git init -q project');

// For each server what is called, read and so on. What is missing it does not offer: then the
// command must say so, and exit with 1.
const reference = {
    call: 'echo message=hello',
    read: 'demo://resource/static/document/features.md',
    prompt: 'args-prompt city=Oslo',
    complete: 'completable-prompt department E',
};
const sdk2 = { call: 'test_simple_text', read: 'test://static-text', prompt: 'test_simple_prompt', complete: 'test_prompt_with_arguments arg1 p' };
const servers = {
    everything: reference,
    files: { call: 'list_allowed_directories' },
    memory: { call: 'read_graph', read: 'memory://knowledge-graph' },
    thinking: { call: 'sequentialthinking thought=hm nextThoughtNeeded=false thoughtNumber=1 totalThoughts=1' },
    browser: { call: 'browser_close' },
    eslint: { call: 'lint-files filePaths="$PWD/project/good.js"' },
    chart: { call: `generate_pie_chart 'data:=[{"category": "rain", "value": 3}]'`, changes: false },
    git: { call: 'git_status path="$PWD/project"', read: 'git://working-directory', prompt: 'git_wrapup' },
    'http://localhost:3001/mcp': reference,
    'http://localhost:3002/sse': reference,
    'http://localhost:3003/mcp': sdk2,
};

/// `[exit N]` of a recording, 0 without one.
const exitCode = (printed) => Number(/\[exit (\d+)\]\n$/.exec(printed)?.[1] ?? 0);

/// The lines for one server: `word` stands for it after the command, `tail` at the end.
function linesOf(parts, word, tail) {
    const line = (name, rest = '') => `mcpctl ${name} ${word} ${rest} ${tail}`;
    const offered = (name, otherwise) => ({ line: line(name, parts[name] ?? otherwise), code: parts[name] ? 0 : 1 });
    return {
        discover: { line: line('discover'), code: 0 },
        list: { line: line('list'), code: 0 },
        call: { line: line('call', parts.call), code: 0 },
        read: offered('read', 'nowhere://at/all'),
        prompt: offered('prompt', 'no-such-prompt'),
        complete: offered('complete', 'no-such-prompt name'),
        watch: { line: line('watch', '--for 0.2'), code: parts.changes === false ? 1 : 0 },
        ping: { line: line('ping'), code: 0 },
        bench: { line: line('bench', `${parts.call} --calls 3`), code: 0 },
        // Nobody wants a login; where there is no HTTP, there can be none. mcpctl_login.mjs logs in.
        login: { line: line('login', '--no-browser'), code: word.includes(':') ? 0 : 2 },
    };
}

const rows = [];
async function tryAll(name, lines) {
    const row = [name];
    for (const [what, { line, code }] of Object.entries(lines)) {
        const printed = await stage.run(line);
        const ended = exitCode(printed);
        const right = ended === code && (ended === 0 ? printed.trim() !== '' : printed.includes('mcpctl: '));
        checks.check(`${what} ${name}`, right, right ? undefined : `${line}\n${printed}`);
        row.push(right ? (ended === 0 ? 'fine' : 'refused') : 'FAIL');
    }
    rows.push(row);
}

for (const [name, parts] of Object.entries(servers)) await tryAll(name, linesOf(parts, name, ''));
for (const [name, parts] of Object.entries(servers)) {
    const lines = linesOf(parts, '', `-- mcpctl bridge ${name}`);
    await tryAll(`bridge ${name}`, Object.fromEntries(['discover', 'list', 'call'].map((each) => [each, lines[each]])));
}

// Each behind `serve`, with another one beside it.
for (const [name, parts] of Object.entries(servers)) {
    if (name.includes(':')) continue;
    stage.configure('pair.json', [...new Set([name, 'memory'])]);
    const called = await stage.run(`mcpctl call ${name}__${parts.call} -- mcpctl serve --config pair.json --allow-all`);
    checks.check(`serve ${name}`, exitCode(called) === 0, called);
    rows.push([`serve ${name}`, '', '', exitCode(called) === 0 ? 'fine' : 'FAIL']);
}

const columns = ['', ...Object.keys(linesOf({}, '', ''))];
for (const row of [columns, ...rows]) console.log(row.map((cell, i) => cell.padEnd(i === 0 ? 34 : 9)).join(''));

// Every command is tried somewhere.
const help = await stage.run('mcpctl help');
const commands = [...help.slice(help.indexOf('Commands:'), help.indexOf('Options of every')).matchAll(/^ {2}(\w+)/gm)].map((found) => found[1]);
const tried = [...columns, 'bridge', 'serve', 'completion', 'help'];
checks.equal('no command is left out', commands.filter((each) => !tried.includes(each)), []);
for (const each of commands) {
    checks.equal(`help ${each}`, exitCode(await stage.run(`mcpctl help ${each} | grep -q "mcpctl ${each}"`)), 0);
    checks.equal(`the manual page knows ${each}`, exitCode(await stage.run(`mcpctl help --man | grep -q "^.SS ${each}$"`)), 0);
    for (const shell of ['bash', 'zsh', 'fish'])
        checks.equal(`completion for ${shell} knows ${each}`, exitCode(await stage.run(`mcpctl completion ${shell} | grep -qw ${each}`)), 0);
}
await stage.close();
checks.finish();
