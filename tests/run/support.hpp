// A session without a protocol, and signals between threads, for the tests. No test cases.
#pragma once

#include "run/connection.hpp"

#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "catch.hpp"

namespace run_test {

using Time = mcp::Transport::Time;
using Clock = std::chrono::steady_clock;
using Event = mcp::Transport::Event;

inline Time late() { return Clock::now() + std::chrono::seconds(20); }

/// Something that one thread says and others wait for. May go as soon as it was heard.
class Signal {
public:
    void give() {
        const auto state = state_;
        const std::lock_guard lock(state->mutex);
        state->given = true;
        state->changed.notify_all();
    }
    /// False when it does not come in a time that is long for a test.
    bool wait() {
        const auto state = state_;
        std::unique_lock lock(state->mutex);
        return state->changed.wait_for(lock, std::chrono::seconds(20),
                                       [&] { return state->given; });
    }
    bool given() {
        const std::lock_guard lock(state_->mutex);
        return state_->given;
    }

private:
    struct State {
        std::mutex mutex{};
        std::condition_variable changed{};
        bool given = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// A session that is made of the functions that a test gives it.
class Session : public mcp::run::Protocol {
public:
    std::function<void(std::string_view, bool)> on_message = [](std::string_view, bool) {};
    std::function<void(const std::string&)> on_closed = [](const std::string&) {};
    std::function<void()> on_deadline = [] {};
    std::atomic<Time::rep> next{Time::max().time_since_epoch().count()};
    Signal is_closed{};

    void received(std::string_view text, bool oversize, const mcp::run::Moment&) override {
        on_message(text, oversize);
    }
    Time next_deadline() override { return Time(Time::duration(next.load())); }
    void deadline(Time) override {
        next = Time::max().time_since_epoch().count();
        on_deadline();
    }
    void closed(const std::string& why) override {
        on_closed(why);
        is_closed.give();
    }
};

inline std::string next_message(mcp::Transport& transport) {
    const auto incoming = transport.read(late());
    if (incoming.event == Event::closed) return "<closed>";
    if (incoming.event == Event::timeout) return "<timeout>";
    return std::string(incoming.text);
}

/// A session at one end of a pair, a test at the other. `crew` and `session` outlive `connection`.
struct Rig {
    explicit Rig(mcp::run::CrewLimits limits = {}) : crew(limits) {
        auto [here, there] = mcp::memory_transports();
        peer = std::move(here);
        connection = std::make_unique<mcp::run::Connection>(std::move(there), crew);
    }
    void start() { connection->start(session); }

    mcp::run::Crew crew;
    std::shared_ptr<Session> session = std::make_shared<Session>();
    std::unique_ptr<mcp::Transport> peer;
    std::unique_ptr<mcp::run::Connection> connection;
};

/// Before `start`: a socket between the two, which a lookout can watch.
inline void over_a_socket(Rig& rig) {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    rig.peer = mcp::line_transport(ends[0], ends[0]);
    rig.connection =
        std::make_unique<mcp::run::Connection>(mcp::line_transport(ends[1], ends[1]), rig.crew);
}

}  // namespace run_test
