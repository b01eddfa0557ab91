// Calls that become tasks at the server behind.
//
//   in front                        behind, since 2026-07-28       behind, 2025-11-25
//   since 2026-07-28, declares it   the task itself                kept in front, by the server
//   2025-11-25                      waited for, kept in front      waited for where it must be one,
//   any other                       waited for if it has no        kept in front
//                                   other way to come to one
#include "gateway/relay.hpp"
#include "gateway/relay_results.hpp"
#include "gateway/task_calls.hpp"

#include <mcp/methods.hpp>

#include <utility>
#include <variant>

namespace mcp::gateway {

namespace {

constexpr std::size_t max_owned_tasks = 10'000;

}  // namespace

void Relay::call_tool(const LinkPointer& link, const FrontPointer& front,
                      CallToolRequestParams params, bool progress,
                      Done<mcp::Round<CallTool>> done) {
    auto outcome = [self = shared_from_this(), link, front,
                    done = std::move(done)](Answer<ToolOutcome> came) mutable {
        if (!came) return done(Unexpected(std::move(came).error()));
        if (const auto* task = std::get_if<TaskText>(&*came)) {
            return self->became_task(link, front, *task, std::move(done));
        }
        if (auto* asked = std::get_if<InputRequiredResult>(&*came)) {
            return done(mcp::Round<CallTool>(std::move(*asked)));
        }
        done(mcp::Round<CallTool>(std::get<CallToolResult>(*std::move(came))));
    };
    TaskCalls::call_tool(link->client(), std::move(params), options_for(front, progress), true,
                         std::move(outcome));
}

void Relay::became_task(const LinkPointer& link, const FrontPointer& front, const TaskText& came,
                        Done<mcp::Round<CallTool>> done) {
    const auto id = task_id(came);
    if (!id) {
        return done(Unexpected(RpcError(Failure::invalid_response, "the task cannot be read")));
    }
    if (!link->modern() || !front->takes_tasks()) {
        TaskBehind task{{link, &link->client()}, *id, [link] { return link->closed(); }};
        auto outcome = [done = std::move(done)](Answer<CallToolResult> result) mutable {
            if (!result) return done(Unexpected(std::move(result).error()));
            done(mcp::Round<CallTool>(*std::move(result)));
        };
        return follow_task(core_.crew(), std::move(task), front->stop_token(), std::move(outcome));
    }
    if (!front->principal().empty()) {
        const std::lock_guard lock(mutex_);
        // Any of them: their names have no order.
        if (task_owners_.size() >= max_owned_tasks) task_owners_.erase(task_owners_.begin());
        task_owners_.emplace(*id, front->principal());
    }
    front->finish([text = came.text](Context&) -> Answer<std::string> { return text; });
    done(Unexpected(RpcError(Failure::cancelled, "the call has its outcome")));
}

bool Relay::may_know(std::string_view principal, const std::string& task) const {
    const std::lock_guard lock(mutex_);
    const auto owner = task_owners_.find(task);
    return owner == task_owners_.end() ? principal.empty() : owner->second == principal;
}

void Relay::about_task(std::string_view method, Params params, Context& context,
                       Done<std::string> done) {
    auto question = read_task_question(params, context);
    if (!question) return done(Unexpected(std::move(question).error()));
    const auto& call = detail::ServedCall::of(context);
    if (!may_know(call.principal, question->id)) return done(Unexpected(unknown_task()));
    const auto front = std::make_shared<FrontCall>();
    front->only_client = options_.one_client;
    const auto peer = call.peer();
    const std::string principal = call.principal;
    front->attach(context, std::move(done));
    auto answered = [front](Answer<std::string> text) {
        if (!text) return front->fail(for_front(std::move(text).error()));
        front->finish([text = *std::move(text)](Context&) -> Answer<std::string> { return text; });
    };
    with_link(peer, principal, Use::other,
              [self = shared_from_this(), front, method = std::string(method),
               given = Json(std::move(question->params)).dump(),
               answered = std::move(answered)](const Answer<LinkPointer>& link) {
                  if (!link) return front->fail(link.error());
                  TaskCalls::about((*link)->client(), method, given,
                                   self->options_for(front, false), answered);
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
        if (may_know(principal, id) && (*link)->task_watches().watch((*link)->client(), id, shared))
            news.known.push_back(id);
    }
    // Let go of under the lock of the session in front: the rest is for another thread.
    news.watch = std::shared_ptr<void>(shared.get(), [weak = weak_from_this(), link = *link, shared,
                                                      ids = news.known](void*) mutable {
        const auto self = weak.lock();
        if (!self) return;
        self->core_.crew().post([link, shared = std::move(shared), ids]() mutable {
            shared.reset();
            for (const std::string& id : ids) link->task_watches().unwatch(id);
        });
    });
    return news;
}

}  // namespace mcp::gateway
