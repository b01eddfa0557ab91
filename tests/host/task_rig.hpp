// A server whose tool runs as a task until it is let go, and clients that hear of tasks.
#pragma once

#include "support.hpp"

#include <mcp/client.hpp>
#include <mcp/message_filter.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace mcp::host::test {

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
    std::function<Result<std::unique_ptr<Transport>>()> reach() {
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
    TaskFront(Server& server, Revision revision) : TaskFront(revision) { connect(server); }
    explicit TaskFront(Revision revision) : client(me, options(revision)) { client.filter(news); }
    void connect(Server& server) {
        auto [ours, theirs] = memory_transports();
        server.connect(std::move(theirs));
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

inline Tool work_tool(std::string name = "work") {
    Tool tool;
    tool.name = std::move(name);
    return tool;
}

}  // namespace mcp::host::test
