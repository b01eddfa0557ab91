// Requests of the tasks extension.
#include "session/modern_tasks.hpp"

#include "session/errors.hpp"
#include "session/modern_server.hpp"
#include "session/task_names.hpp"

#include <mcp/codec.hpp>
#include <mcp/tasks/codec.hpp>
#include <mcp/tasks/methods.hpp>

#include <utility>

namespace mcp::session {

namespace {

/// A task as one of the extension's records, which differ in what a status adds.
template <class Shown>
Shown common(const StoredTask& task, const TaskManager& manager) {
    Shown shown;
    shown.taskId = task.id;
    shown.createdAt = iso_time(task.created);
    shown.lastUpdatedAt = iso_time(task.updated);
    shown.ttlMs = ttl_of(task);
    shown.pollIntervalMs = manager.limits().poll_interval.count();
    if (!task.status_message.empty()) shown.statusMessage = task.status_message;
    return shown;
}

template <class Failed>
Failed failed(const StoredTask& task, const TaskManager& manager) {
    Failed shown = common<Failed>(task, manager);
    const RpcError error = error_for(*task.error, r2026_07_28);
    shown.error.code = error.code;
    shown.error.message = error.message;
    shown.error.data = error.data;
    return shown;
}

template <class Completed>
Completed completed(const StoredTask& task, const TaskManager& manager) {
    Completed shown = common<Completed>(task, manager);
    if (auto result = JsonObject::parse(task.result)) shown.result = *std::move(result);
    return shown;
}

template <class Waiting>
Waiting waiting(const StoredTask& task, const TaskManager& manager, Revision revision) {
    Waiting shown = common<Waiting>(task, manager);
    const std::string text =
        R"({"resultType":"input_required","inputRequests":)" + task.questions + "}";
    if (auto asked = decode<InputRequiredResult>(text, revision); asked && asked->inputRequests) {
        shown.inputRequests = *std::move(asked->inputRequests);
    }
    return shown;
}

template <class Detailed, class Working, class Waiting, class Completed, class Failed,
          class Cancelled>
Detailed detailed(const StoredTask& task, const TaskManager& manager, Revision revision) {
    if (task.error) return failed<Failed>(task, manager);
    switch (task.status) {
        case TaskStatusTag::working: return common<Working>(task, manager);
        case TaskStatusTag::input_required: return waiting<Waiting>(task, manager, revision);
        case TaskStatusTag::cancelled: return common<Cancelled>(task, manager);
        // A result with `isError` is a failed task only in 2025-11-25.
        case TaskStatusTag::failed:
        case TaskStatusTag::completed: return completed<Completed>(task, manager);
    }
    return common<Cancelled>(task, manager);
}

class TaskRequest {
public:
    TaskRequest(Channel& channel, const rpc::Envelope& message, const Admitted& admitted,
                const Sender& sender)
        : channel_(channel),
          id_(message.id),
          method_(message.method),
          owner_(sender.principal),
          revision_(admitted.revision) {
        if (message.params) params_ = Json(*message.params);
        if (channel.settings.send_server_info) server_info_ = channel.core.info();
    }

    void serve() {
        // The store may take its time: from here on another thread may read.
        const run::Crew::UserCode user_code(channel_.core.crew());
        Answer<std::string> answer = Unexpected(RpcError());
        try {
            answer = result();
        } catch (const std::exception& error) {
            channel_.report("tasks: " + std::string(error.what()));
            answer = Unexpected(RpcError(error_code::internal_error, "internal error"));
        }
        channel_.send(
            answer ? rpc::result_text(id_, *answer) : rpc::error_text(id_, answer.error()), id_);
    }

private:
    Answer<std::string> result() {
        if (method_ == tasks::GetTask::name) return get();
        if (method_ == tasks::UpdateTask::name) return update();
        return cancel();
    }

    Answer<std::string> get() {
        const auto read = decode<tasks::GetTaskRequestParams>(params_.text(), revision_);
        if (!read) return Unexpected(RpcError::invalid_params(read.error()));
        const auto task = manager().get(owner_, read->taskId, now());
        if (!task) return Unexpected(unknown());
        auto shown = detailed<tasks::GetTaskResult, tasks::GetTaskResultWorking,
                              tasks::GetTaskResultInputRequired, tasks::GetTaskResultCompleted,
                              tasks::GetTaskResultFailed, tasks::GetTaskResultCancelled>(
            *task, manager(), revision_);
        std::visit(
            [&](auto& one) {
                if constexpr (requires { one.meta.emplace(); }) name_server(one);
            },
            static_cast<tasks::GetTaskResult::Base&>(shown));
        return written(shown);
    }

