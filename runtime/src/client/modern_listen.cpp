// subscriptions/listen.
#include "client/modern_listen.hpp"

#include "client/params.hpp"
#include "rpc/meta_keys.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::client {

void ModernListen::open(const ListenerPtr& listener, std::string_view meta, Revision revision,
                        const CallOptions& options, Time now) {
    const auto filter = encode(listener->asked, revision);
    listeners_.add(listener);
    if (!filter) {
        listeners_.opened(
            listener, Unexpected(RpcError(Failure::invalid_argument, filter.error().message())));
        return;
    }
    listener->id = engine_.wire.next_id();
    by_id_.emplace(listener->id, listener);
    const std::string params =
        compose_params("{\"notifications\":" + *filter + "}", {.meta = meta});
    // The answer comes at the end only; what has a deadline is the acknowledgement.
    CallOptions forever;
    forever.timeout = forever.max_total = std::chrono::hours(24 * 365 * 10);
    engine_.wire.request({.id = listener->id,
                          .method = SubscriptionsListen::name,
                          .params = params,
                          .options = forever},
                         now, [this, listener](const Answer<std::string>& answer) {
                             by_id_.erase(listener->id);
                             if (listener->ended || listener->over) return;
                             listener->over = true;
                             listeners_.closed(listener,
                                               answer ? std::optional<RpcError>() : answer.error());
                         });
    engine_.wire.at(rpc::after(now, options.timeout), [this, weak = std::weak_ptr(listener)](Time) {
        const ListenerPtr late = weak.lock();
        if (!late || late->open || late->ended) return;
        listeners_.opened(
            late, Unexpected(RpcError(Failure::timeout, "the subscription was not acknowledged")));
        engine_.wire.give_up(late->id, "timeout");
    });
}

void ModernListen::end(const ListenerPtr& listener) {
    listeners_.remove(listener);
    by_id_.erase(listener->id);
    engine_.wire.give_up(listener->id, "");
}

ListenerPtr ModernListen::named_by(const rpc::Envelope& notification) const {
    const auto tag = notification.meta(meta_keys::subscription_id);
    const auto id = tag ? MessageId::from(*tag) : std::nullopt;
    const auto found = id ? by_id_.find(*id) : by_id_.end();
    return found == by_id_.end() ? nullptr : found->second;
}

bool ModernListen::notification(const rpc::Envelope& notification, Revision revision) {
    if (notification.method == CancelledNotification::name) {
        // The server may end a subscription this way, after or instead of an answer.
        const auto id = notification.params ? MessageId::from((*notification.params)["requestId"])
                                            : std::nullopt;
        const auto found = id ? by_id_.find(*id) : by_id_.end();
        if (found == by_id_.end()) return true;
        const ListenerPtr listener = found->second;
        listeners_.closed(listener, std::nullopt);
        listener->over = true;
        engine_.wire.drop(listener->id);
        return true;
    }
    const ListenerPtr listener = named_by(notification);
    if (notification.method == SubscriptionsAcknowledgedNotification::name) {
        if (!listener || listener->open) return true;
        auto params = notification.params
                          ? decode<SubscriptionsAcknowledgedNotificationParams>(
                                notification.params->text(), revision)
                          : Result<SubscriptionsAcknowledgedNotificationParams, CodecError>(
                                Unexpected(CodecError{"params", "object", "nothing"}));
        if (!params) {
            engine_.wire.report("dropped an acknowledgement: " + params.error().message());
            return true;
        }
        listeners_.opened(listener, std::move(params->notifications));
        return true;
    }
    if (!listener) {
        return false;
    }
    if (!listener->open) {
        engine_.wire.report("dropped a change that came before the acknowledgement");
        return true;
    }
    return listeners_.changed(notification, listener);
}

}  // namespace mcp::client
