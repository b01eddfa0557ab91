// A thread's worth of connections: waits until one of them can be read or written. The thread that
// waits also runs quick handlers; when one takes its time another thread of the crew waits on.
#pragma once

#include "http/wire/request_head.hpp"
#include "http/wire/write.hpp"
#include "run/crew.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace mcp::web {

class Connection;

/// What a thread that waits has for the connection it is busy with, so that idle ones need nothing.
struct Desk {
    std::array<char, std::size_t{64} * 1024> buffer;
    http::wire::RequestHeadParser parser{};
    http::wire::DateText date{};
};

class Loop : public std::enable_shared_from_this<Loop> {
public:
    using Clock = std::chrono::steady_clock;

    /// `look_every`: how often each connection is looked at for its deadline.
    Loop(run::Crew& crew, std::chrono::milliseconds look_every);

    void start();
    /// No more is waited for. Returns when no thread is in here any more. The connections are
    /// closed by then.
    void stop();

    boost::asio::io_context& io() { return io_; }
    /// Of this thread; null when it is not in a loop.
    static Desk* desk();
    /// Whether this thread still is the one that waits.
    static bool is_waiting_thread();

    void add(std::shared_ptr<Connection> connection);
    void remove(Connection& connection);
    std::vector<std::shared_ptr<Connection>> connections() const;

    /// Whether this thread sends the connection's reply soon, together with those of others: a peer
    /// that has to be woken up is woken up once for all of them. Not for a connection that is
    /// served again and again, whose peer waits for nothing else.
    bool sends_later(const std::shared_ptr<Connection>& connection);

    /// Around a handler that this thread runs for a connection. What it has written so far is sent
    /// when another thread takes over.
    void handling(std::shared_ptr<Connection> connection) { handling_ = std::move(connection); }
    void handled() {
        if (is_waiting_thread()) handling_.reset();
    }

private:
    void wait_on();
    void send_unsent();
    void look_later();
    void look();

    const std::shared_ptr<run::CrewState> crew_;
    const std::chrono::milliseconds look_every_;
    boost::asio::io_context io_{};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>,
                                      boost::asio::io_context::executor_type>
        timer_;

    // Of the thread that waits:
    std::shared_ptr<Connection> handling_{};
    std::vector<std::shared_ptr<Connection>> unsent_{};
    const Connection* served_last_ = nullptr;

    mutable std::mutex mutex_{};  // of what follows
    std::condition_variable left_{};
    std::size_t inside_ = 0;
    bool stopping_ = false;
    bool looks_ = false;  ///< the timer runs
    std::vector<std::shared_ptr<Connection>> connections_{};
};

}  // namespace mcp::web
