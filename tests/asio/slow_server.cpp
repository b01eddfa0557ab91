// A server as a process of its own: to be started in all ways, to be killed, and to have its memory
// measured.
#include <mcp/serve_http.hpp>

#include <chrono>
#include <thread>

int main(int argc, char** argv) {
    mcp::Server server{{.name = "slow", .version = "1"}};
    server.tool("wait", "Waits, and may say so first", [](mcp::Context& context) {
        context.progress(0, 1, "waiting");
        while (!context.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return "waited";
    });
    server.tool("quick", "Answers at once", [] { return "done"; });
    server.tool("later", "Says that it has begun, and answers later", [](mcp::Context& context) {
        context.progress(0);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        return "done";
    });
    server.tool("change", "Adds a tool, of which clients are told", [&server] {
        server.tool("new", "Was added", [] { return "new"; });
        return "changed";
    });
    mcp::HttpServerOptions options;
    options.listen = {"127.0.0.1:0"};
    options.limits.connections_per_address = options.limits.connections;
    return mcp::serve(server, argc, argv, options);
}
