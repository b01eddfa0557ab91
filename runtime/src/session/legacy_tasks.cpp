// The requests about tasks.
#include "session/legacy_tasks.hpp"

#include "rpc/meta_keys.hpp"
#include "session/legacy_server.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::session {

namespace {

constexpr std::size_t page_size = 100;
constexpr std::string_view cursor_purpose = "tasks/list";

RpcError unknown_task() { return RpcError::invalid_params("params.taskId: unknown"); }

/// The task as a `Task`, or as a result or a notification that has its members.
template <class T>
T shown(const StoredTask& task, const TaskManager& manager) {
    T result;
    result.taskId = task.id;
    result.status = task.status;
    result.createdAt = iso_time(task.created);
    result.lastUpdatedAt = iso_time(task.updated);
    result.ttl = ttl_of(task);
    result.pollInterval = manager.limits().poll_interval.count();
    if (!task.status_message.empty()) result.statusMessage = task.status_message;
    return result;
}

template <class T>
Answer<std::string> written(const T& value) {
    auto text = encode(value, r2025_11_25);
    if (text) return *std::move(text);
    return Unexpected(RpcError(error_code::internal_error, "internal error"));
}

/// The result with the word in its `_meta` that says which task it belongs to.
std::string related(const std::string& result, std::string_view task_id) {
    auto object = JsonObject::parse(result);
    if (!object) return result;
    const Json old(object->view()["_meta"]);
    JsonObject meta = old.as_object().value_or(JsonObject());
    meta.set(meta_keys::related_task, related_task(task_id));
    object->set("_meta", Json(meta));
    return object->dump();
}

/// The answer to `tasks/result`.
std::string outcome_text(const MessageId& request, const std::optional<StoredTask>& task) {
    if (!task) return rpc::error_text(request, unknown_task());
    if (task->error) return rpc::error_text(request, *task->error);
    if (!task->result.empty()) return rpc::result_text(request, related(task->result, task->id));
    const char* const why = task->status == TaskStatusTag::cancelled
                                ? "the task was cancelled"
                                : "the task is run by another server";
    return rpc::error_text(request, {error_code::internal_error, why});
}

}  // namespace

void LegacyTasks::declare(ServerCapabilities& capabilities, std::string_view principal) const {
    capabilities.tasks.reset();
    if (!channel_->core.tasks()) return;
    auto& tasks = capabilities.tasks.emplace();
    tasks.cancel.emplace();
    if (!principal.empty()) tasks.list.emplace();
    tasks.requests.emplace().tools.emplace().call.emplace();
}

void LegacyTasks::answer(const rpc::Envelope& message, const Answer<std::string>& result) {
    channel_->send(result ? rpc::result_text(message.id, *result)
                          : rpc::error_text(message.id, result.error()),
                   message.id);
}

bool LegacyTasks::request(const rpc::Envelope& message, std::string_view principal) {
    if (!channel_->core.tasks()) return false;
    const std::string owner(principal);
    if (message.method == ListTasks::name && owner.empty()) return false;
    return guarded(message, [&] {
        if (message.method == ListTasks::name) return list(message, owner), true;
        const std::string_view params = message.params ? message.params->text() : "{}";
        const auto read = decode<GetTaskRequestParams>(params, r2025_11_25);
        if (!read) return answer(message, Unexpected(RpcError::invalid_params(read.error()))), true;
        if (message.method == GetTask::name) return get(message, owner, read->taskId), true;
        if (message.method == GetTaskPayload::name) {
            return result(message, owner, read->taskId), true;
        }
        if (message.method == CancelTask::name) return cancel(message, owner, read->taskId), true;
        return false;
    });
}

bool LegacyTasks::guarded(const rpc::Envelope& message, const std::function<bool()>& serve) {
    try {
        return serve();
    } catch (const std::exception& error) {
        channel_->report("tasks: " + std::string(error.what()));
        answer(message, Unexpected(RpcError(error_code::internal_error, "internal error")));
        return true;
    }
}

void LegacyTasks::get(const rpc::Envelope& message, const std::string& owner,
                      const std::string& id) {
    const auto task = manager().get(owner, id, now());
    if (!task) return answer(message, Unexpected(unknown_task()));
    answer(message, written(shown<GetTaskResult>(*task, manager())));
}

