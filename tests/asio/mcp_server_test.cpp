// A whole server on sockets: what the web server and the endpoint do together.
#include "mcp_wire.hpp"

#include <atomic>

using namespace asio_test;

TEST_CASE("R126: a peer that goes cancels its call, also of a handler that was quick so far") {
    McpRig rig;
    std::atomic<bool> waits = false;
    std::atomic<bool> runs = false;
    std::atomic<bool> cancelled = false;
    rig.server.tool("sometimes", "Is quick, or waits", [&](mcp::Context& context) {
        runs = true;
        while (waits && !context.cancelled()) std::this_thread::sleep_for(milliseconds(1));
        cancelled = context.cancelled();
        return "done";
    });
    {
        Wire wire = rig.connect();
        for (int i = 0; i < 200; ++i) {
            REQUIRE(wire.send(stateless_call("sometimes")));
            REQUIRE(status_of(wire.response()) == 200);
        }
        waits = true;
        runs = false;
        REQUIRE(wire.send(stateless_call("sometimes")));
        REQUIRE(eventually([&] { return runs.load(); }));
        CHECK_FALSE(cancelled);
    }
    CHECK(eventually([&] { return cancelled.load(); }));
    waits = false;
    Wire wire = rig.connect();
    REQUIRE(wire.send(stateless_call("sometimes")));
    CHECK(status_of(wire.response()) == 200);
}

TEST_CASE("SEC-01 R111: what a page of others sends never reaches the authenticator") {
    std::atomic<int> asked = 0;
    mcp::HttpServerOptions options;
    options.authenticate = [&](const HttpRequest&) {
        ++asked;
        return mcp::HttpIdentity{.principal = {}, .status = 401};
    };
    McpRig rig(options);
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    for (const char* path : {"/mcp", "/elsewhere"}) {
        for (const char* fields : {"Origin: https://evil.example\r\n", "Host: evil.example\r\n"}) {
            Wire wire = rig.connect();
            const bool has_host = std::string_view(fields).starts_with("Host");
            REQUIRE(wire.send("POST " + std::string(path) + " HTTP/1.1\r\n" +
                              (has_host ? "" : "Host: localhost\r\n") + fields +
                              "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                              body));
            CHECK(status_of(wire.response()) == 403);
        }
    }
    CHECK(asked == 0);
    Wire wire = rig.connect();
    REQUIRE(wire.send(mcp_post(body, "Origin: http://localhost:5173\r\n")));
    CHECK(status_of(wire.response()) == 401);
    CHECK(asked == 1);
}
