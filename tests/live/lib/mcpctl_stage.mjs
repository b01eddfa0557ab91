// Where mcpctl is tried: a home folder with a configuration of eight servers that others wrote, and
// servers over HTTP. What is run there, and what must come of it, is the scripts' business.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { HttpServerProcess } from './http_wired.mjs';
import { here } from './options.mjs';

const node = process.execPath;
const replaced = (text, pairs) => pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text);

/// The servers of the page's configuration. It shows them with `npx`; here they are those that
/// ./setup installed.
function configuration(peers, work, folder, pictures) {
    const server = (path, args = [], env = {}) => {
        const file = join(peers, 'node_modules', path);
        if (!existsSync(file)) throw new Error(`${file} does not exist: run tests/live/setup`);
        return { command: node, args: [file, ...args], env };
    };
    const chromium = ['/usr/bin/chromium', join(peers, 'chromium/start')].find(existsSync);
    const browser = chromium ? ['--browser', 'chromium', '--no-sandbox', '--executable-path', chromium] : [];
    return {
        everything: server('@modelcontextprotocol/server-everything/dist/index.js', ['stdio']),
        files: server('@modelcontextprotocol/server-filesystem/dist/index.js', [join(work, 'project')]),
        memory: server('@modelcontextprotocol/server-memory/dist/index.js', [], { MEMORY_FILE_PATH: join(work, 'memory.jsonl') }),
        thinking: server('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
        browser: server('@playwright/mcp/cli.js', ['--headless', '--isolated', ...browser]),
        eslint: server('@eslint/mcp/src/mcp-cli.js'),
        chart: server('@antv/mcp-server-chart/build/index.js', [], { VIS_REQUEST_SERVER: `http://127.0.0.1:${pictures}/` }),
        git: server('@cyanheads/git-mcp-server/dist/index.js', [], { MCP_TRANSPORT_TYPE: 'stdio', LOGS_DIR: join(folder, 'logs') }),
    };
}

export class McpctlStage {
    #folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpctl-')));
    #processes = [];
    #pictures;
    #outward = [];
    #inward = [];
    /// The home folder of the one who runs the commands.
    work = join(this.#folder, 'work');
    mcpServers;

    /// `web`: servers over HTTP besides those of the page, by the port that stands for them.
    async open(peers, mcpctl, everything, web = () => ({})) {
        process.env.PORT = '0'; // of server-everything
        for (const name of ['bin', 'work/project', 'work/.config/mcpctl']) mkdirSync(join(this.#folder, name), { recursive: true });
        symlinkSync(resolve(mcpctl), join(this.#folder, 'bin/mcpctl'));
        symlinkSync(resolve(everything), join(this.#folder, 'bin/everything'));
        writeFileSync(join(this.work, 'project/notes.txt'), 'Buy bread.\n');

        // What the charts' server sends its pictures' data to.
        this.#pictures = createServer((request, response) => {
            request.resume();
            response.setHeader('content-type', 'application/json');
            response.end(JSON.stringify({ success: true, resultObj: 'http://localhost/chart.png' }));
        });
        await new Promise((ready) => this.#pictures.listen(0, '127.0.0.1', ready));
        this.mcpServers = configuration(peers, this.work, this.#folder, this.#pictures.address().port);
        // It is the user's own file: for one of the working folder, somebody had to say yes.
        this.configure('.config/mcpctl/servers.json', Object.keys(this.mcpServers));

        // The ports that the page speaks of, and who listens there.
        const reference = [node, '--require', join(here, 'lib/loopback.cjs'), ...this.mcpServers.everything.args.slice(0, 1)];
        await this.#listen({
            'localhost:3001': [...reference, 'streamableHttp'],
            'localhost:3002': [...reference, 'sse'],
            'localhost:3003': [node, join(here, 'server_sdk2.mjs'), '--peers', peers, '--http'],
            'localhost:8080': [everything, '--http', '127.0.0.1:0'],
            ...web(this.mcpServers),
        });
        this.#inward = [...this.#outward.map(([name, host]) => [host, name]), [this.work, '/home/ada'], [this.#folder, '/tmp']];
    }

    async #listen(web) {
        for (const [name, words] of Object.entries(web)) {
            const process_ = new HttpServerProcess();
            this.#processes.push(process_);
            this.#outward.push([name, new URL(await process_.start(words)).host]);
        }
    }

    /// A configuration with these servers.
    configure(file, names) {
        const mcpServers = Object.fromEntries(names.map((name) => [name, this.mcpServers[name]]));
        writeFileSync(join(this.work, file), JSON.stringify({ mcpServers }));
    }

    /// What a line of the shell prints on both streams, and its exit code when that is not 0.
    run(line) {
        const env = {
            ...process.env,
            PATH: join(this.#folder, 'bin') + delimiter + process.env.PATH,
            HOME: this.work,
            COLUMNS: '100',
            XDG_CONFIG_HOME: join(this.work, '.config'),
        };
        return new Promise((ready) => {
            const script = `{ ${replaced(line, this.#outward)}\n} 2>&1`;
            const child = execFile('sh', ['-c', script], { cwd: this.work, env, timeout: 60000 }, (error, stdout) => {
                const text = replaced(stdout, this.#inward);
                const end = text === '' || text.endsWith('\n') ? '' : '\n';
                ready(text + end + (error ? `[exit ${error.code ?? error.signal}]\n` : ''));
            });
            child.stdin.end();
        });
    }

    async close() {
        for (const process_ of this.#processes) await process_.stop();
        this.#pictures.close();
        rmSync(this.#folder, { recursive: true, force: true });
    }
}
