// Connections that take turns: one thread handles messages at a time, nobody waits for long, and
// nobody is passed over.
#include "run/turns.hpp"
#include "support.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
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

CrewLimits sharing_turns(const std::shared_ptr<Turns>& turns) {
    CrewLimits limits;
    limits.turns = turns;
    return limits;
}

/// Two connections, which share `turns`. Declared after what their handlers use.
struct TwoConnections {
    explicit TwoConnections(std::chrono::microseconds patience)
        : turns(std::make_shared<Turns>(patience)),
          first(sharing_turns(turns)),
          second(sharing_turns(turns)) {}
    std::shared_ptr<Turns> turns;
    Rig first;
    Rig second;
};

void wait_until_waiting(const Turns& turns, std::size_t count) {
    const auto end = Clock::now() + 20s;
    while (turns.waiting() != count && Clock::now() < end) std::this_thread::yield();
    CHECK(turns.waiting() == count);
}

}  // namespace

TEST_CASE("a turn ends when it is said, and others have theirs in the order of their coming") {
    Turns turns(std::chrono::hours(1));
    const auto mine = turns.begin();
    CHECK(mine != 0);
    CHECK(turns.waiting() == 0);
    std::string order;
    std::vector<std::thread> others;
    for (const char name : {'a', 'b', 'c'}) {
        others.emplace_back([&turns, &order, name] {
            const auto turn = turns.begin();
            order += name;  // nobody else runs here
            turns.end(turn);
        });
        wait_until_waiting(turns, others.size());
    }
    CHECK(order.empty());
    turns.end(mine);
    for (std::thread& other : others) other.join();
    CHECK(order == "abc");
    CHECK(turns.waiting() == 0);
}

TEST_CASE("who has waited for long enough goes on, and an end that comes too late does nothing") {
    Turns turns(2ms);
    const auto waited_for = [&turns](std::uint64_t& turn) {
        const auto begin = Clock::now();
        turn = turns.begin();
        return Clock::now() - begin;
    };
    // All by one thread: nobody else can end the turns before.
    const std::uint64_t slow = turns.begin();
    std::uint64_t second = 0;
    std::uint64_t third = 0;
    CHECK(waited_for(second) >= 2ms);
    CHECK(second != slow);
    turns.end(slow);  // it is the second one's turn
    CHECK(waited_for(third) >= 2ms);
    turns.end(third);
    CHECK(turns.begin() != 0);
}

TEST_CASE("many threads that take turns are never two at once, and all have theirs") {
    Turns turns(std::chrono::hours(1));
    std::atomic<int> inside = 0;
    std::atomic<int> met = 0;
    long sum = 0;  // by whose turn it is
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 5'000; ++k) {
                const auto turn = turns.begin();
                if (inside.fetch_add(1) != 0) ++met;
                ++sum;
                inside.fetch_sub(1);
                turns.end(turn);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(met == 0);
    CHECK(sum == 20'000);
}

TEST_CASE("connections that take turns handle one another's messages one at a time") {
    std::atomic<int> inside = 0;
    std::atomic<int> met = 0;
    TwoConnections pair(std::chrono::hours(1));
    const auto handle = [&](Rig& rig, std::string_view text) {
        if (inside.fetch_add(1) != 0) ++met;
        std::this_thread::yield();
        inside.fetch_sub(1);
        rig.connection->send(text);
    };
    pair.first.session->on_message = [&](std::string_view text, bool) { handle(pair.first, text); };
    pair.second.session->on_message = [&](std::string_view text, bool) {
        handle(pair.second, text);
    };
    pair.first.start();
    pair.second.start();
    for (int i = 0; i < 500; ++i) {
        pair.first.peer->write(std::to_string(i));
        pair.second.peer->write(std::to_string(i));
    }
    for (int i = 0; i < 500; ++i) {
        CHECK(next_message(*pair.first.peer) == std::to_string(i));
        CHECK(next_message(*pair.second.peer) == std::to_string(i));
    }
    CHECK(met == 0);
}

TEST_CASE("a flood of messages does not keep the turn from others") {
    std::atomic<bool> answered = false;
    std::atomic<int> flooded = 0;
    TwoConnections pair(std::chrono::hours(1));
    pair.first.session->on_message = [&](std::string_view, bool) {
        // Answered or not, there is always one more message here.
        if (++flooded < 1'000'000 && !answered) pair.first.peer->write("more");
    };
    pair.second.session->on_message = [&](std::string_view text, bool) {
        pair.second.connection->send(text);
    };
    pair.first.start();
    pair.second.start();
    pair.first.peer->write("more");
    pair.first.peer->write("more");
    while (flooded < 100) std::this_thread::yield();
    pair.second.peer->write("me too");
    CHECK(next_message(*pair.second.peer) == "me too");
    answered = true;
    CHECK(flooded < 1'000'000);
}

TEST_CASE("nobody waits for the turn of a thread that waits for its peer") {
    Signal go;
    TwoConnections pair(std::chrono::hours(1));
    pair.first.session->on_message = [&](std::string_view text, bool) {
        {
            const Crew::Blocking waiting(pair.first.crew);
            go.wait();
        }
        pair.first.connection->send(text);
    };
    pair.second.session->on_message = [&](std::string_view text, bool) {
        pair.second.connection->send(text);
        go.give();
    };
    pair.first.start();
    pair.second.start();
    pair.first.peer->write("asks the other one");
    pair.second.peer->write("answers");
    CHECK(next_message(*pair.second.peer) == "answers");
    CHECK(next_message(*pair.first.peer) == "asks the other one");
}

TEST_CASE("a handler that takes long, and says nothing of it, is waited for but a moment") {
    Signal go;
    TwoConnections pair(1ms);
    pair.first.session->on_message = [&](std::string_view text, bool) {
        go.wait();
        pair.first.connection->send(text);
    };
    pair.second.session->on_message = [&](std::string_view text, bool) {
        pair.second.connection->send(text);
    };
    pair.first.start();
    pair.second.start();
    pair.first.peer->write("long");
    for (int i = 0; i < 20; ++i) {
        pair.second.peer->write("short");
        CHECK(next_message(*pair.second.peer) == "short");
    }
    CHECK_FALSE(go.given());
    go.give();
    CHECK(next_message(*pair.first.peer) == "long");
}
