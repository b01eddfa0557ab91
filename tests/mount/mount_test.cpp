// An endpoint in somebody else's web server: what must come through it. The program is named by
// MCPGEN_MOUNTED.
#include "asio/mcp_wire.hpp"
#include "asio/program.hpp"

#include <mcp/http_client.hpp>

#include <catch.hpp>

#include <cstdlib>
#include <mutex>

using namespace asio_test;

namespace {

std::vector<std::string> command() {
    const char* const program = std::getenv("MCPGEN_MOUNTED");
    REQUIRE(program);
    return {program};
}

std::string text_of(const mcp::Answer<mcp::CallToolResult>& result) {
    if (!result) return "failed: " + result.error().message;
    return std::get<mcp::TextContent>(result->content.at(0)).text;
}

}  // namespace

TEST_CASE("a legacy session, with a stream for what the server says by itself") {
    const Program program(command());
    std::mutex mutex;
    int changes = 0;
    mcp::SubscriptionEvents events;
    events.on_tools_changed = [&] {
        const std::lock_guard lock(mutex);
        ++changes;
    };
    mcp::Client client{{.name = "test", .version = "1"}, of_era(mcp::Era::legacy)};
    client.on_change(std::move(events));
    const auto connected = mcp::connect(client, {.url = program.url()});
    REQUIRE(connected);
    CHECK(connected->era == mcp::Era::legacy);
    CHECK(text_of(client.call_tool("hello")) == "Hello over HTTP");
    CHECK(text_of(client.call_tool("change")) == "Changed");
    CHECK(eventually([&] {
        const std::lock_guard lock(mutex);
        return changes == 1;
    }));
    client.close();
    CHECK_FALSE(client.call_tool("hello"));
}

TEST_CASE("a stateless call, and many on one connection") {
    const Program program(command());
    mcp::Client client{{.name = "test", .version = "1"}, of_era(mcp::Era::modern)};
    REQUIRE(mcp::connect(client, {.url = program.url()}));
    for (int i = 0; i < 20; ++i) CHECK(text_of(client.call_tool("hello")) == "Hello over HTTP");
    Wire wire(program.port());
    REQUIRE(wire.send(stateless_call("hello")));
    CHECK(status_of(wire.response()) == 200);
    REQUIRE(wire.send(stateless_call("hello")));
    const std::string second = wire.response();
    CHECK(status_of(second) == 200);
    CHECK(body_of(second).find("Hello over HTTP") != std::string::npos);
    REQUIRE(wire.send(get("/mcp")));
    CHECK(status_of(wire.response()) == 400);  // no session
}

TEST_CASE("R126: a peer that goes cancels its stateless call, before and within a stream") {
    const Program program(command());
    mcp::Client client{{.name = "test", .version = "1"}, of_era(mcp::Era::modern)};
    REQUIRE(mcp::connect(client, {.url = program.url()}));
    {
        Wire wire(program.port());
        REQUIRE(wire.send(stateless_call("wait")));
        CHECK(wire.until("Waiting").find("text/event-stream") != std::string::npos);
        CHECK(text_of(client.call_tool("cancelled")) == "0");
    }
    CHECK(eventually([&] { return text_of(client.call_tool("cancelled")) == "1"; }));
    {
        Wire wire(program.port());
        REQUIRE(wire.send(stateless_call("wait_in_silence")));
        CHECK(eventually([&] { return text_of(client.call_tool("waiting")) == "1"; }));
    }
    CHECK(eventually([&] { return text_of(client.call_tool("cancelled")) == "2"; }));
}
