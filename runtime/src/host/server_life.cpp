// The thread of one server: starting it, looking after it, starting it again.
//
//   starting --connected, lists fetched--> ready --the connection ends--> waiting
//            --fails--> waiting --pause is over--> starting
//            --not allowed--> refused --asked to start--> starting
//   ready --nobody uses it--> idle --somebody calls--> starting
#include "client/strand.hpp"
#include "host/fetch_lists.hpp"
#include "host/launch.hpp"
#include "host/managed_server.hpp"
#include "session/task_names.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace mcp::host {

void ManagedServer::run() {
    Backoff backoff(around_->options.restart);
    while (true) {
        {
            Lock lock(mutex_);
            if (ending_) break;
            start_now_ = false;
            asleep_ = false;
            ++starts_;
            set_state(lock, ServerState::starting);
        }
        const auto began = Clock::now();
        std::optional<RpcError> why = start_once();
        if (!why) {
            usage_->renew();
            if (!tend()) {
                sleep();
                continue;
            }
            const Lock lock(mutex_);
            why = closed_.value_or(RpcError(Failure::closed, "the server was stopped"));
        }
        rest(*why, backoff, Clock::now() - began);
    }
    client_.close();
    std::optional<Subscription> lists;
    std::vector<Watched> watched;
    Lock lock(mutex_);
    lists.swap(lists_);
    for (Watched& each : watched_) {
        watched.push_back({each.watch, std::exchange(each.subscription, std::nullopt)});
    }
    fail_waiting(lock, RpcError(Failure::closed, "the server " + name() + " was stopped"));
    running_ = false;
    changed_.notify_all();
}

/// Nothing when the server is ready.
std::optional<RpcError> ManagedServer::start_once() {
    std::optional<RpcError> failure;
    client::run_user_code(
        [&] {
            failure = prepare();
            if (!failure) failure = may_start();
            if (!failure) failure = connect();
        },
        [&](std::string_view what) {
            client_.close();
            failure = RpcError(Failure::closed, std::string(what));
        });
    if (failure) return failure;
    std::vector<Ready> all;
    {
        Lock lock(mutex_);
        if (closed_) return closed_;
        set_state(lock, ServerState::ready);
        all.swap(waiting_);
    }
    tell(all, {});
    return {};
}

/// What is asked for, and what is started then, are the same.
std::optional<RpcError> ManagedServer::prepare() {
    auto prepared = host::prepare(server_, around_->options);
    if (!prepared) return RpcError(Failure::closed, prepared.error().message);
    launch_ = std::move(*prepared);
    const Lock lock(mutex_);
    identity_ = identity_of(server_.config, launch_);
    return {};
}

std::optional<RpcError> ManagedServer::connect() {
    {
        const Lock lock(mutex_);
        closed_.reset();
        look_ = false;
        listen_ = false;
    }
    client_.forget_answers();
    roots_changed();
    const auto connected = client_.connect([this]() -> Result<std::unique_ptr<Transport>> {
        {
            const Lock lock(mutex_);
            if (ending_) return Unexpected(Error{"the server was stopped"});
        }
        return launch(server_, launch_, around_->options, process_);
    });
    if (!connected) return connected.error();
    learn_tasks(*connected);
    listen();
    if (auto failure = fetch()) {
        client_.close();
        return failure;
    }
    set_up();
    return {};
}

/// What was wished for before counts for the new connection, too.
void ManagedServer::set_up() {
    std::vector<std::shared_ptr<HostWatch>> watches;
    {
        const Lock lock(mutex_);
        set_level_ = log_level_.has_value();
        for (const Watched& each : watched_) {
            if (auto watch = each.watch.lock()) watches.push_back(std::move(watch));
        }
    }
    set_level();
    for (const auto& watch : watches) {
        auto again = subscribe(watch);
        if (!again) {
            report(watch->uri + " is not watched any more: " + again.error().message);
            continue;
        }
        const Lock lock(mutex_);
        for (Watched& each : watched_) {
            if (each.watch.lock() == watch) each.subscription.emplace(std::move(*again));
        }
    }
}

void ManagedServer::set_level() {
    std::optional<LoggingLevel> level;
    {
        const Lock lock(mutex_);
        if (std::exchange(set_level_, false)) level = log_level_;
    }
    if (!level) return;
    if (const auto set = client_.set_log_level(std::move(*level)); !set) {
        report("the level of its log was not set: " + set.error().message);
    }
}

/// No program is started, and no address connected to, before its user has agreed to it. What the
/// host's own program connects is its own business.
std::optional<RpcError> ManagedServer::may_start() {
    if (server_.connect) return {};
    const auto verdict =
        around_->passes->ask({.server = identity(), .what = StartAction{}}, stop_.get_token());
    const Lock lock(mutex_);
    refused_ = !verdict;
    if (refused_) return verdict.error();
    return {};
}

/// One that was not asked what it has may have them.
void ManagedServer::learn_tasks(const Connected& connected) {
    const auto& has = connected.capabilities;
    TaskKind kind = TaskKind::none;
    if (connected.era == Era::modern) {
        if (!has || session::speaks_tasks(*has)) kind = TaskKind::modern;
    } else if (connected.revision == r2025_11_25 && has && has->tasks) {
        kind = TaskKind::legacy;
    }
    tasks_ = kind;
}

