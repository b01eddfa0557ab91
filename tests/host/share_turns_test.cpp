// The connections in front of a gateway and behind it take turns, where it is for one client.
#include "gateway/share_turns.hpp"
#include "gateway_rig.hpp"
#include "run/turns.hpp"

#include <future>

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<Turns> patient_turns() { return std::make_shared<Turns>(std::chrono::hours(1)); }

/// Whether a call through the gateway waits for a turn of `turns`, and is answered after it.
void check_call_waits(Front& front, Turns& turns) {
    Client client(me);
    connect(client, front.server());
    REQUIRE(client.tools());
    const std::uint64_t mine = turns.begin();
    std::promise<std::string> heard;
    auto answer = heard.get_future();
    client.call_async<CallTool>(
        CallToolRequestParams{.name = front.name("hello")}, CallOptions(),
        [&](Answer<CallToolResult> result) { heard.set_value(said(result)); });
    CHECK(soon([&] { return turns.waiting() == 1; }));
    CHECK(answer.wait_for(20ms) == std::future_status::timeout);
    turns.end(mine);
    REQUIRE(answer.wait_for(20s) == std::future_status::ready);
    CHECK(answer.get() == "hello");
}

}  // namespace

TEST_CASE("connections of a gateway wait for the turns that they share, in front and behind") {
    for (const bool merged : {false, true}) {
        for (const bool behind : {false, true}) {
            CAPTURE(merged, behind);
            Asking asking(all_revisions);
            asking.server.tool("hello", "", [] { return "hello"; });
            const auto turns = patient_turns();
            GatewayOptions options;
            options.one_client = true;
            (behind ? options.client.turns : options.server.turns) = turns;
            Front front(merged, asking, options);
            check_call_waits(front, *turns);
        }
    }
}

TEST_CASE("a gateway for one client makes turns, unless it was given some") {
    GatewayOptions options;
    CHECK_FALSE(gateway::with_turns(options).server.turns);
    options.one_client = true;
    const GatewayOptions with = gateway::with_turns(options);
    CHECK(with.server.turns);
    CHECK(with.server.turns == with.client.turns);
    options.client.turns = make_turns();
    CHECK(gateway::with_turns(options).client.turns == options.client.turns);
    CHECK_FALSE(gateway::with_turns(options).server.turns);
}
