// The same with the library's own web server, below the protocol.
#include "asio/web_server.hpp"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <utility>

int main() {
    mcp::HttpServerOptions options;
    options.listen = {"127.0.0.1:0"};
    options.use_systemd = false;
    mcp::run::Crew crew;
    mcp::web::WebServer server(
        crew,
        [](const mcp::HttpRequest& request, std::shared_ptr<mcp::HttpReply> reply) {
            const mcp::HttpHeader type{"Content-Type", "application/json"};
            reply->answer(200, {&type, 1}, request.body);
            return nullptr;
        },
        options);
    server.start();
    std::fprintf(stderr, "listening on %s/mcp\n", server.addresses()[0].c_str());
    ::pause();  // until it is killed
}
