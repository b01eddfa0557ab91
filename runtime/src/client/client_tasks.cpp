// Polling tasks, of both kinds: those of 2025-11-25, and those of the extension since 2026-07-28.
#include <mcp/client_tasks.hpp>

#include "client/link.hpp"
#include "client/result_text.hpp"
#include "session/task_names.hpp"

#include <mcp/tasks/codec.hpp>
#include <mcp/tasks/methods.hpp>

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

TaskStatus status_from(std::string_view text) {
    using enum TaskStatusTag;
    for (const TaskStatusTag each : {working, input_required, completed, failed, cancelled}) {
        if (text == TaskStatus(each).text()) return each;
    }
    return TaskStatus::unknown(std::string(text));
}

/// A task of the extension as one of 2025-11-25: the same, in other words.
template <class Shown>
Task from_extension(const Shown& shown, TaskStatus status) {
    Task task;
    task.taskId = shown.taskId;
    task.status = std::move(status);
    task.createdAt = shown.createdAt;
    task.lastUpdatedAt = shown.lastUpdatedAt;
    task.ttl = shown.ttlMs;
    task.pollInterval = shown.pollIntervalMs;
    task.statusMessage = shown.statusMessage;
    return task;
}

RpcError strange(std::string text) {
    return {Failure::invalid_response, "tasks/get: " + std::move(text)};
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
    if (client_->revision() != r2025_11_25) return look(false);
    auto result = client_->call<GetTask>({.taskId = id()});
    if (!result) return Unexpected(std::move(result).error());
    state_ = to_task(std::move(*result));
    if (is_final(state_.status)) ClientTasks::final_state(*client_, id());
    return state_;
}

Answer<Task> ToolTask::look(bool answer) {
    CallOptions options = client_->default_options();
    detail::ClientCall call =
        client_->untyped_call<tasks::GetTask>({.taskId = id()}, std::move(options));
    call.as_task = true;
    if (answer) call.answered_keys = answered_;
    auto text = ClientTasks::run(*client_, std::move(call));
    if (!text) return Unexpected(std::move(text).error());
    return take(*text);
}

Answer<Task> ToolTask::take(const std::string& text) {
    const auto result = decode<tasks::GetTaskResult>(text, client_->revision());
    if (!result) return Unexpected(Client::bad_result(GetTask::name, result.error()));
    std::optional<RpcError> problem;
    std::visit(
        [&](const auto& one) {
            using One = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<One, Unrecognized>) {
                problem = strange("an unknown status");
            } else {
                state_ = from_extension(one, status_from(one.status));
            }
            if constexpr (std::is_same_v<One, tasks::GetTaskResultFailed>) {
                outcome_.emplace(
                    Unexpected(RpcError(one.error.code, one.error.message, one.error.data)));
            } else if constexpr (std::is_same_v<One, tasks::GetTaskResultCancelled>) {
                outcome_.emplace(
                    Unexpected(RpcError(Failure::cancelled, "the task was cancelled")));
            } else if constexpr (std::is_same_v<One, tasks::GetTaskResultCompleted>) {
                auto came = decode<CallToolResult>(
                    client::complete_result(one.result.dump(), false), client_->revision());
                if (came) {
                    outcome_.emplace(*std::move(came));
                } else {
                    problem = Client::bad_result(CallTool::name, came.error());
                }
            }
        },
        static_cast<const tasks::GetTaskResult::Base&>(*result));
    if (problem) return Unexpected(*problem);
    return state_;
}

bool ToolTask::lost() const { return state_.ttl.has_value() && waited_.count() > *state_.ttl; }

