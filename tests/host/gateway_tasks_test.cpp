// Tasks of many servers behind one gateway: each goes on at its server, under an id that leads
// nobody else to it.
#include "task_rig.hpp"

#include <mcp/client_tasks.hpp>
#include <mcp/gateway.hpp>

#include <chrono>
#include <mcp/host_consent.hpp>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;

namespace {

/// Two servers with the same tool; `gate`: null for none.
struct TwoTaskServers {
    explicit TwoTaskServers(std::shared_ptr<ConsentGate> gate = nullptr)
        : gateway(std::make_unique<Gateway>(
              me, [this, gate](HostOptions options, const Gateway::AskClient&) {
                  options.without_consent = !gate;
                  options.consent = gate;
                  auto host = std::make_unique<Host>(me, std::move(options));
                  REQUIRE(host->add(in_memory("one", one.server)));
                  REQUIRE(host->add(in_memory("two", two.server)));
                  return host;
              })) {}
    ~TwoTaskServers() { one.let_go = two.let_go = true; }
    Server& server() { return gateway->server(); }
    TaskServer one, two;
    std::unique_ptr<Gateway> gateway;
};

}  // namespace

TEST_CASE("a task of many servers is asked about, told of and given up at its own") {
    TwoTaskServers behind;
    TaskFront front(behind.server(), r2026_07_28);
    ClientTasks tasks(front.client);
    auto first = tasks.start(work_tool("one__work"), {});
    auto second = tasks.start(work_tool("two__work"), {});
    REQUIRE(first);
    REQUIRE(second);
    REQUIRE_FALSE(first->id().empty());
    REQUIRE(first->id() != second->id());
    SubscriptionFilter filter;
    filter.extras.set("taskIds",
                      Json::array({Json(first->id()), Json("nobody's"), Json(second->id())}));
    auto news = front.client.listen(filter, {});
    REQUIRE(news);
    const Json* const known = news->honoured().extras.find("taskIds");
    REQUIRE(known);
    CHECK(known->dump() == Json::array({Json(first->id()), Json(second->id())}).dump());
    CHECK(first->poll()->taskId == first->id());
    CHECK(second->poll()->status == TaskStatusTag::working);

    REQUIRE(soon([&] { return behind.one.begun == 1 && behind.two.begun == 1; }));
    REQUIRE(second->cancel());
    CHECK(soon([&] { return behind.two.given_up.load(); }));
    CHECK(soon([&] { return front.news->has(second->id(), "cancelled"); }));
    CHECK(first->poll()->status == TaskStatusTag::working);

    behind.one.let_go = true;
    CHECK(soon([&] { return front.news->has(first->id(), "completed"); }));
    const auto outcome = first->get();
    REQUIRE(outcome);
    CHECK(text_of(*outcome) == "done");
    CHECK_FALSE(behind.one.given_up);
}

TEST_CASE("the id of a task leads no other client to it, and nobody makes one up") {
    TwoTaskServers behind;
    TaskFront front(behind.server(), r2026_07_28);
    auto task = ClientTasks(front.client).start(work_tool("one__work"), {});
    REQUIRE(task);
    TaskFront other(r2026_07_28);  // declares more, so that it shares nothing
    other.client.on_elicitation([](const ElicitRequestFormParams&, CallContext&) {
        return ElicitResult{.action = ElicitActionTag::decline};
    });
    other.connect(behind.server());
    REQUIRE(other.client.tools());
    const std::string id = task->id();
    std::string changed = id;
    changed[id.size() / 2] = id[id.size() / 2] == 'a' ? 'b' : 'a';
    const auto refused = [](const Answer<ToolTask>& found) {
        return !found && found.error().code == error_code::invalid_params;
    };
    CHECK(refused(ClientTasks(other.client).resume(id)));
    CHECK(refused(ClientTasks(front.client).resume(changed)));
    CHECK(refused(ClientTasks(front.client).resume("nobody's")));
    CHECK(ClientTasks(front.client).resume(id));
    SubscriptionFilter filter;
    filter.extras.set("taskIds", Json::array({Json(id)}));
    auto news = other.client.listen(filter, {});
    REQUIRE(news);
    const Json* const known = news->honoured().extras.find("taskIds");
    CHECK((!known || known->elements().empty()));
}

TEST_CASE("a task behind a gateway is not reached by the id that its server gave") {
    TwoTaskServers behind;
    TaskFront direct(behind.one.server, r2026_07_28);
    TaskFront front(behind.server(), r2026_07_28);
    auto task = ClientTasks(direct.client).start(work_tool(), {});
    REQUIRE(task);
    REQUIRE(ClientTasks(direct.client).resume(task->id()));
    CHECK_FALSE(ClientTasks(front.client).resume(task->id()));
}

TEST_CASE("an older client of a gateway waits for a task, and gives it up") {
    TwoTaskServers behind;
    TaskFront front(behind.server(), r2025_06_18);
    behind.one.let_go = true;
    const auto done = front.client.call_tool("one__work");
    REQUIRE(done);
    CHECK(text_of(*done) == "done");
    auto started = front.client.start<CallTool>(CallToolRequestParams{.name = "two__work"});
    REQUIRE(soon([&] { return behind.two.begun == 1; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // its task is known by then
    started.cancel();
    CHECK_FALSE(started.get());
    CHECK(soon([&] { return behind.two.given_up.load(); }));
}

TEST_CASE("a client of 2025-11-25 has a task that the gateway keeps") {
    TwoTaskServers behind;
    TaskFront front(behind.server(), r2025_11_25);
    const auto listed = front.client.tools();
    REQUIRE(listed);
    REQUIRE_FALSE(listed->empty());
    auto task = ClientTasks(front.client).start(listed->front(), {});
    REQUIRE(task);
    CHECK_FALSE(task->id().empty());
    CHECK(task->poll()->status == TaskStatusTag::working);
    behind.one.let_go = behind.two.let_go = true;
    const auto outcome = task->get();
    REQUIRE(outcome);
    CHECK(text_of(*outcome) == "done");
}

TEST_CASE("where a gate has to see questions, a task is waited for") {
    User user;
    TwoTaskServers behind(user.gate());
    TaskFront front(behind.server(), r2026_07_28);
    behind.one.let_go = true;
    auto task = ClientTasks(front.client).start(work_tool("one__work"), {});
    REQUIRE(task);
    CHECK(task->id().empty());
    CHECK(text_of(*task->get()) == "done");
    CHECK(user.count(ActionKind::tool_call) == 1);
}

TEST_CASE("a gateway ends while tasks are waited for") {
    TwoTaskServers behind;
    auto front = std::make_unique<TaskFront>(behind.server(), r2025_06_18);
    auto started = front->client.start<CallTool>(CallToolRequestParams{.name = "one__work"});
    CHECK(soon([&] { return behind.one.begun == 1; }));
    behind.gateway.reset();
    CHECK_FALSE(started.get());
}
