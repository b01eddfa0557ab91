// A `fetch` handler as a server on 127.0.0.1; says where on standard error.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

export function serveFetch(handler, path) {
    const server = createServer(async (incoming, reply) => {
        const body = ['GET', 'HEAD'].includes(incoming.method) ? undefined : Readable.toWeb(incoming);
        const ended = new AbortController();
        reply.on('close', () => ended.abort());
        const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
            method: incoming.method,
            headers: incoming.headers,
            body,
            duplex: 'half',
            signal: ended.signal,
        });
        const answer = await handler(request);
        reply.writeHead(answer.status, Object.fromEntries(answer.headers));
        reply.flushHeaders();
        try {
            for await (const chunk of answer.body ?? []) reply.write(chunk);
        } catch {
            return reply.destroy();
        }
        reply.end();
    });
    server.listen(0, '127.0.0.1', () =>
        process.stderr.write(`http://127.0.0.1:${server.address().port}${path}\n`),
    );
    process.on('SIGTERM', () => process.exit(0));
}
