// Servers that nobody uses: ended, kept in the catalogue, and started again when they are needed.
#include "support.hpp"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

HostOptions idle_options(std::chrono::milliseconds after) {
    HostOptions options = quick_options();
    options.idle_after = after;
    return options;
}

std::size_t starts(const Host& host) { return host.server("counter")->starts; }

}  // namespace

TEST_CASE("a server that nobody uses is ended, and started again by the next call") {
    Server server{{.name = "counter", .version = "1"}};
    server.tool("quick", "", [] { return "done"; });
    Host host(me, idle_options(20ms));
    REQUIRE(host.add(in_memory("counter", server)));
    REQUIRE(host.call_tool("counter__quick"));
    REQUIRE(soon([&] { return state_of(host, "counter") == ServerState::idle; }));
    CHECK(starts(host) == 1);
    CHECK_FALSE(host.server("counter")->connected);

    // What it offers is still known, and asking for it wakes nobody.
    CHECK(tool_names(*host.catalogue()) == std::vector<std::string>{"counter__quick"});
    CHECK(tool_names(*host.fetch_catalogue()) == std::vector<std::string>{"counter__quick"});
    CHECK(starts(host) == 1);

    const auto again = host.call_tool("counter__quick");
    REQUIRE(again);
    CHECK(text_of(*again) == "done");
    CHECK(starts(host) == 2);
    CHECK(host.server("counter")->failures == 0);
}

TEST_CASE("a call that takes long is no idleness, and neither is a watched resource") {
    Server server{{.name = "counter", .version = "1"}};
    std::atomic<bool> go_on = false;
    server.tool("slow", "", [&] {
        while (!go_on) std::this_thread::sleep_for(1ms);
        return "done";
    });
    server.resource({.name = "it", .uri = "test://it"}, [] { return "content"; });
    Host host(me, idle_options(5ms));
    REQUIRE(host.add(in_memory("counter", server)));
    std::atomic<int> answers = 0;
    host.call_tool_async("counter__slow", {}, {}, [&](Answer<CallToolResult> answer) {
        CHECK(answer);
        ++answers;
    });
    std::this_thread::sleep_for(60ms);
    CHECK(starts(host) == 1);
    go_on = true;
    REQUIRE(soon([&] { return answers == 1; }));
    {
        const auto watch = host.subscribe("counter+test://it", [](const std::string&) {});
        REQUIRE(watch);
        const std::size_t before = starts(host);
        std::this_thread::sleep_for(60ms);
        CHECK(state_of(host, "counter") == ServerState::ready);
        CHECK(starts(host) == before);
    }
    CHECK(soon([&] { return state_of(host, "counter") == ServerState::idle; }));
}

TEST_CASE("no call is lost where a server is about to be ended") {
    Server server{{.name = "counter", .version = "1"}};
    server.tool("quick", "", [] { return "done"; });
    Host host(me, idle_options(1ms));
    REQUIRE(host.add(in_memory("counter", server)));
    std::vector<std::thread> callers;
    std::atomic<int> failed = 0;
    for (int i = 0; i < 2; ++i) {
        callers.emplace_back([&, i] {
            for (int n = 0; n < 50; ++n) {
                const auto answer = host.call_tool("counter__quick");
                if (!answer) ++failed;
                std::this_thread::sleep_for(std::chrono::microseconds(500 * (n % 5) + 300 * i));
            }
        });
    }
    for (std::thread& each : callers) each.join();
    CHECK(failed == 0);
    CHECK(starts(host) > 1);
}

TEST_CASE("without idle_after no server is ended") {
    Server server{{.name = "counter", .version = "1"}};
    server.tool("quick", "", [] { return "done"; });
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("counter", server)));
    REQUIRE(host.call_tool("counter__quick"));
    std::this_thread::sleep_for(30ms);
    CHECK(state_of(host, "counter") == ServerState::ready);
}