Answer<CallToolResult> ToolTask::get() {
    if (client_ && client_->revision() != r2025_11_25) return get_modern();
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

Answer<CallToolResult> ToolTask::get_modern() {
    while (!outcome_) {
        if (lost()) {
            return Unexpected(RpcError(Failure::timeout, "the task did not end in its time"));
        }
        const auto interval = state_.pollInterval ? std::chrono::milliseconds(*state_.pollInterval)
                                                  : default_interval;
        const auto pause = std::max(interval, shortest_interval);
        wait_(pause);
        waited_ += pause;
        if (auto looked = look(true); !looked) return Unexpected(std::move(looked).error());
    }
    return *outcome_;
}

Answer<Task> ToolTask::cancel() {
    if (client_->revision() != r2025_11_25) {
        detail::ClientCall call =
            client_->untyped_call<tasks::CancelTask>({.taskId = id()}, client_->default_options());
        call.as_task = true;
        auto done = ClientTasks::run(*client_, std::move(call));
        if (!done) return Unexpected(std::move(done).error());
        return look(false);
    }
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
    const bool modern = modern_revisions.contains(client_.revision());
    if (!modern && client_.revision() != r2025_11_25) {
        return Unexpected(RpcError(Failure::not_negotiated, "this revision has no such tasks"));
    }
    // Since 2026-07-28 the server decides.
    if (!modern && support(tool) == ToolExecutionTaskSupportTag::forbidden) {
        return Unexpected(RpcError(Failure::not_negotiated, tool.name + " does not run as a task"));
    }
    CallToolRequestParams params{.name = tool.name};
    params.arguments = std::move(arguments);
    if (!modern) {
        auto& wish = params.task.emplace();
        if (keep) wish.ttl = keep->count();
    }
    detail::ClientCall call = client_.untyped_call<CallTool>(std::move(params), std::move(options));
    call.as_task = true;
    Answer<std::string> text = run(client_, std::move(call));
    if (!text) return Unexpected(std::move(text).error());

    ToolTask task = followed({});
    if (modern) {
        const auto kind = decode<BaseResult>(*text, client_.revision());
        if (kind && kind->resultType.text() == "task") {
            auto created = decode<tasks::CreateTaskResult>(*text, client_.revision());
            if (!created) return Unexpected(Client::bad_result(CallTool::name, created.error()));
            task.state_ = from_extension(*created, status_from(created->status.text()));
            return task;
        }
    } else if (auto created = decode<CreateTaskResult>(*text, r2025_11_25)) {
        task.state_ = std::move(created->task);
        return task;
    }
    // It may have run the call at once.
    auto result = decode<CallToolResult>(*text, client_.revision());
    if (!result) return Unexpected(Client::bad_result(CallTool::name, result.error()));
    task.state_.status = TaskStatusTag::completed;
    task.outcome_.emplace(std::move(*result));
    return task;
}

ToolTask ClientTasks::followed(std::string id) const {
    ToolTask task;
    task.client_ = &client_;
    task.wait_ = wait_;
    task.state_.taskId = std::move(id);
    return task;
}

Answer<ToolTask> ClientTasks::resume(std::string id) {
    ToolTask task = followed(std::move(id));
    if (auto state = task.poll(); !state) return Unexpected(std::move(state).error());
    return task;
}

Answer<std::string> ClientTasks::run(Client& client, detail::ClientCall call) {
    const auto slot = std::make_shared<detail::Slot<std::string>>();
    call.done = [slot](Answer<std::string> text) { slot->put(std::move(text)); };
    client.submit(std::move(call));
    return client.wait(*slot);
}

Answer<CallToolResult> ClientTasks::call(const Tool& tool, JsonObject arguments) {
    const Revision revision = client_.revision();
    if (!modern_revisions.contains(revision) &&
        (revision != r2025_11_25 || support(tool) != ToolExecutionTaskSupportTag::required)) {
        return client_.call_tool(tool.name, std::move(arguments));
    }
    const auto& peer = client_.connected();
    if (modern_revisions.contains(revision) && peer && peer->capabilities &&
        !session::speaks_tasks(*peer->capabilities)) {
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
    Answer<std::string> text = run(client, std::move(call));
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
