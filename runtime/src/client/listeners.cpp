// Telling who listens.
#include "client/listeners.hpp"
#include "session/concerns.hpp"

#include <mcp/methods.hpp>

#include <algorithm>
#include <utility>

namespace mcp::client {

ListenerPtr Listeners::find(std::uint64_t ticket) const {
    const auto found = all_.find(ticket);
    return found == all_.end() ? nullptr : found->second;
}

void Listeners::remove(const ListenerPtr& listener) {
    listener->ended = true;
    all_.erase(listener->ticket);
}

void Listeners::opened(const ListenerPtr& listener, Answer<SubscriptionFilter> outcome) {
    if (!listener->opened) return;
    if (outcome) {
        listener->open = true;
        listener->honoured = *outcome;
    } else {
        remove(listener);
    }
    engine_.wire.actions().tell.push_back(
        once([done = std::move(listener->opened), outcome = std::move(outcome)]() mutable {
            done(std::move(outcome));
        }));
}

void Listeners::closed(const ListenerPtr& listener, const std::optional<RpcError>& why) {
    if (!listener->open) {
        opened(listener, Unexpected(why.value_or(
                             RpcError(Failure::closed, "the server ended the subscription"))));
        return;
    }
    all_.erase(listener->ticket);
    if (!listener->events.on_closed) return;
    engine_.wire.actions().events.emplace_back([listener, why] {
        if (!listener->ended.exchange(true)) listener->events.on_closed(why);
    });
}

bool Listeners::changed(const rpc::Envelope& notification, const ListenerPtr& only) {
    if (notification.method == ToolListChangedNotification::name) {
        engine_.forget(ListTools::name);
        tell(&SubscriptionEvents::on_tools_changed, &SubscriptionFilter::toolsListChanged, only);
    } else if (notification.method == PromptListChangedNotification::name) {
        engine_.forget(ListPrompts::name);
        tell(&SubscriptionEvents::on_prompts_changed, &SubscriptionFilter::promptsListChanged,
             only);
    } else if (notification.method == ResourceListChangedNotification::name) {
        engine_.forget(ListResources::name);
        engine_.forget(ListResourceTemplates::name);
        tell(&SubscriptionEvents::on_resources_changed, &SubscriptionFilter::resourcesListChanged,
             only);
    } else if (notification.method == ResourceUpdatedNotification::name) {
        const auto uri =
            notification.params ? (*notification.params)["uri"].as_string() : std::nullopt;
        if (!uri) {
            engine_.wire.report("dropped notifications/resources/updated without a uri");
            return true;
        }
        engine_.forget(ReadResource::name, Json(*uri).text());
        tell_updated(*uri, only);
    } else {
        return false;
    }
    return true;
}

void Listeners::tell(std::function<void()> SubscriptionEvents::*event,
                     std::optional<bool> SubscriptionFilter::*wanted, const ListenerPtr& only) {
    auto& events = engine_.wire.actions().events;
    if (const auto& everybody = engine_.desk().handlers().changes.*event) {
        events.emplace_back(everybody);
    }
    for (const auto& [ticket, listener] : all_) {
        if ((only && listener != only) || !listener->open || !(listener->events.*event)) continue;
        if (!(listener->honoured.*wanted).value_or(false)) continue;
        events.emplace_back([listener = listener, event] {
            if (!listener->ended) (listener->events.*event)();
        });
    }
}

void Listeners::tell_updated(const std::string& uri, const ListenerPtr& only) {
    auto& events = engine_.wire.actions().events;
    if (const auto& everybody = engine_.desk().handlers().changes.on_updated) {
        events.emplace_back([everybody, uri] { everybody(uri); });
    }
    for (const auto& [ticket, listener] : all_) {
        if ((only && listener != only) || !listener->open || !listener->events.on_updated) continue;
        const auto& wanted = listener->honoured.resourceSubscriptions;
        if (!wanted || std::none_of(wanted->begin(), wanted->end(), [&](const std::string& each) {
                return session::concerns(each, uri);
            })) {
            continue;
        }
        events.emplace_back([listener = listener, uri] {
            if (!listener->ended) listener->events.on_updated(uri);
        });
    }
}

}  // namespace mcp::client
