// resources/subscribe and resources/unsubscribe.
#include "client/legacy_subscriptions.hpp"

#include <mcp/methods.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace mcp::client {

struct LegacySubscriptions::Opening {
    ListenerPtr listener;
    SubscriptionFilter granted;
    std::vector<std::string> uris;
    std::size_t waiting = 0;
    std::optional<RpcError> error;
};

namespace {

std::string uri_params(const std::string& uri) { return JsonObject{{"uri", uri}}.dump(); }

bool is_empty(const SubscriptionFilter& filter) {
    return !filter.toolsListChanged && !filter.promptsListChanged && !filter.resourcesListChanged &&
           !filter.resourceSubscriptions;
}

}  // namespace

void LegacySubscriptions::open(const ListenerPtr& listener, const ServerCapabilities& server,
                               const CallOptions& options, Time now) {
    const SubscriptionFilter& asked = listener->asked;
    auto opening = std::make_shared<Opening>();
    opening->listener = listener;
    const auto grant = [&](std::optional<bool> SubscriptionFilter::*list, const auto& capability) {
        if ((asked.*list).value_or(false) && capability &&
            capability->listChanged.value_or(false)) {
            opening->granted.*list = true;
        }
    };
    grant(&SubscriptionFilter::toolsListChanged, server.tools);
    grant(&SubscriptionFilter::promptsListChanged, server.prompts);
    grant(&SubscriptionFilter::resourcesListChanged, server.resources);
    listeners_.add(listener);

    const bool may_subscribe = server.resources && server.resources->subscribe.value_or(false);
    if (asked.resourceSubscriptions && may_subscribe) {
        opening->uris = *asked.resourceSubscriptions;
        std::sort(opening->uris.begin(), opening->uris.end());
        opening->uris.erase(std::unique(opening->uris.begin(), opening->uris.end()),
                            opening->uris.end());
        std::vector<std::string> to_ask;
        for (const std::string& uri : opening->uris) {
            Watched& watched = watched_[uri];
            if (watched.listeners++ == 0) to_ask.push_back(uri);
            if (watched.subscribed) continue;
            watched.openings.push_back(opening);
            ++opening->waiting;
        }
        opening->granted.resourceSubscriptions = opening->uris;
        for (const std::string& uri : to_ask) {
            engine_.wire.request({.id = engine_.wire.next_id(),
                                  .method = Subscribe::name,
                                  .params = uri_params(uri),
                                  .options = options},
                                 now, [this, uri](const Answer<std::string>& answer) {
                                     subscribed(uri, answer, engine_.now);
                                 });
        }
        if (opening->waiting != 0) return;
    }
    settle(opening, now);
}

void LegacySubscriptions::subscribed(const std::string& uri, const Answer<std::string>& answer,
                                     Time now) {
    const auto found = watched_.find(uri);
    if (found == watched_.end()) return;
    found->second.subscribed = answer.has_value();
    const auto openings = std::exchange(found->second.openings, {});
    if (!answer) watched_.erase(found);
    for (const OpeningPtr& opening : openings) {
        if (!answer) {
            opening->error = answer.error();
            auto& granted = *opening->granted.resourceSubscriptions;
            granted.erase(std::remove(granted.begin(), granted.end(), uri), granted.end());
            if (granted.empty()) opening->granted.resourceSubscriptions.reset();
        }
        if (--opening->waiting == 0) settle(opening, now);
    }
}

void LegacySubscriptions::settle(const OpeningPtr& opening, Time now) {
    if (is_empty(opening->granted) && !is_empty(opening->listener->asked)) {
        listeners_.opened(
            opening->listener,
            Unexpected(opening->error.value_or(
                RpcError(Failure::not_negotiated, "the server tells of none of these changes"))));
        return;
    }
    const bool gone = opening->listener->ended;
    listeners_.opened(opening->listener, opening->granted);
    if (gone && opening->granted.resourceSubscriptions) {
        for (const std::string& uri : *opening->granted.resourceSubscriptions) release(uri, now);
    }
}

void LegacySubscriptions::release(const std::string& uri, Time now) {
    const auto found = watched_.find(uri);
    if (found == watched_.end() || --found->second.listeners != 0) return;
    watched_.erase(found);
    engine_.wire.request(
        {.id = engine_.wire.next_id(), .method = Unsubscribe::name, .params = uri_params(uri)}, now,
        [](const Answer<std::string>&) {});
}

void LegacySubscriptions::end(const ListenerPtr& listener, Time now) {
    const bool open = listener->open;
    listeners_.remove(listener);
    if (!open || !listener->honoured.resourceSubscriptions) return;
    for (const std::string& uri : *listener->honoured.resourceSubscriptions) release(uri, now);
}

}  // namespace mcp::client
