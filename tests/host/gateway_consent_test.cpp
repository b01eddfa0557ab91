// Whose user is asked before a tool is called.
#include "gateway_rig.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

using namespace mcp;
using namespace mcp::host::test;

namespace {

/// A host whose gate asks the client in front before a tool is called.
Gateway::MakeHost asking_host(Server& server) {
    return [&server](HostOptions options, Gateway::AskClient ask) {
        ConsentOptions consent;
        consent.ask = [ask](const ConsentQuestion& question, const ConsentReply& reply) {
            if (question.action->kind() == ActionKind::tool_call) return ask(question, reply);
            reply({.allow = true, .scope = ConsentScope::session});
        };
        options.consent = std::make_shared<ConsentGate>(std::move(consent));
        auto host = std::make_unique<Host>(me, std::move(options));
        REQUIRE(host->add(in_memory("one", server)));
        return host;
    };
}

/// Says yes or no, once somebody lets it.
struct Decider {
    explicit Decider(bool allows, bool at_once = true) : allow(allows), free(at_once) {
        ClientOptions options;
        options.revisions = r2026_07_28;
        options.versions = VersionPolicy::pin(r2026_07_28);
        client = std::make_unique<Client>(me, options);
        client->on_elicitation([this](const ElicitRequestFormParams&, CallContext&) {
            ++asked;
            std::unique_lock lock(mutex);
            changed.wait(lock, [this] { return free; });
            ElicitResult result;
            result.action = ElicitActionTag::accept;
            result.content.emplace()["allow"] = allow;
            return result;
        });
    }
    void let_go() {
        const std::lock_guard lock(mutex);
        free = true;
        changed.notify_all();
    }
    const bool allow;
    bool free;
    std::mutex mutex{};
    std::condition_variable changed{};
    std::atomic<int> asked = 0;
    std::unique_ptr<Client> client;
};

}  // namespace

TEST_CASE("clients without a session are asked each for their own calls, whoever else thinks") {
    Server server(me);
    server.tool("do", "", [] { return "done"; });
    Gateway gateway(me, asking_host(server));
    Decider slow(true, false);
    Decider no(false);
    Decider yes(true);
    for (Decider* const one : {&slow, &no, &yes}) connect(*one->client, gateway.server());
    auto waits = slow.client->start<CallTool>(CallToolRequestParams{.name = "one__do"});
    REQUIRE(soon([&] { return slow.asked == 1; }));
    CHECK(said(yes.client->call_tool("one__do")) == "done");
    CHECK_FALSE(no.client->call_tool("one__do"));
    CHECK(no.asked == 1);
    slow.let_go();
    CHECK(said(waits.get()) == "done");
    CHECK(slow.asked == 1);
}

TEST_CASE("a client that never answers holds up nobody else's question") {
    Server server(me);
    server.tool("do", "", [] { return "done"; });
    Gateway gateway(me, asking_host(server));
    Decider gone(true);
    connect(*gone.client, gateway.server());
    call_and_leave(*gone.client, "one__do");
    Decider yes(true);
    connect(*yes.client, gateway.server());
    CHECK(said(yes.client->call_tool("one__do")) == "done");
}
