// The connections behind: whose they are, when they are made, when they end.
#include "gateway/relay.hpp"

#include "session/task_names.hpp"

#include <mcp/codec.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

namespace mcp::gateway {

RpcError too_many() {
    return {error_code::internal_error, "too many connections to the server behind; try later"};
}

RpcError ended() { return {error_code::internal_error, "the gateway has ended"}; }

namespace {

/// For news of a session that has not chosen a level: its side filters, too.
constexpr LoggingLevelTag first_level = LoggingLevelTag::info;

RpcError not_there(const RpcError& why) {
    return {error_code::internal_error, "the server behind cannot be reached: " + why.message};
}

}  // namespace

Relay::Relay(Client::TransportMaker make, GatewayOptions options, server::Core& core)
    : make_(std::move(make)),
      options_(std::move(options)),
      core_(core),
      listeners_(options_.max_connections),
      parked_(core.crew(), options_.max_waiting),
      sweeper_(std::min(options_.max_idle, options_.max_parked), [this] {
          parked_.sweep(options_.max_parked);
          const std::lock_guard lock(mutex_);
          sweep_locked();
      }) {}

// ---- what is offered ----

const Implementation* Relay::info() const { return shown_info_; }

std::optional<std::string> Relay::instructions() const {
    const std::lock_guard lock(mutex_);
    return facts_ ? facts_->instructions : std::nullopt;
}

ServerCapabilities Relay::capabilities() const {
    const std::lock_guard lock(mutex_);
    if (!facts_ || !facts_->capabilities) return {};
    ServerCapabilities all = *facts_->capabilities;
    all.tasks.reset();  // those are the gateway's own
    // Servers of this revision have no word for it.
    if (facts_->revision == r2024_11_05 && !all.completions) all.completions.emplace();
    if (all.extensions) {
        Map<JSONObject> kept;
        for (auto& one : *all.extensions) {
            if (one.name != session::tasks_extension) kept[one.name] = std::move(one.value);
        }
        all.extensions = std::move(kept);
    }
    return all;
}

bool Relay::has_tasks() const {
    const std::lock_guard lock(mutex_);
    if (!facts_ || !facts_->capabilities) return false;
    const ServerCapabilities& all = *facts_->capabilities;
    return all.tasks.has_value() || session::speaks_tasks(all);
}

bool Relay::passes_tasks() const {
    const std::lock_guard lock(mutex_);
    return facts_ && facts_->era == Era::modern && facts_->capabilities &&
           session::speaks_tasks(*facts_->capabilities);
}

void Relay::learn_facts(const Connected& connected) {
    const std::lock_guard lock(mutex_);
    facts_ = connected;
    if (info_ || !connected.server) return;
    info_ = std::make_unique<const Implementation>(*connected.server);
    shown_info_ = info_.get();
}

// ---- clients in front ----

bool Relay::opening_waits(const Peer& peer) const {
    const std::lock_guard lock(mutex_);
    return !facts_ || (options_.one_client && peer->lasting);
}

std::optional<RpcError> Relay::opening(const Peer& peer, std::string_view principal,
                                       detail::StopSwitch& gone) {
    if (!opening_waits(peer)) return std::nullopt;
    const auto slot = std::make_shared<detail::Slot<LinkPointer>>();
    with_link(peer, principal, Use::other,
              [slot](const Answer<LinkPointer>& link) { slot->put(link); });
    const auto link = wait_for(core_.crew(), slot, gone);
    if (link) return std::nullopt;
    return link.error();
}

void Relay::level_chosen(const Peer& peer, const LoggingLevel& level) {
    with_link(peer, {}, Use::other, [this, level](const Answer<LinkPointer>& link) {
        if (!link) return;
        core_.crew().post([link = *link, level] { (void)link->client().set_log_level(level); });
    });
}

void Relay::roots_changed(const Peer& peer) {
    LinkPointer link;
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = places_.find(group_of(peer, {})); found != places_.end()) {
            link = found->second.link;
        }
    }
    if (link && link->declares_roots()) (void)link->client().set_roots({});
}

