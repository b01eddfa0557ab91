// Many sessions and streams of a whole server at once; the figures are printed.
#include "load.hpp"
#include "mcp_wire.hpp"
#include "program.hpp"

#include <cstdio>

using namespace asio_test;

TEST_CASE("SEC-06: 64 idle sockets and 500 open streams do not delay a call") {
    REQUIRE(raise_descriptors() > 2000);
    const OneProcessor one;
    McpRig rig;
    McpRig quiet;  // the same server without them
    Wire wire = rig.connect();
    Wire alone = quiet.connect();
    const std::string call = call_in(open_session(wire), "hello");
    const std::string call_alone = call_in(open_session(alone), "hello");
    std::vector<Wire> idle;
    for (int i = 0; i < 64; ++i) idle.push_back(rig.connect());
    std::vector<Wire> streams;
    for (int i = 0; i < 500; ++i) {
        streams.push_back(rig.connect());
        open_stream(streams.back(), open_session(streams.back()));
    }
    times_of(wire, call, 500);
    times_of(alone, call_alone, 500);
    std::vector<double> with;
    std::vector<double> without;
    for (int round = 0; round < 9; ++round) {  // in turns: both see the same machine
        without.push_back(times_of(alone, call_alone, 1000).first);
        with.push_back(times_of(wire, call, 1000).first);
    }
    CHECK(rig.http.connection_count() == 1 + idle.size() + streams.size());
    std::sort(with.begin(), with.end());
    std::sort(without.begin(), without.end());
    std::printf("a call with 64 idle sockets and 500 open streams: %.1f us, without: %.1f us\n",
                with[4], without[4]);
    CHECK(with[4] <= 1.5 * without[4]);
    rig.server.tool("new", "", [] { return ""; });  // they were open all the time
    for (Wire& stream : streams) {
        CHECK(stream.until("list_changed").ends_with("list_changed"));
    }
}

TEST_CASE("10000 idle sessions with a stream each are held with less than 16 KB each") {
    const std::size_t count = std::min<std::size_t>(10'000, raise_descriptors() - 100);
    const Program server({SLOW_SERVER, "--http"});
    std::vector<Wire> streams;
    streams.reserve(count);
    const auto open = [&] {
        streams.emplace_back(server.port());
        const std::string session = open_session(streams.back());
        open_stream(streams.back(), session);
        return session;
    };
    const std::string session = open();
    const double before = resident_kilobytes(server.pid());
    while (streams.size() < count) open();
    const double each =
        (resident_kilobytes(server.pid()) - before) / static_cast<double>(count - 1);
    std::printf("%zu sessions with an open stream: %.2f KB each\n", count, each);
#if !defined(__SANITIZE_THREAD__)  // which keeps several words of its own for each
    CHECK(each < 16);
#endif
    Wire wire(server.port());
    REQUIRE(wire.send(call_in(session, "change")));
    CHECK(status_of(wire.response()) == 200);
    for (Wire& stream : streams) {
        REQUIRE(stream.until("list_changed").ends_with("list_changed"));
    }
}

TEST_CASE("a nested array of 400 KB is refused with an error, and the server goes on") {
    McpRig rig;
    Wire wire = rig.connect();
    const std::string session = open_session(wire);
    const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
    const std::string params = R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":)"
                               R"({"name":"hello","arguments":{"a":)" +
                               nested + "}}}";
    const auto begin = Clock::now();
    for (const std::string& body : {nested, params}) {
        REQUIRE(wire.send(mcp_post(body, session_field(session))));
        const std::string response = wire.response();
        CHECK(status_of(response) == 400);
        CHECK(body_of(response).find(R"("error":{"code":-32)") != std::string::npos);
    }
    const auto took = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    std::printf("two messages of 400 KB of nested arrays: refused in %.1f ms\n", took);
    REQUIRE(wire.send(call_in(session, "hello") + stateless_call("hello")));
    CHECK(body_of(wire.response()).find("Hello") != std::string::npos);
    CHECK(body_of(wire.response()).find("Hello") != std::string::npos);
}
