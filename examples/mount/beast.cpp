// A web server made with Boost.Beast that has an MCP server in it. One thread reads and writes; the
// replies of slow tools come from others.
#include "beast.hpp"

#include "tools.hpp"

#include <iostream>

int main() {
    mcp::Server server{{.name = "mounted", .version = "1.0.0"}};
    add_tools(server);
    boost::asio::io_context io;
    mcp::HttpEndpoint endpoint(server);
    tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    std::cerr << "listening on http://127.0.0.1:" << acceptor.local_endpoint().port() << "/mcp\n";
    std::function<void()> accept = [&] {
        acceptor.async_accept([&](auto error, tcp::socket socket) {
            if (!error) std::make_shared<Connection>(std::move(socket), endpoint)->read();
            accept();
        });
    };
    accept();
    io.run();
}