void LegacyTasks::cancel(const rpc::Envelope& message, const std::string& owner,
                         const std::string& id) {
    if (!manager().get(owner, id, now())) return answer(message, Unexpected(unknown_task()));
    if (!manager().move(owner, id, TaskStatusTag::cancelled, "cancelled by the client", {},
                        now())) {
        return answer(message, Unexpected(RpcError::invalid_params("params.taskId: it has ended")));
    }
    const auto task = manager().get(owner, id, now());
    if (!task) return answer(message, Unexpected(unknown_task()));
    answer(message, written(shown<CancelTaskResult>(*task, manager())));
}

void LegacyTasks::list(const rpc::Envelope& message, const std::string& owner) {
    const std::string_view params = message.params ? message.params->text() : "{}";
    const auto read = decode<PaginatedRequestParams>(params, r2025_11_25);
    if (!read) return answer(message, Unexpected(RpcError::invalid_params(read.error())));
    std::string after;
    if (read->cursor) {
        const auto opened =
            channel_->core.sealer().open(cursor_purpose, owner, *read->cursor, now());
        if (opened) after = *opened;
    }
    const bool bad = read->cursor && after.empty();
    const auto page = bad ? std::nullopt : manager().list(owner, after, page_size, now());
    if (!page) {
        return answer(message, Unexpected(RpcError::invalid_params("params.cursor: not valid")));
    }
    ListTasksResult tasks;
    for (const StoredTask& task : page->tasks) {
        tasks.tasks.push_back(shown<Task>(task, manager()));
    }
    if (page->more) {
        tasks.nextCursor = channel_->core.sealer().seal(
            cursor_purpose, owner, page->tasks.back().id, now() + std::chrono::hours(1));
    }
    answer(message, written(tasks));
}

void LegacyTasks::result(const rpc::Envelope& message, const std::string& owner,
                         const std::string& id) {
    if (!manager().get(owner, id, now())) return answer(message, Unexpected(unknown_task()));
    const std::string request(message.id.text());
    std::uint64_t place = 0;
    {
        const Channel::Lock held = channel_->lock();
        if (channel_->closed_locked()) return;
        place = ++last_place_;
        channel_->now_others_hold_ids_locked();
        const bool full = waiting_.size() >= channel_->settings.max_in_flight;
        if (full || channel_->in_use_locked(message.id) ||
            !waiting_.try_emplace(request, Waiting{owner, id, place, 0}).second) {
            const RpcError error =
                full ? RpcError(error_code::internal_error, "busy: too many requests wait")
                     : RpcError(error_code::invalid_request, "the id is in use");
            return channel_->send_locked(rpc::error_text(message.id, error), message.id);
        }
    }
    const std::uint64_t number = manager().when_ended(
        owner, id, now(), [weak = weak_from_this(), request_id = message.id, place, owner, id] {
            if (const auto self = weak.lock()) self->deliver(request_id, place, owner, id);
        });
    {
        const Channel::Lock held = channel_->lock();
        const auto found = waiting_.find(request);
        if (found != waiting_.end() && found->second.place == place) {
            found->second.number = number;
            return;
        }
    }
    manager().forget(id, number);  // answered or given up meanwhile
}

void LegacyTasks::deliver(const MessageId& request, std::uint64_t place, const std::string& owner,
                          const std::string& id) {
    std::string text;
    try {
        text = outcome_text(request, manager().get(owner, id, now()));
    } catch (const std::exception& error) {
        channel_->report("tasks: " + std::string(error.what()));
        text = rpc::error_text(request, {error_code::internal_error, "internal error"});
    }
    const Channel::Lock held = channel_->lock();
    const auto found = waiting_.find(request.text());
    if (found == waiting_.end() || found->second.place != place) return;  // given up meanwhile
    waiting_.erase(found);
    channel_->send_locked(std::move(text), request);
}

bool LegacyTasks::cancel_locked(const MessageId& request) {
    const auto found = waiting_.find(request.text());
    if (found == waiting_.end()) return false;
    const Waiting waiting = std::move(found->second);
    waiting_.erase(found);
    if (waiting.number != 0) manager().forget(waiting.task_id, waiting.number);
    return true;
}