    Answer<std::string> update() {
        // Answers to what is not asked any more may be anything: only the others are read.
        const auto read = decode<tasks::GetTaskRequestParams>(params_.text(), revision_);
        if (!read) return Unexpected(RpcError::invalid_params(read.error()));
        if (!params_["inputResponses"].is_object()) {
            return Unexpected(RpcError::invalid_params("params.inputResponses: expected object"));
        }
        const auto refused =
            manager().answer(owner_, read->taskId, params_["inputResponses"], now());
        if (refused) return Unexpected(*refused);
        tasks::UpdateTaskResult done;
        name_server(done);
        return written(done);
    }

    Answer<std::string> cancel() {
        const auto read = decode<tasks::CancelTaskRequestParams>(params_.text(), revision_);
        if (!read) return Unexpected(RpcError::invalid_params(read.error()));
        if (!manager().get(owner_, read->taskId, now())) return Unexpected(unknown());
        manager().move(owner_, read->taskId, TaskStatusTag::cancelled, "cancelled by the client",
                       {}, now());
        tasks::CancelTaskResult done;
        name_server(done);
        return written(done);
    }

    template <class Result>
    void name_server(Result& result) const {
        if (server_info_) result.meta.emplace().serverInfo = *server_info_;
    }

    template <class Result>
    Answer<std::string> written(const Result& result) {
        auto text = encode(result, revision_);
        if (text) return *std::move(text);
        channel_.report(method_ + ": " + text.error().message());
        return Unexpected(RpcError(error_code::internal_error, "internal error"));
    }

    static RpcError unknown() { return RpcError::invalid_params("params.taskId: unknown"); }
    TaskManager& manager() const { return *channel_.core.tasks(); }
    Sealer::Time now() const { return channel_.clock.wall(); }

    Channel& channel_;
    MessageId id_;
    std::string method_;
    std::string owner_;
    Revision revision_;
    Json params_{JsonObject()};
    std::optional<Implementation> server_info_{};
};

}  // namespace

[[gnu::hot]] bool is_task_request(std::string_view method) {
    return method == tasks::GetTask::name || method == tasks::UpdateTask::name ||
           method == tasks::CancelTask::name;
}

RpcError tasks_not_declared() {
    ClientCapabilities required;
    required.extensions.emplace()[tasks_extension];
    return missing_capability(required);
}

void serve_task_request(Channel& channel, const rpc::Envelope& message, const Admitted& admitted,
                        const Sender& sender) {
    if (!speaks_tasks(admitted.meta->peer->client_capabilities)) {
        return channel.send(rpc::error_text(message.id, tasks_not_declared()), message.id);
    }
    TaskRequest(channel, message, admitted, sender).serve();
}

std::string created_text(const StoredTask& task, const TaskManager& manager, Revision revision,
                         const Implementation* server_info) {
    auto created = common<tasks::CreateTaskResult>(task, manager);
    created.status = tasks::TaskStatusTag::working;
    if (server_info) created.meta.emplace().serverInfo = *server_info;
    const auto text = encode(created, revision);
    return text ? *text : std::string();
}

std::string news_text(const StoredTask& task, const TaskManager& manager, Revision revision,
                      const MessageId& stream) {
    auto shown =
        detailed<tasks::TaskStatusNotificationParams, tasks::TaskStatusNotificationParamsWorking,
                 tasks::TaskStatusNotificationParamsInputRequired,
                 tasks::TaskStatusNotificationParamsCompleted,
                 tasks::TaskStatusNotificationParamsFailed,
                 tasks::TaskStatusNotificationParamsCancelled>(task, manager, revision);
    std::visit(
        [&](auto& one) {
            if constexpr (requires { one.meta.emplace(); }) {
                one.meta.emplace().subscriptionId = request_id(stream);
            }
        },
        static_cast<tasks::TaskStatusNotificationParams::Base&>(shown));
    const auto text = encode(shown, revision);
    return text ? *text : std::string();
}

}  // namespace mcp::session
