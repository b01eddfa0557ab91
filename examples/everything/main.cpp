// A server that has everything: every kind of content, questions to the user and the model, forms,
// progress, logging, resources, prompts, completion, tasks. What clients are tested against.
#include "features.hpp"

#include <mcp/serve_http.hpp>

#include <chrono>

int main(int argc, char** argv) {
    mcp::ServerOptions options;
    options.instructions = "A server for trying out clients: call any tool.";
    options.offer_completions = true;
    options.lists.ttl_ms = 1000;
    mcp::Server server{{.name = "everything", .version = "1.0.0", .title = "Everything"},
                       std::move(options)};
    add_tools(server);
    add_questions(server);
    add_forms(server);
    add_rounds(server);
    add_resources(server);
    add_prompts(server);
    add_tasks(server);
    // Over HTTP, a reply that takes longer is fetched later, where the client can do that.
    mcp::HttpServerOptions http;
    http.endpoint.poll_after = std::chrono::milliseconds(300);
    return mcp::serve(server, argc, argv, http);
}
