// What the server behind tells of, and who in front hears of it.
#include "gateway/relay.hpp"

#include <utility>
#include <vector>

namespace mcp::gateway {

/// Whatever one client does is told to itself on all of its connections.
std::string Relay::place_of(const Peer& peer, std::string_view principal) const {
    if (options_.one_client) return {};
    std::string group = group_of(peer, principal);
    listeners_.add(peer, group);
    return group;
}

Answer<std::shared_ptr<void>> Relay::subscribing(const Peer& peer, std::string_view uri,
                                                 std::string_view principal,
                                                 detail::StopSwitch& gone) {
    const auto slot = std::make_shared<detail::Slot<std::shared_ptr<void>>>();
    with_link(peer, principal, Use::other,
              [this, slot, group = group_of(peer, principal),
               uri = std::string(uri)](const Answer<LinkPointer>& link) {
                  if (!link) return slot->put(Unexpected(link.error()));
                  const bool posted = core_.crew().post([this, slot, group, uri, link = *link] {
                      const run::Crew::Blocking waiting(core_.crew());
                      slot->put(watch(link, group, uri));
                  });
                  if (!posted) slot->put(Unexpected(too_many()));
              });
    return wait_for(core_.crew(), slot, gone);
}

Answer<void> Relay::Watched::begin(const LinkPointer& link) {
    auto kept = link->watch(uri);
    if (!kept) return Unexpected(std::move(kept).error());
    const std::lock_guard lock(mutex);
    std::erase_if(at, [](const auto& one) { return one.first->closed(); });
    at[link] = *std::move(kept);
    return {};
}

Answer<std::shared_ptr<void>> Relay::watch(const LinkPointer& link, const std::string& group,
                                           const std::string& uri) {
    const auto watched = std::make_shared<Watched>();
    watched->uri = uri;
    if (auto begun = watched->begin(link); !begun) return Unexpected(std::move(begun).error());
    std::vector<LinkPointer> others;
    {
        const std::lock_guard lock(mutex_);
        watched_[group].push_back(watched);
        for (const auto& [key, place] : places_) {
            if (place.group == group && place.link && place.link != link) {
                others.push_back(place.link);
            }
        }
    }
    for (const LinkPointer& other : others) (void)watched->begin(other);
    return let_go_apart(weak_from_this(), core_.crew(), watched);
}

void Relay::watch_all(const LinkPointer& link, const std::string& group) {
    std::vector<std::shared_ptr<Watched>> all;
    {
        const std::lock_guard lock(mutex_);
        const auto found = watched_.find(group);
        if (found == watched_.end()) return;
        for (const auto& weak : found->second) {
            if (auto one = weak.lock()) all.push_back(std::move(one));
        }
    }
    for (const auto& one : all) (void)one->begin(link);
}

LinkEvents Relay::events(const std::string& place) {
    LinkEvents events;
    const std::weak_ptr<Relay> weak = weak_from_this();
    const auto core = [weak]() -> server::Core* {
        const auto self = weak.lock();
        return self ? &self->core_ : nullptr;
    };
    events.list_changed = [core, place](session::ListKind kind) {
        if (auto* const to = core()) to->list_changed(kind, place);
    };
    events.resource_updated = [core, place](const std::string& uri) {
        if (auto* const to = core()) to->resource_updated(uri, place);
    };
    events.page_completed = [core, place](const std::string& id) {
        if (auto* const to = core()) to->elicitation_completed(id, place);
    };
    events.asked = [weak](const FrontPointer& call) {
        const auto self = weak.lock();
        return self ? self->parked_.keep(call) : std::nullopt;
    };
    return events;
}

}  // namespace mcp::gateway
