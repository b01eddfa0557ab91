// The thread that waits for one loop, and handing the waiting over when a handler takes its time.
// One posted look is for the deadlines of all connections of the loop.
#include "asio/loop.hpp"

#include "asio/connection.hpp"
#include "run/crew_state.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace mcp::web {
namespace {

thread_local Desk* desk_of_thread = nullptr;

/// Replies that wait for each other.
constexpr std::size_t most_unsent = 16;

}  // namespace

Loop::Loop(run::Crew& crew, std::chrono::milliseconds look_every)
    : crew_(crew.state().shared_from_this()), look_every_(look_every) {}

Desk* Loop::desk() { return desk_of_thread; }

bool Loop::is_waiting_thread() {
    const run::Tenure* const tenure = run::Tenure::current();
    return desk_of_thread && tenure && !tenure->taken();
}

void Loop::start() {
    crew_->start([self = shared_from_this()] { self->wait_on(); });
}

void Loop::wait_on() {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        ++inside_;
    }
    if (const auto left = std::exchange(handling_, nullptr)) left->uncork();
    send_unsent();
    {
        run::Tenure tenure(crew_, this, [self = shared_from_this()] { self->wait_on(); });
        const auto desk = std::make_unique<Desk>();
        desk_of_thread = desk.get();
        while (!tenure.taken() && !stopping_) {
            try {
                turn();
            } catch (const std::exception&) {  // no memory for one task: others go on
            }
        }
        desk_of_thread = nullptr;
    }
    const std::lock_guard lock(mutex_);
    --inside_;
    left_.notify_all();
}

void Loop::turn() {
    send_unsent();  // of a turn that has failed
    if (ready_.empty()) {
        ready_ = poller_.wait(batch_, transport::poll_timeout(next_task()));
        many_ready_ = ready_.size() > 1;
    }
    while (!ready_.empty()) {
        const Poller::Ready each = ready_.front();
        ready_ = ready_.subspan(1);
        if (each.who) each.who->ready(each.what);
        if (!is_waiting_thread()) return;  // the others are for who waits now
        if (unsent_.size() >= most_unsent) send_unsent();
    }
    send_unsent();
    many_ready_ = false;
    run_tasks();
}

// ---- tasks ----

void Loop::post(Task task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    poller_.wake();
}

void Loop::post_at(Clock::time_point when, Task task) {
    const std::lock_guard lock(mutex_);
    later_.emplace_back(when, std::move(task));
    poller_.wake();
}

Loop::Clock::time_point Loop::next_task() const {
    const std::lock_guard lock(mutex_);
    if (!tasks_.empty()) return Clock::time_point::min();
    auto next = Clock::time_point::max();
    for (const auto& each : later_) next = std::min(next, each.first);
    return next;
}

Loop::Task Loop::take_task() {
    const std::lock_guard lock(mutex_);
    Task task;
    if (!tasks_.empty()) {
        task = std::move(tasks_.front());
        tasks_.pop_front();
        return task;
    }
    if (later_.empty()) return task;
    const auto now = Clock::now();
    const auto due = std::find_if(later_.begin(), later_.end(),
                                  [now](const auto& each) { return each.first <= now; });
    if (due == later_.end()) return task;
    task = std::move(due->second);
    later_.erase(due);
    return task;
}

void Loop::run_tasks() {
    while (!stopping_ && is_waiting_thread()) {
        const Task task = take_task();
        if (!task) return;
        task();
    }
}

// ---- replies that are sent together ----

bool Loop::sends_later(const std::shared_ptr<Connection>& connection) {
    if (!is_waiting_thread() || !many_ready_) return false;
    unsent_.push_back(connection);
    return true;
}

void Loop::send_unsent() {
    for (const auto& connection : unsent_) connection->uncork();
    unsent_.clear();
}

// ---- connections ----

void Loop::stop() {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    poller_.wake();
    left_.wait(lock, [this] { return inside_ == 0; });
    const auto gone = std::exchange(connections_, {});
    const auto tasks = std::exchange(tasks_, {});
    const auto later = std::exchange(later_, {});
    const auto handled = std::exchange(handling_, nullptr);
    const auto unsent = std::exchange(unsent_, {});
    lock.unlock();  // what they hold lets go of this loop
}

void Loop::add(std::shared_ptr<Connection> connection) {
    const std::lock_guard lock(mutex_);
    connection->place_in_loop = connections_.size();
    connections_.push_back(std::move(connection));
    if (!looks_) look_later();
}

void Loop::remove(Connection& connection) {
    const std::lock_guard lock(mutex_);
    const std::size_t place = connection.place_in_loop;
    if (place >= connections_.size() || connections_[place].get() != &connection) return;
    // The thread that waits may have been told of it: it goes when that has been dealt with.
    tasks_.emplace_back([keep = std::move(connections_[place])] {});
    poller_.wake();
    if (place + 1 != connections_.size()) {
        connections_[place] = std::move(connections_.back());
        connections_[place]->place_in_loop = place;
    }
    connections_.pop_back();
}

std::vector<std::shared_ptr<Connection>> Loop::connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
}

void Loop::look_later() {
    looks_ = true;
    later_.emplace_back(Clock::now() + look_every_, [this] { look(); });
    poller_.wake();
}

void Loop::look() {
    std::vector<std::shared_ptr<Connection>> late;
    const auto now = Clock::now();
    {
        const std::lock_guard lock(mutex_);
        for (const auto& connection : connections_) {
            if (connection->deadline() <= now) late.push_back(connection);
        }
        looks_ = false;
        if (!connections_.empty()) look_later();
    }
    for (const auto& connection : late) connection->too_late(now);
}

}  // namespace mcp::web
