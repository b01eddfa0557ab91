// What users do with a session: calls and subscriptions.
#include "client/session.hpp"

#include <mcp/methods.hpp>

#include <utility>

namespace mcp::client {

namespace {
const RpcError& no_connection() {
    static const RpcError error(Failure::closed, "there is no connection");
    return error;
}
}  // namespace

CallPtr Session::call(detail::ClientCall call, Time now) {
    engine_.now = now;
    auto active = std::make_shared<ActiveCall>();
    active->ticket = ++last_ticket_;
    active->call = std::move(call);
    if (state_ == State::ended) {
        engine_.finish(active, Unexpected(no_connection()));
    } else if (engine_.active.size() >= engine_.options().max_in_flight) {
        engine_.finish(active, Unexpected(RpcError(Failure::busy, "too many calls are in flight")));
    } else {
        engine_.active.emplace(active->ticket, active);
        if (state_ == State::open) {
            begin(active, now);
        } else {
            waiting_.push_back(active);
        }
    }
    return active;
}

void Session::begin(const CallPtr& call, Time now) {
    if (auto refusal = lifecycle_->refuse(*call)) {
        engine_.finish(call, Unexpected(std::move(*refusal)));
        return;
    }
    if (engine_.write_params(call, lifecycle_->revision())) lifecycle_->begin(call, now);
}

void Session::cancel(std::uint64_t ticket, std::string_view reason, Time now) {
    engine_.now = now;
    const auto found = engine_.active.find(ticket);
    if (found == engine_.active.end()) return;
    const CallPtr call = found->second;
    if (!call->id.empty()) {
        engine_.wire.give_up(call->id, reason);
        return;
    }
    for (auto each = waiting_.begin(); each != waiting_.end(); ++each) {
        if (*each != call) continue;
        waiting_.erase(each);
        break;
    }
    engine_.finish(call, Unexpected(RpcError(Failure::cancelled, std::string(reason))));
}

std::optional<RpcError> Session::notify(std::string_view method, std::string_view params) {
    if (state_ != State::open) return no_connection();
    engine_.wire.notify(method, params);
    return {};
}

void Session::answer(const MessageId& id, Answer<std::string> result, Time now) {
    engine_.now = now;
    if (lifecycle_) lifecycle_->answer(id, std::move(result));
}

void Session::input(std::uint64_t ticket, std::size_t round, const std::string& key,
                    Answer<std::string> result, Time now) {
    engine_.now = now;
    const auto found = engine_.active.find(ticket);
    if (found == engine_.active.end() || !lifecycle_) return;
    const CallPtr call = found->second;
    lifecycle_->input(call, round, key, std::move(result), now);
}

std::uint64_t Session::listen(SubscriptionFilter filter, SubscriptionEvents events,
                              const CallOptions& options, Done<SubscriptionFilter> opened,
                              Time now) {
    engine_.now = now;
    auto listener = std::make_shared<Listener>();
    listener->ticket = ++last_ticket_;
    listener->asked = std::move(filter);
    listener->events = std::move(events);
    listener->opened = std::move(opened);
    if (state_ != State::open) {
        listeners_.opened(listener, Unexpected(no_connection()));
    } else if (modern_) {
        const bool of_tasks = listener->asked.extras.contains("taskIds");
        modern_->subscriptions().open(listener, modern_meta(*engine_.profile, revision(), of_tasks),
                                      revision(), options, now);
    } else {
        legacy_->subscriptions().open(
            listener, legacy_->connected().capabilities.value_or(ServerCapabilities()), options,
            now);
    }
    return listener->ticket;
}

void Session::end_subscription(std::uint64_t ticket, Time now) {
    engine_.now = now;
    const ListenerPtr listener = listeners_.find(ticket);
    if (!listener) return;
    if (modern_) {
        modern_->subscriptions().end(listener);
    } else if (legacy_) {
        legacy_->subscriptions().end(listener, now);
    }
}

}  // namespace mcp::client
