// One server, as the host sees it. What its thread does is in server_life.cpp.
#include "host/managed_server.hpp"

#include "client/strand.hpp"
#include "host/granted.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcp::host {

namespace {

ClientOptions client_options(const Surroundings& around, const HostServer& server,
                             std::function<void(std::string_view)> report) {
    ClientOptions options = around.options.client;
    options.versions = server.versions;
    options.cache = nullptr;  // one of its own: servers see nothing of each other
    options.server_key.clear();
    options.report = std::move(report);
    options.calls = CallOptions();
    options.calls.timeout = around.options.catalogue.page_timeout;
    return options;
}

}  // namespace

ManagedServer::ManagedServer(std::shared_ptr<const Surroundings> around, HostServer server,
                             std::string key)
    : around_(std::move(around)),
      server_(std::move(server)),
      key_(std::move(key)),
      identity_{.name = server_.config.name},
      state_(server_.config.disabled ? ServerState::stopped : ServerState::idle),
      client_(around_->info,
              client_options(*around_, server_,
                             [around = around_, who = name()](std::string_view what) {
                                 if (around->options.report) {
                                     around->options.report(who, what);
                                 }
                             })) {}

ManagedServer::~ManagedServer() { end(); }

void ManagedServer::when_ready(Ready ready, bool now) {
    Lock lock(mutex_);
    std::optional<RpcError> why_not;
    const bool resting = state_ == ServerState::waiting || state_ == ServerState::refused ||
                         state_ == ServerState::stopped;
    if (ending_ || (resting && !now)) {
        why_not = not_there(lock);
    } else if (state_ != ServerState::ready) {
        if (waiting_.size() < around_->options.max_waiting_calls) {
            waiting_.push_back(std::move(ready));
            start_now_ = resting;
            if (!running_) start_thread(lock);
            changed_.notify_all();
            return;
        }
        why_not = RpcError(Failure::busy, "too many calls wait for the server " + name());
    }
    lock.unlock();
    ready(why_not);
}

Answer<void> ManagedServer::wait_until_ready(const std::stop_token& stop, bool now) {
    const auto slot = std::make_shared<detail::Slot<void>>();
    when_ready(
        [slot](const std::optional<RpcError>& why_not) {
            if (why_not) return slot->put(Unexpected(*why_not));
            slot->put({});
        },
        now);
    const std::stop_callback given_up(stop, [slot] {
        slot->put(Unexpected(RpcError(Failure::cancelled, "not wanted any more")));
    });
    return slot->wait();
}

RpcError ManagedServer::not_there(const Lock&) const {
    std::string text = "the server " + name() + " is ";
    if (ending_ || state_ == ServerState::stopped) {
        text += server_.config.disabled ? "disabled" : "stopped";
    } else if (state_ == ServerState::refused) {
        text += "not allowed to start: " + error_;
    } else {
        text += "not there, and is started again soon: " + error_;
    }
    return {Failure::closed, std::move(text)};
}

/// Called when there is none, or one that has come to its end.
void ManagedServer::start_thread(const Lock&) {
    if (thread_.joinable()) thread_.join();
    running_ = true;
    thread_ = std::thread([this] { run(); });
}

void ManagedServer::end() {
    const std::lock_guard one(end_mutex_);
    Lock lock(mutex_);
    ending_ = true;
    stop_.request_stop();
    changed_.notify_all();
    // A connection may be about to begin, which `close` does not see yet: so it is said again.
    while (running_) {
        lock.unlock();
        client_.close();
        lock.lock();
        changed_.wait_for(lock, std::chrono::milliseconds(20), [this] { return !running_; });
    }
    if (thread_.joinable()) thread_.join();
    stop_ = std::stop_source();
    ending_ = false;
    const auto last = std::exchange(part_, nullptr);
    definitions_.clear();
    set_state(lock, ServerState::stopped);
    lock.unlock();
    if (last && around_->part_changed) around_->part_changed(difference(last.get(), nullptr));
}

void ManagedServer::refresh(Ready done) {
    Lock lock(mutex_);
    if (asleep_ && state_ == ServerState::idle && !stale()) {
        lock.unlock();
        return done({});  // what is known still counts
    }
    if (state_ != ServerState::ready) {
        lock.unlock();
        return when_ready(std::move(done));
    }
    if (!look_ && !stale()) {
        lock.unlock();
        return done({});
    }
    look_ = true;
    looking_.push_back(std::move(done));
    changed_.notify_all();
}

void ManagedServer::refresh_if_running() {
    const Lock lock(mutex_);
    if (state_ != ServerState::ready || look_ || !stale()) return;
    look_ = true;
    changed_.notify_all();
}

void ManagedServer::need_look() {
    const Lock lock(mutex_);
    look_ = true;
    changed_.notify_all();
}

