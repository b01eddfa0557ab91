// A server that is killed while a call is under way: what its client hears, and when.
#include "mcp_wire.hpp"
#include "program.hpp"

#include <mcp/http_client.hpp>

#include <catch.hpp>

#include <csignal>
#include <cstdio>
#include <future>

using namespace asio_test;

namespace {

struct Killed {
    double milliseconds = 0;  ///< from the signal to the end of the call
    mcp::RpcError error{};
};

/// `progress`: the reply has become a stream by then.
Killed kill_during_call(mcp::Era era, bool progress, mcp::HttpClientOptions http) {
    const Program program({SLOW_SERVER, "--http"});
    mcp::Client client{{.name = "test", .version = "1"}, of_era(era)};
    http.url = program.url();
    REQUIRE(mcp::connect(client, http));
    std::promise<void> streams;
    mcp::CallOptions call;
    if (progress) call.on_progress = [&](const mcp::Progress&) { streams.set_value(); };
    auto result =
        std::async(std::launch::async, [&] { return client.call_tool("wait", {}, call); });
    if (progress) {
        REQUIRE(streams.get_future().wait_for(patience) == std::future_status::ready);
    } else {
        CHECK(result.wait_for(milliseconds(100)) == std::future_status::timeout);
    }
    const auto begin = Clock::now();
    REQUIRE(::kill(program.pid(), SIGKILL) == 0);
    const auto answer = result.get();
    Killed killed;
    killed.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    REQUIRE_FALSE(answer);
    killed.error = answer.error();
    return killed;
}

}  // namespace

TEST_CASE(
    "a server is killed in the middle of a call: the call fails within a second, and says why") {
    const auto era = GENERATE(mcp::Era::modern, mcp::Era::legacy);
    const bool progress = GENERATE(false, true);
    mcp::HttpClientOptions http;
    // A legacy stream is resumed for as long as these say: the server might come back.
    http.first_pause = milliseconds(20);
    http.max_attempts = 4;
    const Killed killed = kill_during_call(era, progress, http);
    std::printf("killed server, %s call, %s: failed after %.1f ms: %s\n",
                era == mcp::Era::modern ? "modern" : "legacy",
                progress ? "in a stream" : "before its reply", killed.milliseconds,
                killed.error.message.c_str());
    CHECK(killed.milliseconds < 1000);
    CHECK(killed.error.failure == mcp::Failure::transport);
    CHECK(killed.error.message.find("http://127.0.0.1:") != std::string::npos);
}
