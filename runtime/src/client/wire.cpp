// Requests on their way. Not what they mean.
#include "client/wire.hpp"

#include <mcp/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp::client {

std::string cancelled_params(const MessageId& id, std::string_view reason) {
    std::string text = "{\"requestId\":";
    text += id.text();
    if (!reason.empty()) {
        text += ",\"reason\":";
        text += Json(reason).text();
    }
    text += '}';
    return text;
}

void Wire::request(Request request, Time now, Done<std::string> then) {
    if (ended_) {
        then(Unexpected(RpcError(Failure::closed, "the connection has ended")));
        return;
    }
    rpc::PendingCall call;
    call.id = request.id;
    call.method = request.method;
    call.cancellable = request.cancellable;
    call.options = std::move(request.options);
    call.done = std::move(then);
    calls_.add(std::move(call), now);
    send(rpc::request_text(request.id, request.method, request.params));
}

bool Wire::give_up(const MessageId& id, std::string_view reason) {
    std::optional<rpc::PendingCall> call = calls_.take(id);
    if (!call) return false;
    if (call->cancellable) notify("notifications/cancelled", cancelled_params(id, reason));
    call->done(Unexpected(RpcError(Failure::cancelled, std::string(reason))));
    return true;
}

void Wire::drop(const MessageId& id) {
    std::optional<rpc::PendingCall> call = calls_.take(id);
    if (call) call->done(Unexpected(RpcError(Failure::closed, "ended by the server")));
}

void Wire::answered(const rpc::Envelope& answer) {
    std::optional<rpc::PendingCall> call = calls_.take(answer.id);
    if (!call) {
        report("dropped an answer to no request that is under way");
        return;
    }
    if (answer.kind == rpc::Envelope::Kind::error) {
        auto error = rpc::read_error(answer.payload);
        if (error) {
            call->done(Unexpected(std::move(*error)));
        } else {
            call->done(Unexpected(RpcError(Failure::invalid_response, error.error().message())));
        }
    } else if (!answer.payload.is_object()) {
        call->done(Unexpected(RpcError(Failure::invalid_response, "the result is no object")));
    } else {
        call->done(std::string(answer.payload.text()));
    }
}

void Wire::answered_badly(const MessageId& id, const RpcError& why) {
    std::optional<rpc::PendingCall> call = calls_.take(id);
    if (!call) {
        report("dropped an answer that is none: " + why.message);
        return;
    }
    call->done(Unexpected(RpcError(Failure::invalid_response, why.message)));
}

void Wire::undelivered(const MessageId& id, const RpcError& why) {
    std::optional<rpc::PendingCall> call = calls_.take(id);
    if (!call) return;
    call->done(Unexpected(why));
}

void Wire::progressed(const rpc::Envelope& notification, Time now) {
    if (!notification.params) return;
    const auto token = MessageId::from((*notification.params)["progressToken"]);
    const auto done = (*notification.params)["progress"].as_double();
    if (!token || !done) return;
    std::function<void(const Progress&)> listener;
    if (const auto task = tasks_.find(*token); task != tasks_.end()) {
        if (*done <= task->second.last) return;
        task->second.last = *done;
        listener = task->second.f;
    } else if (const rpc::PendingCall* call = calls_.progress(*token, *done, now)) {
        listener = call->options.on_progress;
    }
    if (!listener) return;
    Progress progress{*done, (*notification.params)["total"].as_double(),
                      (*notification.params)["message"].as_string().value_or(std::string())};
    actions_.tell.push_back(
        [f = std::move(listener), progress = std::move(progress)] { f(progress); });
}

void Wire::keep_progress(const MessageId& token, std::string task,
                         std::function<void(const Progress&)> f) {
    constexpr std::size_t max_tasks = 1024;
    if (tasks_.size() >= max_tasks) return;
    tasks_.insert_or_assign(token, TaskProgress{std::move(task), std::move(f), -1e300});
}

void Wire::task_is_final(std::string_view task) {
    std::erase_if(tasks_, [&](const auto& each) { return each.second.task == task; });
}

Time Wire::next_deadline() const {
    const Time calls = calls_.next_deadline();
    return timers_.empty() ? calls : std::min(calls, timers_.begin()->first);
}

void Wire::deadline(Time now) {
    for (rpc::PendingCall& call : calls_.take_expired(now)) {
        if (call.cancellable) {
            notify("notifications/cancelled", cancelled_params(call.id, "timeout"));
        }
        call.done(Unexpected(
            RpcError(Failure::timeout, "no answer to " + std::string(call.method) + " in time")));
    }
    while (!timers_.empty() && timers_.begin()->first <= now) {
        const auto what = std::move(timers_.begin()->second);
        timers_.erase(timers_.begin());
        what(now);
    }
}

void Wire::end(const RpcError& why) {
    if (std::exchange(ended_, true)) return;
    timers_.clear();
    for (rpc::PendingCall& call : calls_.take_all()) call.done(Unexpected(why));
}

}  // namespace mcp::client
