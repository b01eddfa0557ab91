// Calls through a gateway whose clients do not wait, or are waited for.
#include "gateway_rig.hpp"

#include <mcp/message_filter.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

using namespace mcp;
using namespace mcp::host::test;

namespace {

/// Counts the requests that are taken back.
class TakenBack final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override {
        if (message.find("\"notifications/cancelled\"") != std::string::npos) ++count;
        return Verdict::pass;
    }
    std::atomic<int> count = 0;
};

}  // namespace

TEST_CASE("log messages reach their client while another is waited for on the same connection") {
    const bool merged = GENERATE(false, true);
    CAPTURE(merged);
    Asking asking(r2026_07_28);
    asking.server.tool("chat", "", [](Context& context) {
        context.log(LoggingLevelTag::warning, "hello");
        return "said";
    });
    Front front(merged, asking, {});
    const auto lost = person("Lost", r2026_07_28);
    connect(*lost, front.server());
    call_and_leave(*lost, front.name("who"));

    std::atomic<int> heard = 0;
    const auto bob = person("Bob", r2026_07_28);
    bob->on_log([&](const LoggingMessageNotificationParams&) { ++heard; });
    connect(*bob, front.server());
    REQUIRE(bob->set_log_level(LoggingLevelTag::info));
    const int before = asking.connections;
    CHECK(said(bob->call_tool(front.name("chat"))) == "said");
    CHECK(asking.connections == before);
    CHECK(soon([&] { return heard == 1; }));
}

TEST_CASE("what an older server logs while one of its calls asks its client reaches no other") {
    std::atomic<bool> asked = false;
    std::atomic<bool> let_go = false;
    std::atomic<int> heard = 0;
    std::atomic<bool> logged = false;
    Asking asking(r2025_11_25);
    asking.server.tool("murmur", "", [&](Context& context) {
        std::jthread murmurs([&] {
            (void)soon([&] { return asked.load(); });
            context.log(LoggingLevelTag::error, "of nobody knows whom");
            logged = true;
        });
        ElicitRequestFormParams form;
        form.message = "Well?";
        (void)context.elicit(form, "name");
        return "asked";
    });
    asking.server.tool("busy", "", [&](Context&) {
        asked = true;
        (void)soon([&] { return let_go.load(); });
        return "done";
    });
    Front front(true, asking, {});
    const auto lost = person("Lost", r2026_07_28);
    connect(*lost, front.server());
    const auto bob = person("Bob", r2026_07_28);
    bob->on_log([&](const LoggingMessageNotificationParams&) { ++heard; });
    connect(*bob, front.server());
    REQUIRE(bob->set_log_level(LoggingLevelTag::info));
    call_and_leave(*lost, front.name("murmur"));
    auto busy = bob->start<CallTool>(CallToolRequestParams{.name = front.name("busy")});
    CHECK(soon([&] { return logged.load(); }));
    let_go = true;
    CHECK(said(busy.get()) == "done");
    CHECK(heard == 0);
}

TEST_CASE("a completion that is given up is taken back from the server behind") {
    const bool merged = GENERATE(false, true);
    const Revision revision = GENERATE(Revision(r2025_11_25), Revision(r2026_07_28));
    CAPTURE(merged);
    std::atomic<bool> begun = false;
    std::atomic<bool> let_go = false;
    Asking asking(revision);
    Prompt trip{.name = "trip"};
    trip.arguments.emplace().push_back({.name = "to"});
    asking.server.prompt(trip, [](const Map<std::string>&) { return "there"; });
    asking.server.completion(PromptReference{.name = "trip"}, "to",
                             [&](const CompleteRequestParams&) {
                                 begun = true;
                                 (void)soon([&] { return let_go.load(); });
                                 return Completion{.values = {"Rome"}};
                             });
    const auto taken_back = std::make_shared<TakenBack>();
    asking.server.filter(taken_back);
    Front front(merged, asking, {});
    const auto ada = person("Ada", revision);
    connect(*ada, front.server());
    REQUIRE(ada->prompts());
    CompleteRequestParams params;
    params.ref = PromptReference{.name = front.name("trip")};
    params.argument = {.name = "to", .value = "R"};
    auto started = ada->start<Complete>(params);
    if (!soon([&] { return begun.load(); })) FAIL(started.get().error().message);
    started.cancel();
    CHECK(soon([&] { return taken_back->count == 1; }));
    let_go = true;
}
