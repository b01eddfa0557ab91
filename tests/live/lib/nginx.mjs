// nginx in front of a server, with its default settings for proxies: it buffers replies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free_port.mjs';

/// The program, if there is one; ./setup unpacks one into `peers`.
export function findNginx(peers) {
    return [
        '/usr/sbin/nginx',
        '/usr/local/sbin/nginx',
        '/usr/bin/nginx',
        join(peers, 'nginx/start'),
    ].find(existsSync);
}

async function answers(port) {
    const socket = connect(port, '127.0.0.1');
    try {
        await once(socket, 'connect');
        return true;
    } catch {
        return false;
    } finally {
        socket.destroy();
    }
}

export class Nginx {
    #folder = mkdtempSync(join(tmpdir(), 'mcpgen-nginx-'));
    #child;
    #program;

    constructor(program) {
        this.#program = program;
    }

    /// Gives the address that stands for `target`.
    async start(target) {
        const to = new URL(target);
        const port = await freePort();
        const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
            .map((name) => `${name}_temp_path ${join(this.#folder, name)};`)
            .join(' ');
        writeFileSync(
            join(this.#folder, 'nginx.conf'),
            `daemon off; worker_processes 1; pid ${join(this.#folder, 'pid')};
error_log ${join(this.#folder, 'error.log')};
events {}
http { access_log off; ${places}
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://${to.host}; proxy_http_version 1.1; proxy_set_header Connection ""; } } }
`,
        );
        this.#child = spawn(this.#program, ['-p', this.#folder, '-c', join(this.#folder, 'nginx.conf')], {
            stdio: ['ignore', 'ignore', 'inherit'],
        });
        for (let i = 0; i < 500 && !(await answers(port)); ++i)
            await new Promise((resolve) => setTimeout(resolve, 10));
        return `http://127.0.0.1:${port}${to.pathname}`;
    }

    async stop() {
        if (this.#child?.exitCode === null) {
            this.#child.kill('SIGTERM');
            await once(this.#child, 'exit');
        }
        rmSync(this.#folder, { recursive: true, force: true });
    }
}
