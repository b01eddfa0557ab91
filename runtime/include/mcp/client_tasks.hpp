// Tools that run as tasks of revision 2025-11-25: the call is answered at once, the outcome is
// fetched later. Experimental in the protocol; gone in 2026-07-28, where an extension has tasks of
// another kind.
#pragma once

#include <mcp/client.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mcp {

/// A call on the server. Letting go of it does not stop it; `cancel` does.
class ToolTask {
public:
    /// Empty when the server ran the call at once, without a task.
    const std::string& id() const { return state_.taskId; }
    /// As the server last said.
    const Task& state() const { return state_; }
    bool finished() const;

    /// Asks how the task stands.
    Answer<Task> poll();
    /// Polls as often as the server wants until the task is final, and gives its outcome: what the
    /// call would have given. When the task waits for input, the handlers of the client are asked
    /// meanwhile.
    Answer<CallToolResult> get();
    /// Stops the task on the server. Fails for one that is final.
    Answer<Task> cancel();

private:
    friend class ClientTasks;
    using Wait = std::function<void(std::chrono::milliseconds)>;

    Client* client_ = nullptr;
    Wait wait_{};
    Task state_{};
    std::optional<Answer<CallToolResult>> outcome_{};
};

class ClientTasks {
public:
    /// `wait` is what passes the time between two polls.
    explicit ClientTasks(Client& client, ToolTask::Wait wait = {});

    /// Calls a tool as a task. Fails with Failure::not_negotiated when the tool does not run as
    /// one, or the server runs none; then nothing is sent. `keep`: for how long the outcome is
    /// wanted.
    /// `options.on_progress` hears of progress until the task is final.
    Answer<ToolTask> start(const Tool& tool, JsonObject arguments,
                           std::optional<std::chrono::milliseconds> keep = {});
    Answer<ToolTask> start(const Tool& tool, JsonObject arguments,
                           std::optional<std::chrono::milliseconds> keep, CallOptions options);
    /// Calls a tool in the way that it wants to be called, and waits for the outcome.
    Answer<CallToolResult> call(const Tool& tool, JsonObject arguments);

private:
    friend class ToolTask;
    static Answer<CallToolResult> fetch(Client& client, const std::string& id);
    static void final_state(Client& client, const std::string& id);

    Client& client_;
    ToolTask::Wait wait_;
};

}  // namespace mcp
