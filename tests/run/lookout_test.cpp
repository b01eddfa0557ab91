// Connections over sockets that take turns: one thread waits for all of them, and nobody who takes
// his time, waits or ends keeps it from the others.
#include "run/crew_state.hpp"
#include "run/turns.hpp"
#include "support.hpp"
#include "transport/fd.hpp"
#include "transport/watchable.hpp"

#include <poll.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace run_test;
using namespace std::chrono_literals;
using mcp::Turns;
using mcp::run::Crew;
using mcp::run::CrewLimits;

namespace {

CrewLimits sharing(const std::shared_ptr<Turns>& turns) {
    CrewLimits limits;
    limits.turns = turns;
    // Nobody is waited for but where a test says so.
    limits.patience = std::chrono::hours(1);
    return limits;
}

struct WatchedRig : Rig {
    explicit WatchedRig(CrewLimits limits) : Rig(std::move(limits)) {
        over_a_socket(*this);
        session->on_message = [this](std::string_view text, bool) { answer(text); };
    }
    void answer(std::string_view text) { connection->send("re: " + std::string(text)); }
    std::string ask(std::string_view text) {
        say(text);
        return next_message(*peer);
    }
    void say(std::string_view text) {
        peer->write(text);
        peer->flush();
    }
};

/// Two connections, which share turns. Declared after what their handlers use.
struct Pair {
    explicit Pair(CrewLimits limits = sharing(std::make_shared<Turns>(std::chrono::hours(1))))
        : first(limits), second(limits) {}
    void start() {
        first.start();
        second.start();
    }
    WatchedRig first;
    WatchedRig second;
};

/// Has a message at its time, which nobody tells of.
class Alarm final : public mcp::Transport, public mcp::transport::Watchable {
public:
    explicit Alarm(Time at) : at_(at) {}

    Incoming read(Time) override {
        if (closed_) return {};
        would_wait_ = at_ > Clock::now();
        if (would_wait_) return {.event = Event::timeout};
        at_ = Time::max();
        return {.event = Event::message, .text = "now"};
    }
    std::size_t write(std::string_view) override { return 0; }
    void wake() override { wakeup_.set(); }
    void close() override { closed_ = true; }

    bool wait_outside(void (*)()) override { return true; }
    Wants wants() override { return {Want{wakeup_.fd(), POLLIN}}; }
    Time again_at() const override { return at_; }
    void seen(const Seen& happened) override {
        if (happened[0]) wakeup_.clear();
    }
    bool would_wait() const override { return would_wait_; }
    void hold(bool) override {}

private:
    Time at_;
    bool would_wait_ = false;
    std::atomic<bool> closed_ = false;
    mcp::transport::Wakeup wakeup_{};
};

}  // namespace

TEST_CASE("one thread reads all connections, and none of their crews needs any") {
    std::mutex mutex;
    std::set<std::thread::id> readers;
    const auto turns = std::make_shared<Turns>(std::chrono::hours(1));
    std::vector<std::unique_ptr<WatchedRig>> rigs;
    for (int i = 0; i < 5; ++i) {
        rigs.push_back(std::make_unique<WatchedRig>(sharing(turns)));
        WatchedRig& rig = *rigs.back();
        rig.session->on_message = [&](std::string_view text, bool) {
            {
                const std::lock_guard lock(mutex);
                readers.insert(std::this_thread::get_id());
            }
            rig.answer(text);
        };
        rig.start();
    }
    for (int i = 0; i < 100; ++i) {
        for (const auto& rig : rigs) rig->say(std::to_string(i));
        for (const auto& rig : rigs) {
            CHECK(next_message(*rig->peer) == "re: " + std::to_string(i));
        }
    }
    const std::lock_guard lock(mutex);
    CHECK(readers.size() == 1);
    for (const auto& rig : rigs) CHECK(rig->crew.threads() == 0);
}

TEST_CASE("a handler that waits for its peer keeps no connection from being read, nor its own") {
    Signal go;
    Pair pair;
    pair.first.session->on_message = [&](std::string_view text, bool) {
        if (text == "waits") {
            const Crew::Blocking waiting(pair.first.crew);
            go.wait();
        }
        pair.first.answer(text);
    };
    pair.start();
    pair.first.peer->write("waits");
    pair.first.peer->write("quick");  // read together with the one before
    pair.first.peer->flush();
    CHECK(next_message(*pair.first.peer) == "re: quick");
    CHECK(pair.second.ask("other") == "re: other");
    CHECK(pair.first.ask("later") == "re: later");
    go.give();
    CHECK(next_message(*pair.first.peer) == "re: waits");
}

