// The official TypeScript SDKs, 1.x and 2.x, against a server whose tools have the shapes of
// tests/described as the schemas of their arguments and results (shapes_server.cpp): all are listed
// and compiled, each tool is called, its result is accepted, and a wrong one is refused.
//
//   node shapes_sdk.mjs --documents PROGRAM [--mcpgen PROGRAM --fetch PROGRAM] [--peers DIR]
//                       -- server command...
//
// The documents are those of emit_shapes. With --mcpgen, `mcpgen tools` reads the server, too.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Checks } from './lib/checks.mjs';
import { commandLine, here } from './lib/options.mjs';
import { peerModules } from './lib/peers.mjs';
import { shapesOf } from './lib/shapes.mjs';

const { options, command } = commandLine({
    documents: '',
    mcpgen: '',
    fetch: '',
    peers: undefined,
});
const require = peerModules(options.peers);
const me = { name: 'live-test', version: '1' };
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const sdk1 = {
    Client: require('@modelcontextprotocol/sdk/client/index.js').Client,
    Transport: require('@modelcontextprotocol/sdk/client/stdio.js').StdioClientTransport,
};
const sdk2 = {
    Client: require('@modelcontextprotocol/client').Client,
    Transport: require('@modelcontextprotocol/client/stdio').StdioClientTransport,
};
const clients = {
    'SDK 1.x': { ...sdk1 },
    'SDK 2.x': { ...sdk2 },
    'SDK 2.x, 2026-07-28': { ...sdk2, settings: modern },
};

const shapes = shapesOf(options.documents);
const folder = mkdtempSync(join(tmpdir(), 'mcpgen-shapes-'));
const wrongResults = join(folder, 'wrong.json');
writeFileSync(
    wrongResults,
    JSON.stringify(Object.fromEntries([...shapes].map(([name, { wrong }]) => [name, wrong[0]]))),
);
const swapped = [process.execPath, join(here, 'lib/swap_results.mjs'), '--results', wrongResults];

/// The tools in `listed`, called one after the other by a client of `sdk`.
async function conversation({ Client, Transport, settings }, [program, ...args], use) {
    const client = new Client(me, settings);
    await client.connect(new Transport({ command: program, args, stderr: 'inherit' }));
    const { tools } = await client.listTools();
    for (const { name } of tools) await use(client, name);
    await client.close();
    return tools;
}

/// What comes in an order of its own is put into one.
const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
const same = (name, a, b) =>
    isDeepStrictEqual(a, b) ||
    (name === 'HashedSet' && isDeepStrictEqual(sorted(a?.value), sorted(b?.value)));

async function accepts(checks, sdk) {
    const wrong = [];
    let calls = 0;
    const tools = await conversation(sdk, command, async (client, name) => {
        for (const document of shapes.get(name).values) {
            ++calls;
            try {
                const result = await client.callTool({ name, arguments: document });
                if (!result.isError && same(name, result.structuredContent, document)) continue;
                wrong.push(`${name}: ${JSON.stringify({ document, result })}`);
            } catch (error) {
                wrong.push(`${name}: ${error.message}`);
            }
        }
    });
    checks.equal(
        'the tools are listed with the schemas that they have',
        tools.filter(
            ({ name, inputSchema, outputSchema }) =>
                !isDeepStrictEqual(inputSchema, shapes.get(name).schema) ||
                !isDeepStrictEqual(outputSchema, shapes.get(name).schema),
        ),
        [],
    );
    checks.check(
        `${tools.length} shapes, each as arguments and as a result, are accepted in ${calls} calls`,
        wrong.length === 0 && tools.length === shapes.size && calls >= shapes.size,
        wrong.slice(0, 5).join('\n     '),
    );
}

/// Otherwise the part above would say nothing.
async function refuses(checks, sdk) {
    const taken = [];
    let refused = 0;
    await conversation(sdk, [...swapped, '--', ...command], async (client, name) => {
        const { values, wrong } = shapes.get(name);
        if (wrong.length === 0) return;
        try {
            await client.callTool({ name, arguments: values[0] });
            taken.push(`${name}: ${JSON.stringify(wrong[0])}`);
        } catch (error) {
            if (/schema/i.test(error.message)) ++refused;
            else taken.push(`${name}: ${error.message}`);
        }
    });
    checks.check(
        `${refused} wrong results are refused`,
        taken.length === 0 && refused > 100,
        taken.slice(0, 5).join('\n     '),
    );
}

const checks = new Checks(120);
checks.context('shapes');
checks.check('there is a document for each shape', shapes.size > 100);
for (const [name, sdk] of Object.entries(clients)) {
    checks.context(name);
    await checks.part('the calls', () => accepts(checks, sdk));
    await checks.part('the wrong results', () => refuses(checks, sdk));
}
if (options.mcpgen) {
    checks.context('mcpgen tools');
    const words = ['tools', '--stdio', command.join(' '), '--namespace', 'shapes', '--out', folder];
    const made = spawnSync(options.mcpgen, words, {
        env: { ...process.env, MCPGEN_FETCH: options.fetch },
        encoding: 'utf8',
    });
    const figures = /(\d+) tools, (\d+) members, (\d+) of them as Json/.exec(made.stdout);
    checks.check(
        `reads them all: ${figures?.[0]}`,
        made.status === 0 && Number(figures?.[1]) === shapes.size,
        made.stdout + made.stderr,
    );
}
rmSync(folder, { recursive: true, force: true });
checks.finish();
