// Starting a server: asked for first, for what is started and nothing else.
#include "support.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

/// A host that asks, and tries nothing again while a test runs.
HostOptions asking_options(std::shared_ptr<ConsentGate> gate) {
    HostOptions options = quick_options();
    options.without_consent = false;
    options.consent = std::move(gate);
    options.restart.first = 60s;
    options.restart.longest = 60s;
    return options;
}

}  // namespace

TEST_CASE("a program is started only after its whole command was agreed to") {
    User user;
    std::atomic<bool> allow = false;
    user.allows = [&](const ConsentQuestion&) { return allow.load(); };
    HostOptions options = quick_options();
    options.without_consent = false;
    options.consent = user.gate();
    options.client.probe_timeout = 20ms;
    options.client.connect_timeout = 20ms;
    Host host(me, options);
    REQUIRE(host.add(script("program", "sleep 10")));
    CHECK_FALSE(host.start("program"));
    CHECK(host.server("program")->pid == 0);
    REQUIRE(user.count(ActionKind::start) == 1);
    CHECK(user.asked()[0].action->server.command ==
          std::vector<std::string>{"/bin/sh", "-c", "sleep 10"});
    // A refusal is not asked about again and again.
    CHECK_FALSE(host.call_tool("program__x"));
    CHECK(user.count(ActionKind::start) == 1);
}

TEST_CASE("an address is connected to only after it was agreed to") {
    User user;
    const bool allow = GENERATE(false, true);
    user.allows = [&](const ConsentQuestion&) { return allow; };
    std::atomic<int> connected = 0;
    HostOptions options = asking_options(user.gate());
    options.http = [&](const ServerLaunch&) -> Result<std::unique_ptr<Transport>> {
        ++connected;
        return Unexpected(Error{"nobody is there"});
    };
    HostServer web{.config = {.name = "web", .kind = ServerKind::http}};
    web.config.url = "https://example.com/mcp";
    web.config.headers = {{"Authorization", Secret("Bearer of-nobody")}};
    Host host(me, options);
    REQUIRE(host.add(web));
    CHECK_FALSE(host.start("web"));
    CHECK((connected > 0) == allow);
    CHECK(state_of(host, "web") == (allow ? ServerState::waiting : ServerState::refused));
    REQUIRE(user.count(ActionKind::start) == 1);
    const ConsentQuestion question = user.asked()[0];
    CHECK(question.summary.find("https://example.com/mcp") != std::string::npos);
    std::string shown = question.summary;
    for (const ConsentDetail& each : question.details) shown += each.name + "=" + each.text + ";";
    CHECK(shown.find("header=Authorization;") != std::string::npos);
    CHECK(shown.find("of-nobody") == std::string::npos);
}

TEST_CASE("a yes to a program counts for what its configuration stands for at its start") {
    std::vector<std::string> asked;
    ConsentOptions consent;
    consent.ask = [&](const ConsentQuestion& question, const ConsentReply& reply) {
        asked.push_back(question.summary);
        reply({.allow = true, .scope = ConsentScope::session});
    };
    const auto gate = std::make_shared<ConsentGate>(std::move(consent));
    HostServer server{.config = {.name = "s", .command = "/nowhere/${input:c}"}};
    server.config.args = {"${input:a}"};
    server.config.env = {{"KEY", Secret("${input:key}")}};
    server.inputs = {{.id = "c", .default_value = "good"},
                     {.id = "a", .default_value = "one"},
                     {.id = "key", .default_value = "hunter2", .password = true}};
    const auto start = [&] {
        Host host(me, asking_options(gate));
        REQUIRE(host.add(server));
        const auto started = host.start("s");
        REQUIRE_FALSE(started);
        CHECK(started.error().message.find("/nowhere/") != std::string::npos);
        CHECK(started.error().message.find("hunter2") == std::string::npos);
        return asked.size();
    };
    CHECK(start() == 1);
    CHECK(start() == 1);
    CHECK(asked.back().find("/nowhere/good one") != std::string::npos);
    server.inputs[0].default_value = "bad";
    CHECK(start() == 2);
    CHECK(asked.back().find("/nowhere/bad one") != std::string::npos);
    server.inputs[1].default_value = "two";
    CHECK(start() == 3);
    server.config.cwd = "/nowhere/${input:a}";
    CHECK(start() == 4);
    server.inputs[2].default_value = "hunter3";  // a new secret is not another program
    CHECK(start() == 4);
}

