// Calls that become tasks at the server behind.
//
//   in front                        behind, since 2026-07-28       behind, 2025-11-25
//   since 2026-07-28, declares it   the task itself                kept in front, by the server
//   2025-11-25                      waited for, kept in front      waited for where it must be one,
//   any other                       waited for if it has no        kept in front
//                                   other way to come to one
#include "gateway/relay.hpp"
#include "gateway/relay_results.hpp"

#include "server/access.hpp"
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

constexpr std::size_t max_owned_tasks = 10'000;

RpcError unknown_task() { return RpcError::invalid_params("params.taskId: unknown"); }

/// Leaves the waiting for a task.
struct NotWanted {};

/// Passes time between two looks at a task, unless the client gives the call up.
void pause(const std::stop_token& stop, const Link& link, std::chrono::milliseconds time) {
    constexpr std::chrono::milliseconds slice{200};
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (; time.count() > 0 && !link.closed(); time -= slice) {
        wake.wait_for(lock, stop, std::min(time, slice), [] { return false; });
        if (stop.stop_requested()) throw NotWanted();
    }
}

std::optional<std::string> task_id(const std::string& text, Revision at) {
    if (modern_revisions.contains(at)) {
        const auto created = decode<tasks::CreateTaskResult>(text, at);
        return created ? std::optional(created->taskId) : std::nullopt;
    }
    const auto created = decode<CreateTaskResult>(text, at);
    return created ? std::optional(created->task.taskId) : std::nullopt;
}

}  // namespace

bool Relay::as_task(const Link& link, const FrontCall& front, CallToolRequestParams& params) const {
    if (link.modern()) return link.has_tasks() && (front.is_legacy() || front.takes_tasks());
    if (link.facts().revision != r2025_11_25) return false;
    const auto known = tool(params.name);
    if (!known || !known->declaration.execution) return false;
    if (known->declaration.execution->taskSupport != ToolExecutionTaskSupportTag::required) {
        return false;
    }
    params.task.emplace();
    return true;
}

void Relay::call_tool(const LinkPointer& link, const FrontPointer& front,
                      CallToolRequestParams params, bool progress,
                      Done<mcp::Round<CallTool>> done) {
    link->call_tool(std::move(params), options_for(front, progress),
                    [self = shared_from_this(), link, front,
                     done = std::move(done)](Answer<ToolOutcome> outcome) mutable {
                        if (!outcome) return done(Unexpected(std::move(outcome).error()));
                        if (const auto* task = std::get_if<TaskText>(&*outcome)) {
                            return self->became_task(link, front, task->text, std::move(done));
                        }
                        if (auto* asked = std::get_if<InputRequiredResult>(&*outcome)) {
                            return done(mcp::Round<CallTool>(std::move(*asked)));
                        }
                        done(mcp::Round<CallTool>(std::get<CallToolResult>(*std::move(outcome))));
                    });
}

void Relay::became_task(const LinkPointer& link, const FrontPointer& front, const std::string& text,
                        Done<mcp::Round<CallTool>> done) {
    const auto id = task_id(text, link->facts().revision);
    if (!id) {
        return done(Unexpected(RpcError(Failure::invalid_response, "the task cannot be read")));
    }
    if (!link->modern() || !front->takes_tasks()) return follow(link, front, *id, std::move(done));
    if (!front->principal().empty()) {
        const std::lock_guard lock(mutex_);
        // Any of them: their names have no order.
        if (task_owners_.size() >= max_owned_tasks) task_owners_.erase(task_owners_.begin());
        task_owners_.emplace(*id, front->principal());
    }
    front->finish([text](Context&) -> Answer<std::string> { return text; });
    done(Unexpected(RpcError(Failure::cancelled, "the call has its outcome")));
}