void LegacyTasks::closed() {
    std::map<std::string, Waiting, std::less<>> waiting;
    {
        const Channel::Lock held = channel_->lock();
        waiting.swap(waiting_);
    }
    for (const auto& [request, each] : waiting) {
        if (each.number != 0) manager().forget(each.task_id, each.number);
    }
}

void LegacyTasks::move(const std::string& owner, const std::string& id, TaskStatusTag status,
                       std::string_view message, std::optional<TaskOutcome> outcome) {
    try {
        if (!manager().move(owner, id, status, message, std::move(outcome), now())) return;
        const auto task = manager().get(owner, id, now());
        if (!task) return;
        if (const auto text = written(shown<TaskStatusNotificationParams>(*task, manager()))) {
            channel_->send(rpc::notification_text(TaskStatusNotification::name, *text), {});
        }
    } catch (const std::exception& error) {
        channel_->report("tasks: " + std::string(error.what()));
    }
}

[[gnu::hot]] bool LegacyTasks::take_call(const rpc::Envelope& message, const Sender& sender,
                                         LegacyServer& server) {
    if (!channel_->core.tasks() || !message.params) return false;
    const auto name = (*message.params)["name"].as_string();
    if (!name) return false;  // whoever serves it says so
    const ToolExecutionTaskSupportTag support = channel_->core.task_support(*name);
    const auto asked = message.params->find("task");
    if (!asked || asked->is_null()) {
        if (support != ToolExecutionTaskSupportTag::required) return false;
        answer(message, Unexpected(RpcError(error_code::method_not_found,
                                            "this tool can only be called as a task")));
        return true;
    }
    if (support == ToolExecutionTaskSupportTag::forbidden) {
        answer(message, Unexpected(RpcError(error_code::method_not_found,
                                            "this tool cannot be called as a task")));
        return true;
    }
    auto wanted = decode<TaskMetadata>(asked->text(), r2025_11_25);
    if (!wanted) {
        answer(message, Unexpected(RpcError::invalid_params(wanted.error().within("task"))));
        return true;
    }
    return guarded(message, [&] {
        take_as_task(message, *wanted, sender, server);
        return true;
    });
}

void LegacyTasks::take_as_task(const rpc::Envelope& message, const TaskMetadata& wanted,
                               const Sender& sender, LegacyServer& server) {
    const auto call = std::make_shared<TaskCall>(server, shared_from_this());
    if (const auto problem = server.fill(*call, message, sender)) {
        return answer(message, Unexpected(*problem));
    }
    const std::weak_ptr<TaskCall> weak = call;
    TaskOrder order;
    order.owner = call->principal;
    order.revision = call->revision;
    order.method = call->method;
    if (message.params) order.params = std::string(message.params->text());
    order.ttl = wanted.ttl;
    auto task = manager().create(std::move(order), now(), [weak, kept = server.shared_from_this()] {
        const auto cancelled = weak.lock();
        if (!cancelled) return;
        cancelled->stop.request_stop();
        kept->cancelled(*cancelled);
    });
    if (!task) return answer(message, Unexpected(task.error()));
    call->task_id = task->id;
    CreateTaskResult created;
    created.task = shown<Task>(*task, manager());
    answer(message, written(created));
    channel_->serve_later(call);
}

void TaskCall::finish(Answer<std::string>&& answer) {
    if (!end_once()) return;
    TaskStatusTag status = TaskStatusTag::completed;
    RequestEnd end;
    std::string why;
    if (!answer) {
        status = TaskStatusTag::failed;
        why = answer.error().message;
        end.outcome = Outcome::error;
        end.code = answer.error().code;
    } else if (const auto result = JsonObject::parse(*answer);
               result && (*result)["isError"].as_bool().value_or(false)) {
        status = TaskStatusTag::failed;
        why = "the tool failed";
    }
    tasks_->move(principal, task_id, status, why, std::move(answer));
    if (given_up()) end.outcome = Outcome::cancelled;
    ended(end);
}

void TaskCall::waits_for_input(bool waits) {
    tasks_->move(principal, task_id, waits ? TaskStatusTag::input_required : TaskStatusTag::working,
                 {});
}

}  // namespace mcp::session