TEST_CASE("a handler that waits for something of another crew lets the others go on") {
    Signal go;
    Pair pair;
    const bool knows_whose = GENERATE(true, false);
    pair.first.session->on_message = [&](std::string_view text, bool) {
        std::optional<Crew::Blocking> waiting;
        if (knows_whose) {
            waiting.emplace(pair.second.crew);
        } else {
            waiting.emplace();
        }
        go.wait();
        pair.first.answer(text);
    };
    pair.second.session->on_message = [&](std::string_view text, bool) {
        go.give();
        pair.second.answer(text);
    };
    pair.start();
    pair.first.say("waits");
    CHECK(pair.second.ask("helps") == "re: helps");
    CHECK(next_message(*pair.first.peer) == "re: waits");
    CHECK(pair.first.ask("again") == "re: again");
}

TEST_CASE("the only connection is read on when its handler is back") {
    Crew other_crew;
    WatchedRig rig(sharing(std::make_shared<Turns>(std::chrono::hours(1))));
    rig.session->on_message = [&](std::string_view text, bool) {
        const Crew::Blocking waiting(other_crew);
        std::this_thread::sleep_for(5ms);  // who looks out instead finds nothing, and leaves
        rig.answer(text);
    };
    rig.start();
    for (int i = 0; i < 5; ++i) CHECK(rig.ask("x") == "re: x");
}

TEST_CASE("a handler that takes long is relieved, and its connection is read on") {
    Signal go;
    CrewLimits limits = sharing(std::make_shared<Turns>(1ms));
    limits.patience = 1ms;
    Pair pair(limits);
    pair.first.session->on_message = [&](std::string_view text, bool) {
        if (text == "long") {
            const Crew::UserCode user(pair.first.crew);
            go.wait();
        }
        pair.first.answer(text);
    };
    pair.start();
    for (int i = 0; i < 3; ++i) pair.first.say("long");  // one after the other they hold a thread
    for (int i = 0; i < 20; ++i) {
        CHECK(pair.second.ask("other") == "re: other");
        CHECK(pair.first.ask("quick") == "re: quick");
    }
    go.give();
    for (int i = 0; i < 3; ++i) CHECK(next_message(*pair.first.peer) == "re: long");
}

TEST_CASE("many messages that are there together keep no other connection from being read") {
    std::atomic<int> handled = 0;
    Pair pair;
    pair.first.session->on_message = [&](std::string_view text, bool) {
        ++handled;
        std::this_thread::sleep_for(1ms);
        pair.first.answer(text);
    };
    pair.start();
    constexpr int many = 200;
    std::string all = "x";
    for (int i = 1; i < many; ++i) all += "\nx";
    pair.first.say(all);
    CHECK(next_message(*pair.first.peer) == "re: x");
    CHECK(pair.second.ask("me too") == "re: me too");
    CHECK(handled < many);
    for (int i = 1; i < many; ++i) CHECK(next_message(*pair.first.peer) == "re: x");
}

TEST_CASE("deadlines come on connections that are waited for together") {
    Signal first_came;
    Signal second_came;
    Pair pair;
    pair.first.session->on_deadline = [&] { first_came.give(); };
    pair.second.session->on_deadline = [&] { second_came.give(); };
    pair.first.session->next = (Clock::now() + 20ms).time_since_epoch().count();
    pair.start();
    CHECK(first_came.wait());
    CHECK_FALSE(second_came.given());
    const auto deadline = Clock::now() + 20ms;
    pair.second.session->next = deadline.time_since_epoch().count();
    pair.second.connection->wake(deadline);
    CHECK(second_came.wait());
    CHECK(Clock::now() >= deadline);
}

