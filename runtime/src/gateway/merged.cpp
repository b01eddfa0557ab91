// Hosts: whose they are, and what they offer.
#include "gateway/merged.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

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

}  // namespace

Merged::Merged(Gateway::MakeHost make, MergeOptions options, server::Core& core)
    : make_(std::move(make)), options_(std::move(options)), core_(core), parked_(core.crew()) {}

std::optional<std::string> Merged::instructions() const {
    HostPointer host;
    {
        const std::lock_guard lock(mutex_);
        host = any_;
    }
    std::string all = host ? host->instructions() : std::string();
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
        std::mutex mutex{};
        std::shared_ptr<void> watch{};
    };
    const auto kept = std::make_shared<Kept>();
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
    return options_.gateway.one_client ? std::string() : key_of(peer, principal);
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
    if (host) host->host().roots_changed();
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
    {
        // Nearly all requests without a session are of the client that has sent the last one; and
        // where there is one place, and nothing parked, there is nothing to sweep.
        const std::lock_guard lock(mutex_);
        if (peer == last_peer_ && places_.size() == 1 && parked_.empty() &&
            principal == last_principal_) {
            return places_.begin()->second.host;  // those without a session stay
        }
    }
    const std::string key = key_of(peer, principal);
    const std::lock_guard lock(mutex_);
    sweep_locked();
    const auto found = places_.find(key);
    if (!peer->lasting && found != places_.end()) {
        last_peer_ = peer;
        last_principal_ = principal;
    }
    if (found != places_.end()) return found->second.host;
    if (closing_ || places_.size() >= options_.gateway.max_connections) {
        return Unexpected(RpcError(error_code::internal_error, "too many clients; try later"));
    }
    const HostPointer host = apart_.own(std::make_unique<HostPlace>(
        events(place_of(peer, principal)), options_.names == GatewayNames::plain, key));
    host->start(make_, peer->client_capabilities);  // waits for no server
    Place& place = places_[key];
    place.host = host;
    if (peer->lasting) {
        place.session = peer;
        place.of_session = true;
    }
    any_ = host;
    return host;
}

void Merged::sweep_locked() {
    for (auto place = places_.begin(); place != places_.end();) {
        const bool over = place->second.of_session && place->second.session.expired();
        if (over && any_ == place->second.host) any_ = nullptr;
        place = over ? places_.erase(place) : std::next(place);
    }
    parked_.sweep(options_.gateway.max_parked);
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
    // All at once: each may take a while. What waits for a server is let go by that.
    std::vector<std::thread> threads;
    for (const auto& [key, place] : places) {
        place.host->stop_calls();
        threads.emplace_back([&host = place.host->host()] { host.stop(); });
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
        return self ? self->parked_.keep(call) : Json();
    };
    return events;
}

}  // namespace mcp::gateway