void Relay::follow(const LinkPointer& link, const FrontPointer& front, const std::string& id,
                   Done<mcp::Round<CallTool>> done) {
    const auto outcome = std::make_shared<Done<mcp::Round<CallTool>>>(std::move(done));
    const bool posted = core_.crew().post([self = shared_from_this(), link, front, id, outcome] {
        const run::Crew::Blocking waiting(self->core_.crew());
        const std::stop_token stop = front->stop_token();
        ClientTasks tasks(link->client(), [&](auto time) { pause(stop, *link, time); });
        auto task = tasks.resume(id);
        if (!task) return (*outcome)(Unexpected(std::move(task).error()));
        try {
            auto result = task->get();
            if (!result) return (*outcome)(Unexpected(std::move(result).error()));
            (*outcome)(mcp::Round<CallTool>(*std::move(result)));
        } catch (const NotWanted&) {
            (void)task->cancel();
            (*outcome)(Unexpected(RpcError(Failure::cancelled, "not wanted any more")));
        }
    });
    if (!posted) {
        (*outcome)(Unexpected(RpcError(error_code::internal_error, "too much waits")));
    }
}

bool Relay::may_know(std::string_view principal, const std::string& task) const {
    const std::lock_guard lock(mutex_);
    const auto owner = task_owners_.find(task);
    return owner == task_owners_.end() ? principal.empty() : owner->second == principal;
}

void Relay::about_task(std::string_view method, Params params, Context& context,
                       Done<std::string> done) {
    const auto& call = detail::ServedCall::of(context);
    if (!session::speaks_tasks(call.peer->client_capabilities)) {
        return done(Unexpected(session::tasks_not_declared()));
    }
    // What else there is, is the server's to read.
    auto read = server::read_params<tasks::GetTaskRequestParams>(params, context.revision());
    if (!read) return done(Unexpected(std::move(read).error()));
    if (!may_know(call.principal, read->taskId)) return done(Unexpected(unknown_task()));
    auto given = Json(*params).as_object().value_or(JsonObject());
    given.erase("_meta");
    const auto front = std::make_shared<FrontCall>();
    front->only_client = options_.one_client;
    const auto peer = call.peer;
    const std::string principal = call.principal;
    front->attach(context, std::move(done));
    auto answered = [front](Answer<std::string> text) {
        if (!text) return front->fail(for_front(std::move(text).error()));
        front->finish([text = *std::move(text)](Context&) -> Answer<std::string> { return text; });
    };
    with_link(peer, principal, Use::other,
              [self = shared_from_this(), front, method = std::string(method),
               given = Json(std::move(given)).dump(),
               answered = std::move(answered)](const Answer<LinkPointer>& link) {
                  if (!link) return front->fail(link.error());
                  (*link)->about_task(method, given, self->options_for(front, false), answered);
              });
}

session::TaskNews Relay::watch_tasks(const Peer& peer, std::string_view principal,
                                     const std::vector<std::string>& ids, session::TaskTold told) {
    const auto slot = std::make_shared<detail::Slot<LinkPointer>>();
    with_link(peer, principal, Use::other,
              [slot](const Answer<LinkPointer>& link) { slot->put(link); });
    const run::Crew::Blocking waiting(core_.crew());
    const auto link = slot->wait();
    if (!link) return {};
    session::TaskNews news;
    auto shared = std::make_shared<session::TaskTold>(std::move(told));
    for (const std::string& id : ids) {
        if (may_know(principal, id) && (*link)->watch_task(id, shared)) news.known.push_back(id);
    }
    // Let go of under the lock of the session in front: the rest is for another thread.
    news.watch = std::shared_ptr<void>(shared.get(), [weak = weak_from_this(), link = *link, shared,
                                                      ids = news.known](void*) mutable {
        const auto self = weak.lock();
        if (!self) return;
        self->core_.crew().post([link, shared = std::move(shared), ids]() mutable {
            shared.reset();
            for (const std::string& id : ids) link->unwatch_task(id);
        });
    });
    return news;
}

}  // namespace mcp::gateway
