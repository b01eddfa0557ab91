// The server of tools_server.cpp, made with the TypeScript SDK, for comparison. Its first argument is
// the folder with node_modules; the second one the way: over HTTP, with sessions (SDK 1.x) or without
// (2.x), on a port that it says on standard error; none for standard input and output. Answers are
// events where the client refuses JSON.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, way] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { z } = await load("zod");
const about = { name: "echo", version: "1.0.0" };
const words = { description: "Gives the text back" };
const echo = async ({ text }) => ({ content: [{ type: "text", text }] });
const wantsEvents = (accept) => accept.includes("application/json;q=0");

async function older() {
    const { McpServer } = await load("@modelcontextprotocol/sdk/server/mcp.js");
    const server = new McpServer(about);
    server.registerTool("echo", { ...words, inputSchema: { text: z.string() } }, echo);
    return server;
}

if (way === "stateless") {
    const { McpServer, createMcpHandler } = await load("@modelcontextprotocol/server");
    const { serveFetch } = await import("../live/lib/fetch_server.mjs");
    const make = () => {
        const server = new McpServer(about);
        server.registerTool("echo", { ...words, inputSchema: z.object({ text: z.string() }) }, echo);
        return server;
    };
    const [json, events] = ["auto", "sse"].map((responseMode) =>
        createMcpHandler(make, { responseMode }),
    );
    serveFetch(
        (request) => (wantsEvents(request.headers.get("accept")) ? events : json).fetch(request),
        "/mcp",
    );
} else if (way === "sessions") {
    const { StreamableHTTPServerTransport } = await load(
        "@modelcontextprotocol/sdk/server/streamableHttp.js",
    );
    const sessions = new Map();
    const server = createServer(async (request, reply) => {
        let transport = sessions.get(request.headers["mcp-session-id"]);
        if (!transport) {
            transport = new StreamableHTTPServerTransport({
                sessionIdGenerator: randomUUID,
                enableJsonResponse: !wantsEvents(request.headers.accept),
                onsessioninitialized: (id) => sessions.set(id, transport),
            });
            await (await older()).connect(transport);
        }
        await transport.handleRequest(request, reply);
    });
    server.listen(0, "127.0.0.1", () =>
        process.stderr.write(`http://127.0.0.1:${server.address().port}\n`),
    );
} else {
    const { StdioServerTransport } = await load("@modelcontextprotocol/sdk/server/stdio.js");
    await (await older()).connect(new StdioServerTransport());
}
