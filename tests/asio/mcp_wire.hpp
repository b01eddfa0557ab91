// MCP by hand on a connection: a session, calls, streams. No test cases.
#pragma once

#include "support.hpp"

#include <mcp/client.hpp>
#include <mcp/serve_http.hpp>

#include <catch.hpp>

#include <string>
#include <string_view>

namespace asio_test {

inline std::string mcp_post(std::string_view body, std::string_view fields = {}) {
    return post(
        body, "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
                  std::string(fields));
}

inline std::string session_field(std::string_view session) {
    return "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: " + std::string(session) + "\r\n";
}

/// A session of 2025-11-25 that is ready.
inline std::string open_session(Wire& wire) {
    REQUIRE(wire.send(mcp_post(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
        R"("capabilities":{},"clientInfo":{"name":"c","version":"1"}}})")));
    const std::string response = wire.response();
    REQUIRE(status_of(response) == 200);
    constexpr std::string_view name = "Mcp-Session-Id: ";
    const std::size_t at = response.find(name) + name.size();
    const std::string session = response.substr(at, response.find('\r', at) - at);
    REQUIRE(wire.send(mcp_post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                               session_field(session))));
    REQUIRE(status_of(wire.response()) == 202);
    return session;
}

/// The stream for what the server says by itself. Waits until it is open.
inline void open_stream(Wire& wire, std::string_view session) {
    REQUIRE(wire.send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" +
                      session_field(session) + "\r\n"));
    REQUIRE(status_of(wire.until("\n\n")) == 200);
}

inline std::string call_in(std::string_view session, std::string_view tool) {
    return mcp_post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" +
                        std::string(tool) + R"("}})",
                    session_field(session));
}

inline std::string stateless_call(std::string_view tool) {
    return mcp_post(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + std::string(tool) +
            R"(","_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
            R"("io.modelcontextprotocol/clientCapabilities":{}}}})",
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " +
            std::string(tool) + "\r\n");
}

/// Of a client that knows how old its server is.
inline mcp::ClientOptions of_era(mcp::Era era) {
    mcp::ClientOptions options;
    mcp::ServerVerdict verdict{
        .era = era, .revision = era == mcp::Era::modern ? mcp::r2026_07_28 : mcp::r2025_11_25};
    verdict.expires = std::chrono::system_clock::time_point::max();
    options.known = verdict;
    return options;
}

/// A whole server with one quick tool.
struct McpRig {
    explicit McpRig(mcp::HttpServerOptions given = {}, mcp::ServerOptions options = {})
        : server({.name = "rig", .version = "1"}, std::move(options)),
          http(server, with_port(std::move(given))) {
        server.tool("hello", "Says hello", [] { return "Hello"; });
        http.start();
    }
    Wire connect() const { return Wire(http.port()); }

    mcp::Server server;
    mcp::HttpServer http;

private:
    static mcp::HttpServerOptions with_port(mcp::HttpServerOptions options) {
        options.listen = {"127.0.0.1:0"};
        options.use_systemd = false;
        return options;
    }
};

}  // namespace asio_test
