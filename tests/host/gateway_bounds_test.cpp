// What a gateway keeps, and for how long.
#include "gateway_rig.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

enum class Asked { nothing, forms, pages };

/// A client without a session; those that can be asked for other things share nothing.
std::unique_ptr<Client> stateless(Asked asked) {
    ClientOptions options;
    options.revisions = r2026_07_28;
    options.versions = VersionPolicy::pin(r2026_07_28);
    auto client = std::make_unique<Client>(me, options);
    if (asked == Asked::forms) {
        client->on_elicitation(
            [](const ElicitRequestFormParams&, CallContext&) { return ElicitResult(); });
    } else if (asked == Asked::pages) {
        client->on_elicitation(
            [](const ElicitRequestURLParams&, CallContext&) { return ElicitResult(); });
    }
    return client;
}

}  // namespace

TEST_CASE("a connection that nobody uses makes room for another, one in use does not") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2026_07_28);
    std::atomic<bool> busy = false;
    std::atomic<bool> let_go = false;
    asking.server.tool("wait", "", [&] {
        busy = true;
        REQUIRE(soon([&] { return let_go.load(); }));
        return "waited";
    });
    asking.server.tool("quick", "", [] { return "quick"; });
    GatewayOptions options;
    options.max_connections = 2;
    Front front(merged, asking, options);
    const auto nothing = stateless(Asked::nothing);
    const auto forms = stateless(Asked::forms);
    const auto pages = stateless(Asked::pages);
    // A call that was answered a moment ago may still have its connection.
    const auto works = [&](Client& client) {
        return soon([&] { return said(client.call_tool(front.name("quick"))) == "quick"; });
    };
    for (Client* const one : {nothing.get(), forms.get(), pages.get()}) {
        connect(*one, front.server());
        CHECK(works(*one));
    }
    auto waits = nothing->start<CallTool>(CallToolRequestParams{.name = front.name("wait")});
    REQUIRE(soon([&] { return busy.load(); }));
    for (int i = 0; i < 2; ++i) {
        CHECK(works(*forms));
        CHECK(works(*pages));
    }
    let_go = true;
    CHECK(said(waits.get()) == "waited");
}

TEST_CASE("a connection that nobody uses ends, and comes back when it is needed") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2026_07_28);
    asking.server.tool("quick", "", [] { return "quick"; });
    GatewayOptions options;
    options.max_idle = 20ms;
    Front front(merged, asking, options);
    const auto client = stateless(Asked::nothing);
    connect(*client, front.server());
    for (int i = 0; i < 2; ++i) {
        CHECK(said(client->call_tool(front.name("quick"))) == "quick");
        CHECK(soon([&] { return asking.server.session_count() == 0; }));
    }
}

TEST_CASE("a connection stays for those who listen to it") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2026_07_28);
    GatewayOptions options;
    options.max_idle = 20ms;
    Front front(merged, asking, options);
    const auto listens = stateless(Asked::nothing);
    connect(*listens, front.server());
    std::atomic<int> told = 0;
    auto lists = listens->listen({.toolsListChanged = true}, {.on_tools_changed = [&] { ++told; }});
    REQUIRE(lists);
    REQUIRE(listens->tools());
    const auto other = stateless(Asked::forms);
    connect(*other, front.server());
    REQUIRE(other->tools());
    CHECK(soon([&] { return asking.server.session_count() == 1; }));
    const int before = told;
    asking.server.tool("new", "", [] { return "new"; });
    CHECK(soon([&] { return told > before; }));
}

TEST_CASE("of too many calls that wait for their clients the last one is refused") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2025_11_25);
    GatewayOptions options;
    options.max_waiting = 1;
    Front front(merged, asking, options);
    const auto ada = person("Ada", r2026_07_28);
    const auto bob = person("Bob", r2026_07_28);
    connect(*ada, front.server());
    connect(*bob, front.server());
    const CallToolRequestParams who{.name = front.name("who")};
    const auto first = ada->call_round<CallTool>(who, {});
    REQUIRE(first);
    REQUIRE(std::holds_alternative<InputRequiredResult>(*first));
    const auto second = (merged ? ada : bob)->call_round<CallTool>(who, {});
    REQUIRE_FALSE(second);
    CHECK(second.error().message.find("too many calls wait") != std::string::npos);
}

TEST_CASE("a call whose client does not come back is given up, though nobody calls any more") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2025_11_25);
    std::atomic<bool> given_up = false;
    asking.server.tool("ask", "", [&](Context& context) {
        ElicitRequestFormParams form;
        form.message = "Well?";
        try {
            (void)context.elicit(form, "name");
        } catch (const RpcError&) {
            given_up = true;
        }
        return "asked";
    });
    GatewayOptions options;
    options.max_parked = 20ms;
    Front front(merged, asking, options);
    const auto ada = person("Ada", r2026_07_28);
    connect(*ada, front.server());
    call_and_leave(*ada, front.name("ask"));
    CHECK(soon([&] { return given_up.load(); }));
}

TEST_CASE("who waits for a host to be made holds up nobody else") {
    Server server(me);
    server.tool("quick", "", [] { return "quick"; });
    std::mutex mutex;
    std::condition_variable changed;
    int made = 0;
    bool let_go = false;
    const auto open = open_host("one", server);
    Gateway gateway(me, [&](HostOptions options, const Gateway::AskClient& ask) {
        {
            std::unique_lock lock(mutex);
            ++made;
            changed.notify_all();
            if (options.form) changed.wait(lock, [&] { return let_go; });
        }
        return open(std::move(options), ask);
    });
    const auto slow = stateless(Asked::forms);
    auto transports = memory_transports();
    gateway.server().connect(std::move(transports.second));
    std::string answer;
    std::thread waits([&] {
        if (slow->connect(std::move(transports.first))) {
            answer = said(slow->call_tool("one__quick"));
        }
    });
    {
        std::unique_lock lock(mutex);
        CHECK(changed.wait_for(lock, 10s, [&] { return made == 1; }));
    }
    std::string meanwhile;
    std::atomic<bool> ready = false;
    const auto quick = stateless(Asked::nothing);
    auto others = memory_transports();
    gateway.server().connect(std::move(others.second));
    std::thread passes([&] {
        if (quick->connect(std::move(others.first))) {
            meanwhile = said(quick->call_tool("one__quick"));
        }
        ready = true;
    });
    CHECK(soon([&] { return ready.load(); }));
    {
        const std::lock_guard lock(mutex);
        let_go = true;
        changed.notify_all();
    }
    waits.join();
    passes.join();
    CHECK(meanwhile == "quick");
    CHECK(answer == "quick");
    CHECK(made == 2);
}
