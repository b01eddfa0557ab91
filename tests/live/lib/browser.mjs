// A browser without a window, and a web site of files for it.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { notRun, peerModules } from './peers.mjs';

/// The program, if there is one; ./setup unpacks one into `peers`.
export function findChromium(peers) {
    return [
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome',
        join(peers, 'chromium/start'),
    ].find(existsSync);
}

/// Chromium, driven by Playwright; each wait of its pages ends as failed after `patience` milliseconds.
/// Ends the program as not run where the system does not let others than root isolate its processes.
export async function openBrowser(program, peers, patience) {
    const { chromium } = peerModules(peers)('playwright-core');
    const root = process.getuid?.() === 0; // for whom its sandbox does not start
    const browser = await chromium
        .launch({
            executablePath: program,
            args: ['--disable-gpu', ...(root ? ['--no-sandbox'] : [])],
        })
        .catch((error) => {
            if (!/No usable sandbox/.test(error.message)) throw error;
            console.log('NOT RUN: the browser finds no way to isolate its processes here');
            process.exit(notRun);
        });
    return {
        async open(address) {
            const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
            page.setDefaultTimeout(patience);
            await page.goto(address);
            return page;
        },
        close: () => browser.close(),
    };
}

const types = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.svg': 'image/svg+xml',
};

/// The files of a folder on a port of its own.
export class Site {
    #server;
    origin;

    async start(folder) {
        this.#server = createServer((request, reply) => {
            const path = normalize(new URL(request.url, 'http://localhost').pathname);
            const file = join(folder, path === '/' ? 'index.html' : path);
            if (!(extname(file) in types) || !existsSync(file)) {
                reply.writeHead(404).end();
                return;
            }
            reply.writeHead(200, { 'Content-Type': types[extname(file)] }).end(readFileSync(file));
        });
        this.#server.listen(0, '127.0.0.1');
        await once(this.#server, 'listening');
        this.origin = `http://127.0.0.1:${this.#server.address().port}`;
    }

    stop() {
        this.#server.closeAllConnections();
        this.#server.close();
    }
}
