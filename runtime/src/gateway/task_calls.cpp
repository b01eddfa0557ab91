// What goes to the client, and what comes back from it.
#include "gateway/task_calls.hpp"

#include "server/params.hpp"
#include "session/modern_tasks.hpp"
#include "session/task_names.hpp"

#include <mcp/client_tasks.hpp>
#include <mcp/codec.hpp>
#include <mcp/methods.hpp>
#include <mcp/tasks/codec.hpp>
#include <mcp/tasks/methods.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace mcp::gateway {

namespace {

Answer<ToolOutcome> read_outcome(const std::string& text, Revision at) {
    const auto kind = decode<BaseResult>(text, at);
    // In 2025-11-25 it shows by its member alone.
    const bool is_task = modern_revisions.contains(at)
                             ? kind && kind->resultType.text() == "task"
                             : decode<CreateTaskResult>(text, at).has_value();
    if (is_task) return ToolOutcome(TaskText{text, at});
    const auto strange = [](const CodecError& error) {
        return Unexpected(
            RpcError(Failure::invalid_response, "tools/call: result: " + error.message()));
    };
    if (kind && kind->resultType == ResultTypeTag::input_required) {
        auto questions = decode<InputRequiredResult>(text, at);
        if (!questions) return strange(questions.error());
        return ToolOutcome(*std::move(questions));
    }
    auto result = decode<CallToolResult>(text, at);
    if (!result) return strange(result.error());
    return ToolOutcome(*std::move(result));
}

/// Leaves the waiting for a task.
struct NotWanted {};

/// Passes time between two looks at a task, unless the client gives the call up.
void pause(const std::stop_token& stop, const std::function<bool()>& lost,
           std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds slice{200};
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (; time.count() > 0 && !lost(); time -= slice) {
        wake.wait_for(lock, stop, std::min(time, slice), [] { return false; });
        if (stop.stop_requested()) throw NotWanted();
    }
}

Answer<CallToolResult> outcome_of(const TaskBehind& behind, const std::stop_token& stop) {
    ClientTasks tasks(*behind.client, [&](auto time) { pause(stop, behind.lost, time); });
    auto task = tasks.resume(behind.id);
    if (!task) return Unexpected(std::move(task).error());
    try {
        return task->get();
    } catch (const NotWanted&) {
        (void)task->cancel();
        return Unexpected(RpcError(Failure::cancelled, "not wanted any more"));
    }
}

}  // namespace

void TaskCalls::call_tool(Client& client, CallToolRequestParams params, CallOptions options,
                          bool one_round, Done<ToolOutcome> done) {
    detail::ClientCall call = client.untyped_call<CallTool>(std::move(params), std::move(options));
    call.one_round = one_round;
    call.as_task = true;
    call.done = [at = client.revision(), done = std::move(done)](Answer<std::string> text) mutable {
        if (!text) return done(Unexpected(std::move(text).error()));
        done(read_outcome(*text, at));
    };
    client.submit(std::move(call));
}

void TaskCalls::about(Client& client, std::string_view method, std::string params,
                      CallOptions options, Done<std::string> done) {
    detail::ClientCall call;
    if (method == tasks::GetTask::name) {
        call = client.untyped_call<tasks::GetTask>({}, std::move(options));
    } else if (method == tasks::UpdateTask::name) {
        call = client.untyped_call<tasks::UpdateTask>({}, std::move(options));
    } else {
        call = client.untyped_call<tasks::CancelTask>({}, std::move(options));
    }
    call.params = [params = std::move(params)](Revision) -> Result<std::string, CodecError> {
        return params;
    };
    call.as_task = true;
    call.done = std::move(done);
    client.submit(std::move(call));
}

bool only_as_task(const Tool& tool) {
    return tool.execution && tool.execution->taskSupport == ToolExecutionTaskSupportTag::required;
}

bool as_task(std::optional<Era> behind, const FrontCall& front, bool only_as_task,
             CallToolRequestParams& params) {
    if (!behind) return false;
    if (*behind == Era::modern) return front.is_legacy() || front.takes_tasks();
    if (!only_as_task) return false;
    params.task.emplace();
    return true;
}

std::optional<std::string> task_id(const TaskText& task) {
    if (modern_revisions.contains(task.revision)) {
        const auto created = decode<tasks::CreateTaskResult>(task.text, task.revision);
        return created ? std::optional(created->taskId) : std::nullopt;
    }
    const auto created = decode<CreateTaskResult>(task.text, task.revision);
    return created ? std::optional(created->task.taskId) : std::nullopt;
}

RpcError unknown_task() { return RpcError::invalid_params("params.taskId: unknown"); }

void follow_task(run::Crew& crew, TaskBehind task, const std::stop_token& stop,
                 Done<CallToolResult> done) {
    const auto outcome = std::make_shared<Done<CallToolResult>>(std::move(done));
    const bool posted = crew.post([&crew, task = std::move(task), stop, outcome] {
        const run::Crew::Blocking waiting(crew);
        (*outcome)(outcome_of(task, stop));
    });
    if (!posted) {
        (*outcome)(Unexpected(RpcError(error_code::internal_error, "too much waits")));
    }
}

Answer<TaskQuestion> read_task_question(std::optional<JsonView> params, Context& context) {
    const auto& call = detail::ServedCall::of(context);
    if (!session::speaks_tasks(call.peer()->client_capabilities)) {
        return Unexpected(session::tasks_not_declared());
    }
    // What else there is, is the server's to read.
    auto read = server::read_params<tasks::GetTaskRequestParams>(params, context.revision());
    if (!read) return Unexpected(std::move(read).error());
    TaskQuestion question{std::move(read->taskId),
                          Json(*params).as_object().value_or(JsonObject())};
    question.params.erase("_meta");
    return question;
}

void offer_task(Tool& tool) {
    if (!tool.execution) {
        tool.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::optional;
    }
}

}  // namespace mcp::gateway
