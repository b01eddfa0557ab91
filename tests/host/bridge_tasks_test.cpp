// Tasks of a server behind a bridge: news of them, who may know of them, giving them up. That they
// run in every pair of revisions is tests/matrix.
#include "support.hpp"

#include <mcp/client.hpp>
#include <mcp/client_tasks.hpp>
#include <mcp/gateway.hpp>
#include <mcp/message_filter.hpp>

#include <algorithm>
#include <mutex>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;

namespace {

/// Keeps the notifications of tasks that a client gets.
class HeardTasks : public MessageFilter {
public:
    Verdict incoming(std::string& text) override {
        const auto message = Json::parse(text);
        if (message && (*message)["method"].as_string() == "notifications/tasks") {
            const std::lock_guard lock(mutex_);
            heard_.emplace_back((*message)["params"]);
        }
        return Verdict::pass;
    }
    bool has(std::string_view id, std::string_view status) const {
        const std::lock_guard lock(mutex_);
        return std::any_of(heard_.begin(), heard_.end(), [&](const Json& one) {
            return one["taskId"].as_string() == id && one["status"].as_string() == status &&
                   !one["_meta"]["io.modelcontextprotocol/subscriptionId"].is_null();
        });
    }
    std::size_t count() const {
        const std::lock_guard lock(mutex_);
        return heard_.size();
    }

private:
    mutable std::mutex mutex_{};
    std::vector<Json> heard_{};
};

/// A server with a tool that runs as a task until it is let go, or given up.
struct TaskServer {
    TaskServer() : server(me, options()) {
        Tool tool;
        tool.name = "work";
        tool.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::required;
        server.tool(tool, [this](Context& context) {
            ++begun;
            while (!let_go && !context.cancelled()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            given_up = context.cancelled();
            return "done";
        });
    }
    static ServerOptions options() {
        ServerOptions options;
        options.revisions = r2026_07_28;
        options.tasks.poll_interval = std::chrono::milliseconds(20);
        return options;
    }
    Bridge::TransportMaker reach() {
        return [this]() -> Result<std::unique_ptr<Transport>> {
            auto [ours, theirs] = memory_transports();
            server.connect(std::move(theirs));
            return std::move(ours);
        };
    }
    std::atomic<int> begun = 0;
    std::atomic<bool> let_go = false;
    std::atomic<bool> given_up = false;
    Server server;
};

struct TaskFront {
    TaskFront(Bridge& bridge, Revision revision) : client(me, options(revision)) {
        client.filter(news);
        auto [ours, theirs] = memory_transports();
        bridge.server().connect(std::move(theirs));
        REQUIRE(client.connect(std::move(ours)));
    }
    static ClientOptions options(Revision revision) {
        ClientOptions options;
        options.revisions = revision;
        options.versions = VersionPolicy::pin(revision);
        return options;
    }
    std::shared_ptr<HeardTasks> news = std::make_shared<HeardTasks>();
    Client client;
};

Tool work_tool() {
    Tool tool;
    tool.name = "work";
    return tool;
}

}  // namespace

TEST_CASE("news of a task behind a bridge come to who listens, under the stream's own id") {
    TaskServer working;
    const auto behind = std::make_shared<HeardTasks>();
    GatewayOptions options;
    options.filter = behind;
    Bridge bridge(me, working.reach(), options);
    TaskFront front(bridge, r2026_07_28);
    TaskFront other(bridge, r2026_07_28);
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
    TaskFront front(bridge, r2026_07_28);
    const auto found = ClientTasks(front.client).resume("nobody's");
    REQUIRE_FALSE(found);
    CHECK(found.error().code == error_code::invalid_params);
}

TEST_CASE("an older client waits for a task, and gives it up") {
    TaskServer working;
    Bridge bridge(me, working.reach());
    TaskFront front(bridge, r2025_06_18);
    working.let_go = true;
    const auto done = front.client.call_tool("work");
    REQUIRE(done);
    CHECK(text_of(*done) == "done");
    working.let_go = false;
    auto started = front.client.start<CallTool>(CallToolRequestParams{.name = "work"});
    REQUIRE(soon([&] { return working.begun == 2; }));
    started.cancel();
    CHECK_FALSE(started.get());
    CHECK(soon([&] { return working.given_up.load(); }));
}

TEST_CASE("a bridge ends while it waits for a task") {
    TaskServer working;
    auto bridge = std::make_unique<Bridge>(me, working.reach());
    auto front = std::make_unique<TaskFront>(*bridge, r2025_11_25);
    auto started = front->client.start<CallTool>(CallToolRequestParams{.name = "work"});
    CHECK(soon([&] { return working.begun == 1; }));
    bridge.reset();
    CHECK_FALSE(started.get());
    working.let_go = true;
}