TEST_CASE("what a peer does not take at once is sent when it does") {
    const std::string large(200'000, 'x');
    Pair pair;
    pair.first.session->on_message = [&](std::string_view, bool) {
        for (int i = 0; i < 50; ++i) pair.first.connection->send(large);
    };
    pair.start();
    pair.first.say("much");
    CHECK(pair.second.ask("other") == "re: other");
    bool all = true;
    for (int i = 0; i < 50; ++i) all = all && next_message(*pair.first.peer) == large;
    CHECK(all);
}

TEST_CASE("a connection whose end takes its time keeps no other from being read") {
    Signal go;
    Signal ends;
    Pair pair;
    pair.first.session->on_closed = [&](const std::string&) {
        ends.give();
        go.wait();
    };
    pair.start();
    CHECK(pair.first.ask("x") == "re: x");
    pair.first.peer->close();
    CHECK(ends.wait());
    CHECK(pair.second.ask("other") == "re: other");
    go.give();
    pair.first.connection->wait();
}

TEST_CASE("a handler may end another connection, and one that it began") {
    std::optional<WatchedRig> other;
    Pair pair;
    const auto turns = pair.first.crew.state().limits().turns;
    other.emplace(sharing(turns));
    pair.first.session->on_message = [&](std::string_view text, bool) {
        other->connection.reset();
        const Crew::Blocking waiting(pair.first.crew);
        WatchedRig own(sharing(turns));
        own.start();
        const std::string heard = own.ask(text);
        pair.first.answer(heard);
    };
    pair.start();
    other->start();
    CHECK(other->ask("x") == "re: x");
    pair.first.say("ends");
    CHECK(next_message(*pair.first.peer) == "re: re: ends");
    CHECK(next_message(*other->peer) == "<closed>");
    CHECK(pair.second.ask("other") == "re: other");
}

TEST_CASE("a handler may wait for the end of another connection") {
    Pair pair;
    pair.first.session->on_message = [&](std::string_view text, bool) {
        pair.second.connection->wait();
        pair.first.answer(text);
    };
    pair.start();
    pair.first.say("waits");
    CHECK(pair.second.ask("x") == "re: x");
    pair.second.peer->close();
    CHECK(next_message(*pair.first.peer) == "re: waits");
}

TEST_CASE("a connection that is run by its thread returns when it has ended") {
    Pair pair;
    pair.second.start();
    std::thread runs([&] { pair.first.connection->run(pair.first.session); });
    CHECK(pair.first.ask("x") == "re: x");
    pair.first.peer->close();
    runs.join();
    CHECK(pair.second.ask("y") == "re: y");
}

TEST_CASE("a connection that comes when all others have gone is read") {
    const auto turns = std::make_shared<Turns>(std::chrono::hours(1));
    for (int i = 0; i < 5; ++i) {
        WatchedRig rig(sharing(turns));
        rig.start();
        CHECK(rig.ask("x") == "re: x");
        rig.peer->close();
        rig.connection->wait();
        std::this_thread::sleep_for(2ms);  // for the thread to leave
    }
}

TEST_CASE("a transport is read again when it wants to, though nothing happens") {
    Signal heard;
    const auto at = Clock::now() + 20ms;
    Rig rig(sharing(std::make_shared<Turns>()));
    rig.connection = std::make_unique<mcp::run::Connection>(std::make_unique<Alarm>(at), rig.crew);
    rig.session->on_message = [&](std::string_view text, bool) {
        CHECK(text == "now");
        heard.give();
    };
    rig.start();
    CHECK(heard.wait());
    CHECK(Clock::now() >= at);
}

TEST_CASE("connections come and go, and the last one takes everything with it") {
    for (int round = 0; round < 50; ++round) {
        std::weak_ptr<Turns> left;
        {
            const auto turns = std::make_shared<Turns>(std::chrono::hours(1));
            left = turns;
            WatchedRig stays(sharing(turns));
            std::optional<WatchedRig> goes(sharing(turns));
            stays.start();
            goes->start();
            CHECK(goes->ask("x") == "re: x");
            const auto peer = std::move(goes->peer);
            goes.reset();
            CHECK(next_message(*peer) == "<closed>");
            CHECK(stays.ask("y") == "re: y");
        }
        // The thread may still be on its way out.
        const auto latest = Clock::now() + 20s;
        while (!left.expired() && Clock::now() < latest) std::this_thread::sleep_for(1ms);
        CHECK(left.expired());
    }
}
