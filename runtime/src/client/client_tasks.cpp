// Polling tasks.
#include <mcp/client_tasks.hpp>

#include "client/link.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace mcp {

namespace {

constexpr std::chrono::milliseconds default_interval{1000};
constexpr std::chrono::milliseconds shortest_interval{10};

bool is_final(const TaskStatus& status) {
    return status == TaskStatusTag::completed || status == TaskStatusTag::failed ||
           status == TaskStatusTag::cancelled;
}

/// The answers to tasks/get and tasks/cancel are tasks, too.
template <class Result>
Task to_task(Result result) {
    Task task;
    task.taskId = std::move(result.taskId);
    task.status = std::move(result.status);
    task.createdAt = std::move(result.createdAt);
    task.lastUpdatedAt = std::move(result.lastUpdatedAt);
    task.ttl = result.ttl;
    task.pollInterval = result.pollInterval;
    task.statusMessage = std::move(result.statusMessage);
    return task;
}

ToolExecutionTaskSupportTag support(const Tool& tool) {
    if (!tool.execution || !tool.execution->taskSupport) {
        return ToolExecutionTaskSupportTag::forbidden;
    }
    return tool.execution->taskSupport->tag().value_or(ToolExecutionTaskSupportTag::forbidden);
}

}  // namespace

bool ToolTask::finished() const { return outcome_ || is_final(state_.status); }

Answer<Task> ToolTask::poll() {
    if (outcome_) return state_;
    auto result = client_->call<GetTask>({.taskId = id()});
    if (!result) return Unexpected(std::move(result).error());
    state_ = to_task(std::move(*result));
    if (is_final(state_.status)) ClientTasks::final_state(*client_, id());
    return state_;
}

Answer<CallToolResult> ToolTask::get() {
    while (!outcome_) {
        if (is_final(state_.status) || state_.status == TaskStatusTag::input_required) {
            outcome_ = ClientTasks::fetch(*client_, id());
            ClientTasks::final_state(*client_, id());
            break;
        }
        const auto interval = state_.pollInterval ? std::chrono::milliseconds(*state_.pollInterval)
                                                  : default_interval;
        wait_(std::max(interval, shortest_interval));
        if (auto polled = poll(); !polled) return Unexpected(std::move(polled).error());
    }
    return *outcome_;
}

Answer<Task> ToolTask::cancel() {
    auto result = client_->call<CancelTask>({.taskId = id()});
    if (!result) return Unexpected(std::move(result).error());
    state_ = to_task(std::move(*result));
    ClientTasks::final_state(*client_, id());
    return state_;
}

ClientTasks::ClientTasks(Client& client, ToolTask::Wait wait)
    : client_(client), wait_(std::move(wait)) {
    if (!wait_) wait_ = [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); };
}

Answer<ToolTask> ClientTasks::start(const Tool& tool, JsonObject arguments,
                                    std::optional<std::chrono::milliseconds> keep) {
    return start(tool, std::move(arguments), keep, client_.default_options());
}

Answer<ToolTask> ClientTasks::start(const Tool& tool, JsonObject arguments,
                                    std::optional<std::chrono::milliseconds> keep,
                                    CallOptions options) {
    if (client_.revision() != r2025_11_25) {
        return Unexpected(RpcError(Failure::not_negotiated, "this revision has no such tasks"));
    }
    if (support(tool) == ToolExecutionTaskSupportTag::forbidden) {
        return Unexpected(RpcError(Failure::not_negotiated, tool.name + " does not run as a task"));
    }
    CallToolRequestParams params{.name = tool.name};
    params.arguments = std::move(arguments);
    auto& wish = params.task.emplace();
    if (keep) wish.ttl = keep->count();
    detail::ClientCall call = client_.untyped_call<CallTool>(std::move(params), std::move(options));
    call.as_task = true;
    const auto slot = std::make_shared<detail::Slot<std::string>>();
    call.done = [slot](Answer<std::string> text) { slot->put(std::move(text)); };
    client_.submit(std::move(call));
    Answer<std::string> text = client_.wait(*slot);
    if (!text) return Unexpected(std::move(text).error());

    ToolTask task;
    task.client_ = &client_;
    task.wait_ = wait_;
    if (auto created = decode<CreateTaskResult>(*text, r2025_11_25)) {
        task.state_ = std::move(created->task);
        return task;
    }
    // It may have run the call at once.
    auto result = decode<CallToolResult>(*text, r2025_11_25);
    if (!result) return Unexpected(Client::bad_result(CallTool::name, result.error()));
    task.state_.status = TaskStatusTag::completed;
    task.outcome_.emplace(std::move(*result));
    return task;
}

Answer<CallToolResult> ClientTasks::call(const Tool& tool, JsonObject arguments) {
    if (client_.revision() != r2025_11_25 ||
        support(tool) != ToolExecutionTaskSupportTag::required) {
        return client_.call_tool(tool.name, std::move(arguments));
    }
    auto task = start(tool, std::move(arguments));
    if (!task) return Unexpected(std::move(task).error());
    return task->get();
}

Answer<CallToolResult> ClientTasks::fetch(Client& client, const std::string& id) {
    // Held back until the task is final; a user may have to answer first.
    CallOptions options = client.default_options();
    options.timeout = options.max_total = std::chrono::hours(24);
    detail::ClientCall call =
        client.untyped_call<GetTaskPayload>({.taskId = id}, std::move(options));
    const auto slot = std::make_shared<detail::Slot<std::string>>();
    call.done = [slot](Answer<std::string> text) { slot->put(std::move(text)); };
    client.submit(std::move(call));
    Answer<std::string> text = client.wait(*slot);
    if (!text) return Unexpected(std::move(text).error());
    auto result = decode<CallToolResult>(*text, r2025_11_25);
    if (!result) return Unexpected(Client::bad_result(GetTaskPayload::name, result.error()));
    return std::move(*result);
}

void ClientTasks::final_state(Client& client, const std::string& id) {
    if (const auto link = client.link().lock()) {
        link->with_session([&](client::Session& session) {
            session.task_is_final(id);
            return 0;
        });
    }
}

}  // namespace mcp