TEST_CASE("an input is asked for once in a start, and what was agreed to is what starts") {
    std::atomic<int> answers = 0;
    std::string url;
    User user;
    HostOptions options = asking_options(user.gate());
    options.expand.input = [&](const ConfigInput&) { return std::to_string(++answers); };
    options.http = [&](const ServerLaunch& launch) -> Result<std::unique_ptr<Transport>> {
        url = launch.url;
        return Unexpected(Error{"nobody is there"});
    };
    HostServer web{.config = {.name = "web", .kind = ServerKind::http}};
    web.config.url = "https://example.com/${input:where}";
    web.inputs = {{.id = "where"}};
    Host host(me, options);
    REQUIRE(host.add(web));
    CHECK_FALSE(host.start("web"));
    CHECK(url == "https://example.com/1");
    REQUIRE(user.count(ActionKind::start) == 1);
    CHECK(user.asked()[0].action->server.url == "https://example.com/1");
    CHECK(answers == 1);
}

TEST_CASE("callbacks that throw what is no exception are reported, and servers go on") {
    Server inside(me);
    inside.tool("hello", "", [] { return "hello"; });
    HostOptions options = quick_options();
    std::atomic<int> reported = 0;
    options.state_changed = [](const std::string&, ServerState) { throw 1; };
    options.catalogue_changed = [](const CatalogueChange&) { throw 1; };
    options.report = [&](const std::string&, std::string_view) {
        ++reported;
        throw 1;
    };
    options.expand.input = [](const ConfigInput&) -> Result<std::string> { throw 1; };
    Host host(me, options);
    REQUIRE(host.add(in_memory("s", inside)));
    HostServer throws{.config = {.name = "throws", .command = "${input:c}"}};
    throws.inputs = {{.id = "c"}};
    REQUIRE(host.add(throws));
    CHECK(text_of(*host.call_tool("s__hello")) == "hello");
    CHECK(reported >= 2);
    const auto started = host.start("throws");
    REQUIRE_FALSE(started);
    CHECK(started.error().message.find("a callback failed") != std::string::npos);
}

TEST_CASE("whoever asks at once, the gate knows of names that collide") {
    constexpr int tools = 300;
    constexpr int threads = 4;
    Server one(me);
    Server two(me);
    for (Server* const server : {&one, &two}) {
        for (int i = 0; i < tools; ++i)
            server->tool("t" + std::to_string(i), "", [] { return ""; });
    }
    for (int round = 0; round < 20; ++round) {  // each is a race
        User user;
        HostOptions options = quick_options();
        options.without_consent = false;
        options.consent = user.gate();
        Host host(me, options);
        REQUIRE(host.add(in_memory("one", one)));
        REQUIRE(host.add(in_memory("two", two)));
        REQUIRE(host.fetch_catalogue()->tools().size() == 2 * tools);
        std::atomic<int> there = 0;
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i) {
            all.emplace_back([&, i] {
                ++there;
                while (there < threads) std::this_thread::yield();
                (void)host.call_tool("one__t" + std::to_string(i));
            });
        }
        for (std::thread& each : all) each.join();
        REQUIRE(user.asked().size() == threads);
        for (const ConsentQuestion& each : user.asked()) {
            CHECK(std::any_of(each.suspicions.begin(), each.suspicions.end(),
                              [](const Suspicion& s) { return s.code == "same-name"; }));
        }
    }
}
