// Hosts: whose they are, and what they offer.
#include "gateway/merged.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <future>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

namespace mcp::gateway {

namespace {
constexpr std::chrono::milliseconds longest_subscribing{1000};

/// What a host asks its client for. Some declare tasks only with calls that may become one.
ClientCapabilities used_of(const ClientCapabilities& declared) {
    ClientCapabilities used;
    used.sampling = declared.sampling;
    used.elicitation = declared.elicitation;
    used.roots = declared.roots;
    return used;
}

RpcError too_many_clients() { return {error_code::internal_error, "too many clients; try later"}; }

}  // namespace

Merged::Merged(Gateway::MakeHost make, MergeOptions options, server::Core& core)
    : make_(std::move(make)),
      options_(std::move(options)),
      core_(core),
      parked_(core.crew(), options_.gateway.max_waiting),
      listeners_(options_.gateway.max_connections),
      sweeper_(std::min(options_.gateway.max_idle, options_.gateway.max_parked), [this] {
          parked_.sweep(options_.gateway.max_parked);
          const std::lock_guard lock(mutex_);
          sweep_locked();
      }) {}

std::optional<std::string> Merged::instructions() const {
    HostPointer host;
    {
        const std::lock_guard lock(mutex_);
        host = any_;
    }
    std::string all = host && host->started() ? host->instructions() : std::string();
    if (all.empty()) return std::nullopt;
    return all;
}

ServerCapabilities Merged::capabilities() const {
    ServerCapabilities all;
    all.tools.emplace().listChanged = true;
    all.prompts.emplace().listChanged = true;
    all.resources.emplace().listChanged = true;
    all.resources->subscribe = true;
    all.completions.emplace();
    all.logging.emplace();
    return all;
}

std::optional<RpcError> Merged::opening(const Peer& peer, std::string_view principal,
                                        detail::StopSwitch& /*gone*/) {
    auto host = host_for(peer, principal);
    if (!host) return std::move(host).error();
    return std::nullopt;
}

Answer<std::shared_ptr<void>> Merged::subscribing(const Peer& peer, std::string_view uri,
                                                  std::string_view principal,
                                                  detail::StopSwitch& /*gone*/) {
    auto host = host_for(peer, principal);
    if (!host) return Unexpected(std::move(host).error());
    struct Kept {
        HostPointer host{};  // has to be there
        std::mutex mutex{};
        std::shared_ptr<void> watch{};
    };
    const auto kept = std::make_shared<Kept>();
    kept->host = *host;
    const auto refused = std::make_shared<std::promise<std::optional<RpcError>>>();
    const bool posted =
        core_.crew().post([this, self = shared_from_this(), weak = std::weak_ptr<Kept>(kept),
                           refused, host = *std::move(host), uri = std::string(uri)] {
            const run::Crew::Blocking waiting(core_.crew());
            auto watch = host->watch(uri, host->first_names(options_.first_wait)->resource(uri));
            if (!watch) return refused->set_value(std::move(watch).error());
            if (const auto living = weak.lock()) {
                const std::lock_guard lock(living->mutex);
                living->watch = *std::move(watch);
            }
            refused->set_value(std::nullopt);
        });
    if (!posted) return Unexpected(RpcError(error_code::internal_error, "too much waits"));
    // A server that takes its time must not hold up the one that asks.
    const run::Crew::Blocking waiting(core_.crew());
    auto answer = refused->get_future();
    if (answer.wait_for(longest_subscribing) == std::future_status::ready) {
        if (auto problem = answer.get()) return Unexpected(*std::move(problem));
    }
    return let_go_apart(weak_from_this(), core_.crew(), kept);
}

std::string Merged::place_of(const Peer& peer, std::string_view principal) const {
    if (options_.gateway.one_client) return {};
    std::string key = key_of(peer, principal);
    listeners_.add(peer, key);
    return key;
}

void Merged::level_chosen(const Peer& peer, const LoggingLevel& level) {
    if (const auto host = host_for(peer, {})) (*host)->host().set_log_level(level);
}

void Merged::roots_changed(const Peer& peer) {
    HostPointer host;
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = places_.find(key_of(peer, {})); found != places_.end()) {
            host = found->second.host;
        }
    }
    if (host && host->started()) host->host().roots_changed();
}

std::shared_ptr<const server::ToolEntry> Merged::tool(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = tools_.find(name);
    return found == tools_.end() ? nullptr : found->second;
}

std::string Merged::key_of(const Peer& peer, std::string_view principal) {
    if (peer->lasting) {
        return "session " + std::to_string(reinterpret_cast<std::uintptr_t>(peer.get()));
    }
    return encode(used_of(peer->client_capabilities), latest_revision).value_or("") + ' ' +
           std::string(principal);
}

