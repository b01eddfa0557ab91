// A thread's worth of connections: waits until one of them can be read or written. The thread that
// waits also runs quick handlers; when one takes its time another thread of the crew waits on.
#pragma once

#include "asio/poller.hpp"
#include "http/wire/request_head.hpp"
#include "run/crew.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace mcp::run {
class CrewState;
}

namespace mcp::web {

class Connection;

/// What a thread that waits has for the connection it is busy with, so that idle ones need nothing.
struct Desk {
    std::array<char, std::size_t{64} * 1024> buffer;
    http::wire::RequestHeadParser parser{};
};

class Loop : public std::enable_shared_from_this<Loop> {
public:
    using Clock = std::chrono::steady_clock;
    using Task = std::function<void()>;

    /// `look_every`: how often each connection is looked at for its deadline.
    Loop(run::Crew& crew, std::chrono::milliseconds look_every);

    void start();
    /// No more is waited for. Returns when no thread is in here any more. The connections are
    /// closed by then.
    void stop();

    Poller& poller() { return poller_; }
    /// Runs this soon in the thread that waits, behind what is ready now. Any thread.
    void post(Task task);
    /// As `post`, at that time.
    void post_at(Clock::time_point when, Task task);

    /// Of this thread; null when it is not in a loop.
    static Desk* desk();
    /// Whether this thread still is the one that waits.
    static bool is_waiting_thread();

    void add(std::shared_ptr<Connection> connection);
    void remove(Connection& connection);
    std::vector<std::shared_ptr<Connection>> connections() const;

    /// Whether this thread sends the connection's reply soon, together with those of others that
    /// are ready, too: a peer that has to be woken up is woken up once for all of them.
    bool sends_later(const std::shared_ptr<Connection>& connection);

    /// Around a handler that this thread runs for a connection. What it has written so far is sent
    /// when another thread takes over.
    void handling(std::shared_ptr<Connection> connection) { handling_ = std::move(connection); }
    void handled() {
        if (is_waiting_thread()) handling_.reset();
    }

private:
    void wait_on();
    /// Does what is left, or waits for more, as long as this is the thread that waits.
    void turn();
    void send_unsent();
    void run_tasks();
    Clock::time_point next_task() const;
    /// A task that is due, or null.
    Task take_task();
    void look_later();
    void look();

    const std::shared_ptr<run::CrewState> crew_;
    const std::chrono::milliseconds look_every_;
    Poller poller_{};
    std::atomic<bool> stopping_ = false;

    // Of the thread that waits:
    std::shared_ptr<Connection> handling_{};
    std::vector<std::shared_ptr<Connection>> unsent_{};
    Poller::Batch batch_;
    std::span<const Poller::Ready> ready_{};  ///< what is left of the batch; told once
    bool many_ready_ = false;

    mutable std::mutex mutex_{};  // of what follows
    std::condition_variable left_{};
    std::size_t inside_ = 0;
    bool looks_ = false;  ///< a look is posted
    std::vector<std::shared_ptr<Connection>> connections_{};
    std::deque<Task> tasks_{};
    std::vector<std::pair<Clock::time_point, Task>> later_{};  ///< few
};

}  // namespace mcp::web
