// Connections from their start to their end.
#include "support.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

#include "catch.hpp"

using namespace run_test;
using namespace std::chrono_literals;

namespace {

/// Says nothing, and counts what is written and what of it was flushed.
class Counting final : public mcp::Transport {
public:
    explicit Counting(std::atomic<int>& unsent, std::atomic<int>& flushes)
        : unsent_(unsent), flushes_(flushes) {}
    Incoming read(Time) override {
        (void)closed_.wait();
        return {};
    }
    std::size_t write(std::string_view) override {
        ++unsent_;
        return 0;
    }
    void flush() override {
        unsent_ = 0;
        ++flushes_;
    }
    void wake() override { closed_.give(); }
    void close() override { closed_.give(); }

private:
    std::atomic<int>& unsent_;
    std::atomic<int>& flushes_;
    Signal closed_{};
};

}  // namespace

TEST_CASE("a connection hands messages to its session and sends what it says") {
    Rig rig;
    rig.session->on_message = [&](std::string_view text, bool) {
        rig.connection->send("got " + std::string(text));
    };
    rig.start();
    rig.peer->write("a");
    rig.peer->write("b");
    CHECK(next_message(*rig.peer) == "got a");
    CHECK(next_message(*rig.peer) == "got b");
}

TEST_CASE("STD-13 a message that is too large is reported as one") {
    mcp::run::Crew crew;
    mcp::LineLimits limits;
    limits.max_message = 10;
    auto [peer, there] = mcp::memory_transports(limits);
    auto session = std::make_shared<Session>();
    mcp::run::Connection connection(std::move(there), crew);
    session->on_message = [&](std::string_view text, bool oversize) {
        connection.send(oversize ? "too large" : text);
    };
    connection.start(session);
    peer->write("0123456789x");
    peer->write("ok");
    CHECK(next_message(*peer) == "too large");
    CHECK(next_message(*peer) == "ok");
}

TEST_CASE(
    "STD-10 R098 the end of the other side ends a connection that runs on the caller's thread") {
    Rig rig;
    const auto me = std::this_thread::get_id();
    std::thread::id reader;
    rig.session->on_message = [&](std::string_view text, bool) {
        reader = std::this_thread::get_id();
        rig.connection->send(text);
    };
    std::string why = "?";
    rig.session->on_closed = [&](const std::string& reason) { why = reason; };
    std::thread other([&] {
        rig.peer->write("x");
        next_message(*rig.peer);
        rig.peer->close();
    });
    rig.connection->run(rig.session);
    other.join();
    CHECK(reader == me);
    CHECK(why.empty());
    CHECK(rig.crew.threads() == 0);
}

TEST_CASE("why a connection ended is said to its session, once") {
    class Broken final : public mcp::Transport {
        Incoming read(Time) override { return {Event::closed, "it broke"}; }
        std::size_t write(std::string_view) override { return 0; }
        void wake() override {}
        void close() override {}
    };
    mcp::run::Crew crew;
    auto session = std::make_shared<Session>();
    std::string why;
    session->on_closed = [&](const std::string& reason) { why += reason; };
    mcp::run::Connection connection(std::make_unique<Broken>(), crew);
    connection.run(session);
    connection.close();
    connection.wait();
    CHECK(why == "it broke");
}

TEST_CASE("LIF-17 closing ends a connection; what was sent before still arrives, nothing after") {
    Rig rig;
    std::string why = "?";
    rig.session->on_closed = [&](const std::string& reason) {
        why = reason;
        rig.connection->send("last");
    };
    rig.start();
    rig.connection->send("before");
    rig.connection->close();
    rig.connection->close();
    rig.connection->wait();
    rig.connection->send("after");
    CHECK(why.empty());
    CHECK(next_message(*rig.peer) == "before");
    CHECK(next_message(*rig.peer) == "last");
    CHECK(next_message(*rig.peer) == "<closed>");
}

TEST_CASE("a connection that was never started can go, and one that was closed can start") {
    { Rig rig; }
    Rig rig;
    rig.connection->close();
    rig.start();
    CHECK(rig.session->is_closed.wait());
}

TEST_CASE("a connection may be destroyed by what it calls") {
    Rig rig;
    Signal done;
    rig.session->on_message = [&](std::string_view, bool) {
        rig.connection.reset();
        done.give();
    };
    rig.start();
    rig.peer->write("x");
    CHECK(done.wait());
    CHECK(rig.session->is_closed.wait());
    CHECK(next_message(*rig.peer) == "<closed>");
}

TEST_CASE("the end of a connection waits for calls into its session") {
    Rig rig;
    Signal begun;
    std::atomic<bool> returned = false;
    rig.session->on_message = [&](std::string_view, bool) {
        const mcp::run::Crew::UserCode user(rig.crew);
        begun.give();
        std::this_thread::sleep_for(20ms);
        returned = true;
    };
    rig.start();
    rig.peer->write("x");
    REQUIRE(begun.wait());
    rig.connection.reset();
    CHECK(returned);
}

TEST_CASE("TMO-01 deadlines come, also one that is brought forward by another thread") {
    Rig rig;
    Signal first;
    Signal second;
    rig.session->on_deadline = [&] { (first.given() ? second : first).give(); };
    rig.session->next = (Clock::now() + 1h).time_since_epoch().count();
    rig.start();
    std::this_thread::sleep_for(2ms);
    Time soon = Clock::now() + 2ms;
    rig.session->next = soon.time_since_epoch().count();
    rig.connection->wake();
    CHECK(first.wait());
    soon = Clock::now() + 2ms;
    rig.session->next = soon.time_since_epoch().count();
    rig.connection->wake(soon);
    CHECK(second.wait());
}

TEST_CASE("deadlines come while messages never stop") {
    Rig rig;
    Signal came;
    rig.session->on_deadline = [&] { came.give(); };
    rig.session->next = (Clock::now() + 5ms).time_since_epoch().count();
    rig.start();
    for (int i = 0; i < 1'000'000 && !came.given(); ++i) rig.peer->write("flood");
    CHECK(came.wait());
}

TEST_CASE("a session that throws ends its connection alone") {
    Rig rig;
    std::string why;
    rig.session->on_message = [](std::string_view, bool) { throw std::runtime_error("oh"); };
    rig.session->on_closed = [&](const std::string& reason) { why = reason; };
    rig.start();
    rig.peer->write("x");
    CHECK(rig.session->is_closed.wait());
    CHECK(why == "internal failure: oh");
}

TEST_CASE("what goes to another connection is sent together while more waits to be read") {
    std::atomic<int> unsent = 0;
    std::atomic<int> flushes = 0;
    std::atomic<bool> sent_before_waiting = false;
    Signal waited;
    Signal over;
    Rig rig;
    mcp::run::Connection other(std::make_unique<Counting>(unsent, flushes), rig.crew);
    other.start(std::make_shared<Session>());
    constexpr int many = 1000;
    for (int i = 0; i < many; ++i) rig.peer->write("x");
    rig.peer->write("wait");
    rig.peer->write("nothing to send");  // waits to be read behind it
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "nothing to send") return;
        other.send(text);
        if (text == "wait") {
            const mcp::run::Crew::Blocking waiting(rig.crew);
            sent_before_waiting = unsent == 0;
            waited.give();
        }
        if (text == "last") over.give();
    };
    rig.start();
    REQUIRE(waited.wait());
    rig.peer->write("last");
    REQUIRE(over.wait());
    for (int i = 0; i < 2000 && unsent != 0; ++i) std::this_thread::sleep_for(1ms);
    CHECK(sent_before_waiting);
    CHECK(unsent == 0);
    CHECK(flushes < many);
}