Answer<Merged::HostPointer> Merged::host_for(const Peer& peer, std::string_view principal) {
    HostPointer host = known_place(peer, principal);
    if (!host) {
        auto place = place_for(peer, key_of(peer, principal), principal);
        if (!place) return place;
        host = *std::move(place);
        sweeper_.start();
    }
    // Outside of the lock: making a host may take its time. It waits for no server.
    if (!host->started() && !host->start(make_, peer->client_capabilities)) {
        return Unexpected(too_many_clients());
    }
    return host;
}

/// Many have one client, and nearly all requests without a session are of the one that has sent the
/// last one.
Merged::HostPointer Merged::known_place(const Peer& peer, std::string_view principal) {
    const std::lock_guard lock(mutex_);
    if (places_.size() != 1) return nullptr;
    Place& place = places_.begin()->second;
    if (peer->lasting) return place.is_of(peer) ? place.host : nullptr;
    if (peer != last_peer_ || principal != last_principal_) return nullptr;
    place.used = Clock::now();
    return place.host;
}

Answer<Merged::HostPointer> Merged::place_for(const Peer& peer, const std::string& key,
                                              std::string_view principal) {
    const std::lock_guard lock(mutex_);
    sweep_locked();
    const auto found = places_.find(key);
    if (!peer->lasting && found != places_.end()) {
        last_peer_ = peer;
        last_principal_ = principal;
    }
    if (found != places_.end()) {
        found->second.used = Clock::now();
        return found->second.host;
    }
    if (closing_ || !make_room_locked()) return Unexpected(too_many_clients());
    Place& place = places_[key];
    place.host = apart_.own(std::make_unique<HostPlace>(
        events(options_.gateway.one_client ? "" : key), options_.names == GatewayNames::plain, key,
        options_.gateway.client.turns));
    place.used = Clock::now();
    if (peer->lasting) {
        place.session = peer;
        place.of_session = true;
    }
    any_ = place.host;
    return place.host;
}

bool Merged::idle_locked(const Place& place) const {
    // Whoever uses a host has a pointer to it.
    const long known_here = any_ == place.host ? 2 : 1;
    return !place.of_session && !options_.gateway.one_client &&
           place.host.use_count() == known_here && !listeners_.has(place.host->client());
}

Merged::Places::iterator Merged::drop_locked(Places::iterator place) {
    if (any_ == place->second.host) any_ = nullptr;
    last_peer_ = nullptr;  // it may have been his
    return places_.erase(place);
}

void Merged::sweep_locked() {
    const auto now = Clock::now();
    for (auto place = places_.begin(); place != places_.end();) {
        Place& one = place->second;
        const bool idle = idle_locked(one);
        if (!idle) one.used = now;
        const bool over = (one.of_session && one.session.expired()) ||
                          (idle && now - one.used >= options_.gateway.max_idle);
        place = over ? drop_locked(place) : std::next(place);
    }
}

/// The one that nobody has used for longest goes.
bool Merged::make_room_locked() {
    if (places_.size() < options_.gateway.max_connections) return true;
    auto oldest = places_.end();
    for (auto place = places_.begin(); place != places_.end(); ++place) {
        if (!idle_locked(place->second)) continue;
        if (oldest == places_.end() || place->second.used < oldest->second.used) oldest = place;
    }
    if (oldest == places_.end()) return false;
    drop_locked(oldest);
    return true;
}

void Merged::close() {
    std::map<std::string, Place> places;
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        places.swap(places_);
        any_ = nullptr;
        last_peer_ = nullptr;
    }
    sweeper_.stop();
    // All at once: each may take a while. What waits for a server is let go by that.
    std::vector<std::thread> threads;
    for (const auto& [key, place] : places) {
        place.host->stop_calls();
        threads.emplace_back([&host = *place.host] { host.stop(); });
    }
    for (std::thread& thread : threads) thread.join();
    places.clear();
    parked_.clear();
    apart_.wait(std::chrono::seconds(10));
}

HostPlaceEvents Merged::events(const std::string& place) {
    HostPlaceEvents events;
    const std::weak_ptr<Merged> weak = weak_from_this();
    events.changed = [weak, place](const CatalogueChange& change) {
        const auto self = weak.lock();
        if (!self) return;
        if (change.tools) self->core_.list_changed(session::ListKind::tools, place);
        if (change.prompts) self->core_.list_changed(session::ListKind::prompts, place);
        if (change.resources) self->core_.list_changed(session::ListKind::resources, place);
    };
    events.resource_updated = [weak, place](const std::string& uri) {
        if (const auto self = weak.lock()) self->core_.resource_updated(uri, place);
    };
    events.page_completed = [weak, place](const std::string& id) {
        if (const auto self = weak.lock()) self->core_.elicitation_completed(id, place);
    };
    events.asked = [weak](const FrontPointer& call) {
        const auto self = weak.lock();
        return self ? self->parked_.keep(call) : std::nullopt;
    };
    return events;
}

}  // namespace mcp::gateway