std::shared_ptr<const server::ToolEntry> Relay::tool(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = tools_.find(name);
    return found == tools_.end() ? nullptr : found->second;
}

void Relay::learn_tools(const ListToolsResult& page) {
    constexpr std::size_t most = 10'000;
    const std::lock_guard lock(mutex_);
    for (const Tool& tool : page.tools) {
        const auto found = tools_.find(tool.name);
        if (found != tools_.end() && found->second->declaration == tool) continue;
        if (found == tools_.end() && tools_.size() >= most) continue;
        auto any = JsonSchema::compile(JsonObject());  // the server behind checks arguments
        if (!any) continue;
        tools_[tool.name] =
            std::make_shared<const server::ToolEntry>(tool, detail::ToolHandler(), *std::move(any));
    }
}

// ---- connections ----

std::string Relay::group_of(const Peer& peer, std::string_view principal) {
    if (peer->lasting) {
        return "session " + std::to_string(reinterpret_cast<std::uintptr_t>(peer.get()));
    }
    const auto declared = encode(peer->client_capabilities, latest_revision);
    return declared.value_or("") + ' ' + std::string(principal);
}

std::string Relay::key_locked(const Peer& peer, const std::string& group, Use use) const {
    if (peer->lasting) return group;
    const bool keeps_session = facts_ && facts_->era == Era::legacy;
    if (options_.one_client || !keeps_session || use == Use::other) return group;
    // It cannot tell whose call a question belongs to: each call has a connection of its own.
    for (std::size_t i = 1;; ++i) {
        std::string numbered = std::to_string(i) + ' ' + group;  // groups begin with no number
        const auto found = places_.find(numbered);
        if (found == places_.end()) return numbered;
        const Place& place = found->second;
        if (!place.connecting && place.link && place.link->reserve()) return numbered;
    }
}

void Relay::with_link(const Peer& peer, std::string_view principal, Use use, const Ready& ready) {
    const std::string group = group_of(peer, principal);
    std::unique_lock lock(mutex_);
    sweep_locked();
    const std::string key = key_locked(peer, group, use);
    const auto found = places_.find(key);
    if (found != places_.end() && found->second.link) {
        found->second.used = Clock::now();
        const LinkPointer link = found->second.link;
        lock.unlock();
        return ready(link);
    }
    if (closing_ || (found == places_.end() && !make_room_locked())) {
        lock.unlock();
        return ready(Unexpected(too_many()));
    }
    Place& place = places_[key];
    place.waiting.push_back(ready);
    place.group = group;
    if (std::exchange(place.connecting, true)) return;
    if (peer->lasting) {
        place.session = peer;
        place.of_session = true;
    }
    lock.unlock();
    sweeper_.start();
    const auto self = shared_from_this();
    if (core_.crew().post([self, key, group, peer] { self->connect(key, group, peer); })) return;
    connected(key, Unexpected(too_many()));
}

void Relay::connect(const std::string& key, const std::string& group, const Peer& peer) {
    const run::Crew::Blocking waiting(core_.crew());
    const auto link = make_link(key, options_.one_client ? "" : group, peer->client_capabilities);
    if (link) watch_all(*link, group);
    connected(key, link);
    if (link) watch_all(*link, group);  // what was watched before it was found
}