void ManagedServer::listen() {
    const auto connected = client_.connected();
    if (!connected) return;
    SubscriptionFilter filter;
    const auto& has = connected->capabilities;
    const auto tells = [&](auto ServerCapabilities::*feature) {
        return !has || ((*has).*feature && ((*has).*feature)->listChanged.value_or(false));
    };
    if (tells(&ServerCapabilities::tools)) filter.toolsListChanged = true;
    if (tells(&ServerCapabilities::prompts)) filter.promptsListChanged = true;
    if (tells(&ServerCapabilities::resources)) filter.resourcesListChanged = true;
    bool told = filter.toolsListChanged.has_value();
    if (connected->era == Era::modern && filter != SubscriptionFilter{}) {
        SubscriptionEvents events;
        events.on_closed = [weak = weak_from_this()](const std::optional<RpcError>&) {
            const auto self = weak.lock();
            if (!self) return;
            const Lock lock(self->mutex_);
            self->listen_ = true;
            self->changed_.notify_all();
        };
        auto lists = client_.listen(filter, std::move(events));
        told = told && lists && lists->honoured().toolsListChanged.value_or(false);
        std::optional<Subscription> last;
        const Lock lock(mutex_);
        last.swap(lists_);
        if (lists) lists_.emplace(std::move(*lists));
    }
    const Lock lock(mutex_);
    told_ = told;
}

/// Nothing when the lists are there, or those from before are kept.
std::optional<RpcError> ManagedServer::fetch() {
    auto fetched = fetch_lists(client_, name(), around_->options.catalogue, stop_.get_token());
    if (!fetched) return std::move(fetched).error();
    const auto before = part();
    if (!fetched->complete && before) {
        for (const CatalogueNote& note : fetched->lists.notes) report(note.what);
        const Lock lock(mutex_);
        last_look_ = Clock::now();
        return {};
    }
    const auto now = make_part(name(), key_, std::move(fetched->lists));
    const CatalogueChange change = difference(before.get(), now.get());
    {
        const Lock lock(mutex_);
        last_look_ = Clock::now();
        good_for_ = fetched->good_for;
        if (before && change == CatalogueChange{}) return {};
        part_ = now;
        definitions_.clear();
    }
    if (around_->part_changed) around_->part_changed(change);
    return {};
}

/// When it is to be ended because nobody uses it; nothing when that does not come.
std::optional<ManagedServer::Clock::time_point> ManagedServer::end_of_use(const Lock&) const {
    if (around_->options.idle_after.count() <= 0) return {};
    for (const Watched& each : watched_) {
        if (!each.watch.expired()) return Clock::now() + around_->options.idle_after;
    }
    return usage_->unused_since() + around_->options.idle_after;
}

/// Until the connection ends, or the server is to end.
bool ManagedServer::tend() {
    Lock lock(mutex_);
    while (!ending_ && !closed_) {
        if (set_level_) {
            lock.unlock();
            set_level();
            lock.lock();
            continue;
        }
        if (!look_ && !listen_) {
            const auto end = end_of_use(lock);
            if (!end) {
                changed_.wait(lock);
            } else if (Clock::now() < *end) {
                changed_.wait_until(lock, *end);
            } else {
                // From here on callers wait for the next start.
                asleep_ = true;
                set_state(lock, ServerState::idle);
                return false;
            }
            continue;
        }
        const auto next_look = last_look_ + around_->options.catalogue.least_pause;
        if (Clock::now() < next_look) {
            changed_.wait_until(lock, next_look);
            continue;
        }
        look_ = false;
        const bool again = std::exchange(listen_, false);
        const std::vector<Ready> all = std::exchange(looking_, {});
        lock.unlock();
        if (again) listen();
        const auto failure = fetch();
        if (failure) report(failure->message);
        tell(all, failure);
        lock.lock();
        last_look_ = Clock::now();
        if (failure) {  // again, when there has been time to recover
            look_ = true;
            last_look_ += around_->options.catalogue.page_timeout;
        }
    }
    return true;
}

/// Ended, until somebody needs it.
void ManagedServer::sleep() {
    client_.close();
    std::optional<Subscription> lists;
    Lock lock(mutex_);
    lists.swap(lists_);
    const auto wanted = [this] { return ending_ || start_now_ || !waiting_.empty(); };
    changed_.wait(lock, wanted);
    lock.unlock();  // before what was listened to goes
}

/// After a failure, until the next start.
void ManagedServer::rest(const RpcError& why, Backoff& backoff, Clock::duration lived) {
    static thread_local std::minstd_rand random{std::random_device{}()};
    Lock lock(mutex_);
    if (ending_) return;
    if (refused_) {
        set_state(lock, ServerState::refused, why.message);
        fail_waiting(lock, not_there(lock));
        changed_.wait(lock, [this] { return ending_ || start_now_; });
        refused_ = false;
        return;
    }
    const double chance = std::uniform_real_distribution<double>(0, 1)(random);
    const auto pause =
        backoff.next(std::chrono::duration_cast<std::chrono::milliseconds>(lived), chance);
    failures_ = backoff.failures();
    next_start_ = Clock::now() + pause;
    set_state(lock, ServerState::waiting, why.message);
    fail_waiting(lock, RpcError(why.failure, "the server " + name() + " failed: " + why.message));
    changed_.wait_until(lock, next_start_, [this] { return ending_ || start_now_; });
}

}  // namespace mcp::host