bool ManagedServer::stale() const {
    if (told_ || !good_for_) return false;
    return Clock::now() >=
           last_look_ + std::max(*good_for_, around_->options.catalogue.least_pause);
}

ServerIdentity ManagedServer::identity() const {
    const Lock lock(mutex_);
    return identity_;
}

ServerStatus ManagedServer::status() const {
    ServerStatus status;
    status.name = name();
    status.key = key_;
    status.pid = process_->pid();
    status.stderr_text = process_->stderr_text();
    status.connected = client_.connected();
    const Lock lock(mutex_);
    status.state = state_;
    status.error = error_;
    status.starts = starts_;
    status.failures = failures_;
    if (state_ != ServerState::ready) status.connected.reset();
    if (state_ == ServerState::waiting) {
        const auto left = next_start_ - Clock::now();
        status.next_start = std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left),
                                     std::chrono::milliseconds(0));
    }
    return status;
}

bool ManagedServer::is_ready() const {
    const Lock lock(mutex_);
    return state_ == ServerState::ready && !closed_ && !ending_;
}

std::shared_ptr<const ServerPart> ManagedServer::part() const {
    const Lock lock(mutex_);
    return part_;
}

std::shared_ptr<const ToolDefinition> ManagedServer::definition(const CatalogueTool& tool) {
    const Lock lock(mutex_);
    auto& known = definitions_[&tool];
    if (!known) known = std::make_shared<const ToolDefinition>(tool.tool);
    return known;
}

void ManagedServer::set_log_level(LoggingLevel level) {
    const Lock lock(mutex_);
    log_level_ = std::move(level);
    set_level_ = true;
    changed_.notify_all();
}

void ManagedServer::roots_changed() {
    if (!around_->options.roots) return;
    std::vector<Root> roots = around_->options.roots(name());
    Result<void> set;
    {
        // The server may ask as soon as it is told, and then has to wait for the new ones.
        const std::lock_guard lock(roots_mutex_);
        set = client_.set_roots(roots);
        if (set) roots_ = std::move(roots);
    }
    if (!set) report(set.error().message);
}

Answer<Subscription> ManagedServer::subscribe(const std::shared_ptr<HostWatch>& watch) {
    const auto told = [weak = std::weak_ptr<HostWatch>(watch)](const std::string& uri) {
        if (const auto living = weak.lock()) living->changed(uri);
    };
    return granted(client_.subscribe(watch->uri, told), watch->uri);
}

Answer<std::shared_ptr<HostWatch>> ManagedServer::watch(
    std::string uri, std::function<void(const std::string&)> changed) {
    auto watch = std::make_shared<HostWatch>(std::move(uri), std::move(changed));
    auto subscription = subscribe(watch);
    if (!subscription) return Unexpected(std::move(subscription).error());
    {
        const Lock lock(mutex_);
        watched_.push_back({watch, std::move(*subscription)});
    }
    // Others have it for a moment only, and under the lock: this is where it ends.
    HostWatch* const at = watch.get();
    auto let_go = [weak = weak_from_this(), watch = std::move(watch)](HostWatch*) mutable {
        watch.reset();
        if (const auto self = weak.lock()) self->drop_watches();
    };
    return std::shared_ptr<HostWatch>(at, std::move(let_go));
}

void ManagedServer::drop_watches() {
    std::vector<Watched> gone;  // ends outside of the lock
    const Lock lock(mutex_);
    const auto living = std::partition(watched_.begin(), watched_.end(),
                                       [](const Watched& each) { return !each.watch.expired(); });
    std::move(living, watched_.end(), std::back_inserter(gone));
    watched_.erase(living, watched_.end());
}

void ManagedServer::set_state(Lock& lock, ServerState state, std::string error) {
    const bool changed = state_ != state;
    state_ = state;
    error_ = std::move(error);
    if (!changed || !around_->options.state_changed) return;
    lock.unlock();
    guard([&] { around_->options.state_changed(name(), state); });
    lock.lock();
}

/// Leaves the lock for the callbacks.
void ManagedServer::fail_waiting(Lock& lock, const RpcError& why) {
    std::vector<Ready> all = std::exchange(waiting_, {});
    std::move(looking_.begin(), looking_.end(), std::back_inserter(all));
    looking_.clear();
    lock.unlock();
    tell(all, why);
    lock.lock();
}

void ManagedServer::tell(const std::vector<Ready>& all,
                         const std::optional<RpcError>& why_not) const {
    for (const Ready& ready : all) {
        guard([&] { ready(why_not); });
    }
}

void ManagedServer::guard(const std::function<void()>& callback) const {
    client::run_user_code(callback, [this](std::string_view what) { report(what); });
}

void ManagedServer::report(std::string_view what) const {
    if (!around_->options.report) return;
    client::run_user_code([&] { around_->options.report(name(), what); }, {});
}

}  // namespace mcp::host
