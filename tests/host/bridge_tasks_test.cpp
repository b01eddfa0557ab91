// Tasks of a server behind a bridge: news of them, who may know of them, giving them up. That they
// run in every pair of revisions is tests/matrix.
#include "task_rig.hpp"

#include <mcp/client.hpp>
#include <mcp/client_tasks.hpp>
#include <mcp/gateway.hpp>

#include <chrono>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;

TEST_CASE("news of a task behind a bridge come to who listens, under the stream's own id") {
    TaskServer working;
    const auto behind = std::make_shared<HeardTasks>();
    GatewayOptions options;
    options.filter = behind;
    Bridge bridge(me, working.reach(), options);
    TaskFront front(bridge.server(), r2026_07_28);
    TaskFront other(bridge.server(), r2026_07_28);
    ClientTasks tasks(front.client);
    auto task = tasks.start(work_tool(), {});
    REQUIRE(task);
    REQUIRE_FALSE(task->id().empty());
    SubscriptionFilter filter;
    filter.extras.set("taskIds", Json::array({Json(task->id()), Json("nobody's")}));
    auto first = front.client.listen(filter, {});
    auto second = other.client.listen(filter, {});
    REQUIRE(first);
    REQUIRE(second);
    const Json* const known = first->honoured().extras.find("taskIds");
    REQUIRE(known);
    CHECK(known->dump() == Json::array({Json(task->id())}).dump());
    working.let_go = true;
    CHECK(soon([&] { return front.news->has(task->id(), "completed"); }));
    CHECK(soon([&] { return other.news->has(task->id(), "completed"); }));
    CHECK(front.news->count() == 1);
    CHECK(behind->has(task->id(), "completed"));
    const auto outcome = task->get();
    REQUIRE(outcome);
    CHECK(text_of(*outcome) == "done");
}

TEST_CASE("a task that nobody knows is unknown through a bridge, too") {
    TaskServer working;
    Bridge bridge(me, working.reach());
    TaskFront front(bridge.server(), r2026_07_28);
    const auto found = ClientTasks(front.client).resume("nobody's");
    REQUIRE_FALSE(found);
    CHECK(found.error().code == error_code::invalid_params);
}

TEST_CASE("an older client waits for a task, and gives it up") {
    TaskServer working;
    Bridge bridge(me, working.reach());
    TaskFront front(bridge.server(), r2025_06_18);
    working.let_go = true;
    const auto done = front.client.call_tool("work");
    REQUIRE(done);
    CHECK(text_of(*done) == "done");
    working.let_go = false;
    auto started = front.client.start<CallTool>(CallToolRequestParams{.name = "work"});
    REQUIRE(soon([&] { return working.begun == 2; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // its task is known by then
    started.cancel();
    CHECK_FALSE(started.get());
    CHECK(soon([&] { return working.given_up.load(); }));
}

TEST_CASE("a bridge ends while it waits for a task") {
    TaskServer working;
    auto bridge = std::make_unique<Bridge>(me, working.reach());
    auto front = std::make_unique<TaskFront>(bridge->server(), r2025_11_25);
    auto started = front->client.start<CallTool>(CallToolRequestParams{.name = "work"});
    CHECK(soon([&] { return working.begun == 1; }));
    bridge.reset();
    CHECK_FALSE(started.get());
    working.let_go = true;
}