Answer<Relay::LinkPointer> Relay::make_link(const std::string& key, const std::string& place,
                                            const ClientCapabilities& declared) {
    ClientOptions options = options_.client;
    options.cache = nullptr;
    options.check_tool_results = false;  // the client in front checks
    options.max_in_flight = core_.settings().max_in_flight;
    options.sampling_rate = options.elicitation_rate = {.per_second = 1000, .burst = 1000};
    if (declared.extensions) {
        for (const auto& one : *declared.extensions) {
            if (one.name != session::tasks_extension) options.extensions[one.name] = one.value;
        }
    }
    const LinkPointer link = apart_.own(std::make_unique<Link>(
        core_.info(), std::move(options), declared, events(place), options_.filter));
    {
        const std::lock_guard lock(mutex_);
        if (closing_) return Unexpected(ended());
        places_[key].coming = link;
    }
    const auto connected = link->connect(make_);
    if (!connected) return Unexpected(not_there(connected.error()));
    if (link->modern()) (void)link->client().set_log_level(LoggingLevel(first_level));
    learn_facts(*connected);
    return link;
}

void Relay::connected(const std::string& key, const Answer<LinkPointer>& link) {
    std::vector<Ready> waiting;
    bool dropped = false;
    {
        const std::lock_guard lock(mutex_);
        Place& place = places_[key];
        waiting.swap(place.waiting);
        place.connecting = false;
        place.coming = nullptr;
        dropped = closing_ || !link;
        if (dropped) {
            places_.erase(key);
        } else {
            place.link = *link;
            place.used = Clock::now();
            (void)place.link->reserve();
        }
    }
    for (const Ready& one : waiting) one(link);
}

bool Relay::idle_locked(const Place& place) const {
    // Whoever uses a link has a pointer to it.
    if (place.of_session || options_.one_client || place.link.use_count() != 1) return false;
    return !listeners_.has(place.group);
}

void Relay::sweep_locked() {
    const auto now = Clock::now();
    for (auto place = places_.begin(); place != places_.end();) {
        Place& one = place->second;
        const bool idle = idle_locked(one);
        if (!idle) one.used = now;
        const bool over = (one.link && one.link->closed()) ||
                          (idle && now - one.used >= options_.max_idle) ||
                          (one.of_session && !one.connecting && one.session.expired());
        if (over && one.link) retire_locked(one.link);
        place = over ? places_.erase(place) : std::next(place);
    }
    for (auto& [group, all] : watched_) {
        std::erase_if(all, [](const auto& one) { return one.expired(); });
    }
    std::erase_if(watched_, [](const auto& group) { return group.second.empty(); });
}

/// The one that nobody has used for longest goes.
bool Relay::make_room_locked() {
    if (places_.size() < options_.max_connections) return true;
    auto oldest = places_.end();
    for (auto place = places_.begin(); place != places_.end(); ++place) {
        if (!idle_locked(place->second)) continue;
        if (oldest == places_.end() || place->second.used < oldest->second.used) oldest = place;
    }
    if (oldest == places_.end()) return false;
    retire_locked(oldest->second.link);
    places_.erase(oldest);
    return true;
}

/// It is destroyed by whoever lets go of it last.
void Relay::retire_locked(LinkPointer link) {
    core_.crew().post([link = std::move(link)] { link->client().close(); });
}

Answer<Connected> Relay::open() {
    const auto peer = std::make_shared<detail::PeerInfo>();
    const auto slot = std::make_shared<detail::Slot<LinkPointer>>();
    with_link(peer, {}, Use::other, [slot](const Answer<LinkPointer>& link) { slot->put(link); });
    const auto link = slot->wait();
    if (link) return (*link)->facts();
    return Unexpected(link.error());
}

void Relay::close() {
    std::map<std::string, Place> places;
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        places.swap(places_);
    }
    sweeper_.stop();
    for (auto& [key, place] : places) {
        for (const Ready& one : place.waiting) one(Unexpected(ended()));
    }
    // All at once: each may take a while.
    std::vector<std::thread> threads;
    for (auto& [key, place] : places) {
        const LinkPointer& link = place.link ? place.link : place.coming;
        if (link) threads.emplace_back([&client = link->client()] { client.close(); });
    }
    for (std::thread& thread : threads) thread.join();
    places.clear();
    parked_.clear();
    apart_.wait(std::chrono::seconds(10));
}

}  // namespace mcp::gateway
