// Tools that run as tasks: the call is answered at once, the outcome is fetched later, also by
// another process that knows the task's id. The same for the tasks of 2025-11-25 and for those of
// the extension since 2026-07-28. Only calls that are made here tell a server that they may be
// tasks.
#pragma once

#include <mcp/client.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
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
    /// Stops the task on the server. Fails for one that is final in 2025-11-25; since 2026-07-28
    /// gives how it stands then.
    Answer<Task> cancel();

private:
    friend class ClientTasks;
    using Wait = std::function<void(std::chrono::milliseconds)>;
    Answer<Task> look(bool answer);
    Answer<Task> take(const std::string& text);
    Answer<CallToolResult> get_modern();
    bool lost() const;

    Client* client_ = nullptr;
    Wait wait_{};
    Task state_{};
    std::optional<Answer<CallToolResult>> outcome_{};
    std::shared_ptr<std::set<std::string>> answered_ = std::make_shared<std::set<std::string>>();
    std::chrono::milliseconds waited_{};
};

class ClientTasks {
public:
    /// `wait` is what passes the time between two polls.
    explicit ClientTasks(Client& client, ToolTask::Wait wait = {});

    /// Calls a tool as a task. Fails with Failure::not_negotiated when the tool does not run as
    /// one, or the server runs none; then nothing is sent. `keep`: for how long the outcome is
    /// wanted, in
    /// 2025-11-25. Since 2026-07-28 it is the server that decides whether there is a task.
    /// `options.on_progress` hears of progress until the task is final.
    Answer<ToolTask> start(const Tool& tool, JsonObject arguments,
                           std::optional<std::chrono::milliseconds> keep = {});
    Answer<ToolTask> start(const Tool& tool, JsonObject arguments,
                           std::optional<std::chrono::milliseconds> keep, CallOptions options);
    /// A task that was started before, perhaps by another process: keep `ToolTask::id` for that.
    /// Fails when the server does not know it (any more).
    Answer<ToolTask> resume(std::string id);
    /// Calls a tool in the way that it wants to be called, and waits for the outcome.
    Answer<CallToolResult> call(const Tool& tool, JsonObject arguments);

private:
    friend class ToolTask;
    ToolTask followed(std::string id) const;
    static Answer<std::string> run(Client& client, detail::ClientCall call);
    static Answer<CallToolResult> fetch(Client& client, const std::string& id);
    static void final_state(Client& client, const std::string& id);

    Client& client_;
    ToolTask::Wait wait_;
};

}  // namespace mcp
