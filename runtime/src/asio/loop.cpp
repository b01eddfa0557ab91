// The thread that waits for one loop, and handing the waiting over when a handler takes its time.
// One timer looks at the deadlines of all connections of the loop.
#include "asio/loop.hpp"

#include "asio/connection.hpp"
#include "run/crew_state.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace mcp::web {
namespace {

thread_local Desk* desk_of_thread = nullptr;

/// Replies that wait for each other.
constexpr std::size_t most_unsent = 16;

}  // namespace

Loop::Loop(run::Crew& crew, std::chrono::milliseconds look_every)
    : crew_(crew.state().shared_from_this()),
      look_every_(look_every),
      work_(boost::asio::make_work_guard(io_)),
      timer_(io_) {}

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
        while (!tenure.taken()) {
            try {
                if (io_.run_one() == 0) break;
                if (unsent_.size() >= most_unsent && !tenure.taken()) send_unsent();
            } catch (const std::exception&) {  // no memory for one connection: others go on
            }
        }
        desk_of_thread = nullptr;
    }
    const std::lock_guard lock(mutex_);
    --inside_;
    left_.notify_all();
}

bool Loop::sends_later(const std::shared_ptr<Connection>& connection) {
    if (!is_waiting_thread()) return false;
    if (std::exchange(served_last_, connection.get()) == connection.get()) return false;
    // Behind everything that is ready now.
    if (unsent_.empty()) {
        boost::asio::post(io_, [self = shared_from_this()] { self->send_unsent(); });
    }
    unsent_.push_back(connection);
    return true;
}

void Loop::send_unsent() {
    for (std::size_t i = 0; i < unsent_.size(); ++i) unsent_[i]->uncork();
    unsent_.clear();
}

void Loop::stop() {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    io_.stop();
    left_.wait(lock, [this] { return inside_ == 0; });
    const auto gone = std::exchange(connections_, {});
    const auto handled = std::exchange(handling_, nullptr);
    const auto unsent = std::exchange(unsent_, {});
    lock.unlock();
    // What still waits holds this loop and its connections: it hears that it is over, and lets go.
    timer_.cancel();
    work_.reset();
    io_.restart();
    io_.poll();
}

void Loop::add(std::shared_ptr<Connection> connection) {
    const std::lock_guard lock(mutex_);
    connection->place_in_loop = connections_.size();
    connections_.push_back(std::move(connection));
    if (!looks_) look_later();
}

void Loop::remove(Connection& connection) {
    std::shared_ptr<Connection> keep;
    const std::lock_guard lock(mutex_);
    const std::size_t place = connection.place_in_loop;
    if (place >= connections_.size() || connections_[place].get() != &connection) return;
    keep = std::move(connections_[place]);
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
    timer_.expires_after(look_every_);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
        if (!error) self->look();
    });
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
