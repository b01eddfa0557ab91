// A web server made with cpp-httplib that has an MCP server in it.
#include "httplib.hpp"

#include "tools.hpp"

#include <iostream>

int main() {
    mcp::Server server{{.name = "mounted", .version = "1.0.0"}};
    add_tools(server);
    // Only while a stream is written httplib looks whether the peer is still there. So what takes
    // longer than this becomes a stream.
    mcp::HttpEndpointOptions options;
    options.keep_alive = std::chrono::seconds(1);
    mcp::HttpEndpoint endpoint(server, options);
    const auto serve = [&](const httplib::Request& request, httplib::Response& response) {
        std::vector<mcp::HttpHeader> headers;
        for (const auto& [name, value] : request.headers) headers.push_back({name, value});
        const auto reply = std::make_shared<Reply>();
        reply->send(response, endpoint.handle({.method = request.method,
                                               .target = request.target,
                                               .headers = headers,
                                               .body = request.body,
                                               .peer = request.remote_addr},
                                              reply));
    };
    httplib::Server web;
    web.new_task_queue = [] { return new httplib::ThreadPool(64); };
    web.Get(".*", serve).Post(".*", serve).Delete(".*", serve).Options(".*", serve);
    std::cerr << "listening on http://127.0.0.1:" << web.bind_to_any_port("127.0.0.1") << "/mcp\n";
    return web.listen_after_bind() ? 0 : 1;
}
