// Questions of the gate: one at a time, in time, withdrawn, and callbacks that throw.
#include "policy_rig.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;
using namespace std::chrono_literals;

namespace {

/// Keeps questions open until the test answers.
struct SlowUser {
    std::mutex mutex{};
    std::vector<ConsentReply> replies{};
    std::vector<std::uint64_t> ids{};
    std::vector<std::uint64_t> no_more{};

    void install(ConsentOptions& options) {
        options.ask = [this](const ConsentQuestion& question, ConsentReply reply) {
            const std::lock_guard lock(mutex);
            ids.push_back(question.id);
            replies.push_back(std::move(reply));
        };
        options.ask_no_more = [this](std::uint64_t id) {
            const std::lock_guard lock(mutex);
            no_more.push_back(id);
        };
    }
    std::size_t count() {
        const std::lock_guard lock(mutex);
        return replies.size();
    }
    void answer(std::size_t at, ConsentAnswer given) {
        ConsentReply reply;
        {
            const std::lock_guard lock(mutex);
            reply = replies.at(at);
        }
        reply(std::move(given));
    }
};

struct Verdicts {
    std::vector<ConsentVerdict> all{};
    auto take() {
        return [this](ConsentVerdict verdict) { all.push_back(std::move(verdict)); };
    }
};

}  // namespace

TEST_CASE("one question at a time for the same thing: once lets one pass, a session all") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    SlowUser user;
    user.install(options);
    Verdicts verdicts;
    ConsentGate gate(std::move(options));
    for (const char* text : {"a", "b", "c"}) gate.check(plain_call(text), verdicts.take());
    gate.check(policy_call(policy_server(), policy_tool("other")), verdicts.take());
    CHECK(user.count() == 2);  // of two different things
    user.answer(0, {.allow = true, .scope = ConsentScope::once});
    REQUIRE(verdicts.all.size() == 1);
    CHECK(verdicts.all[0].covers(plain_call("a")));
    CHECK_FALSE(verdicts.all[0].covers(plain_call("b")));
    CHECK(user.count() == 3);
    user.answer(2, {.allow = true, .scope = ConsentScope::session});
    REQUIRE(verdicts.all.size() == 3);
    CHECK(verdicts.all[2].by == DecidedBy::consent);
    CHECK(verdicts.all[2].covers(plain_call("c")));
    CHECK(user.count() == 3);
    user.answer(2, {.allow = false, .scope = ConsentScope::always});  // too late
    CHECK(gate.check(plain_call("d")).allowed);
}

TEST_CASE("a question without an answer is a refusal, for all who wait") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    options.ask_timeout = 30ms;
    SlowUser user;
    user.install(options);
    ConsentGate gate(std::move(options));
    std::thread other([&] { gate.check(plain_call("b")); });
    const ConsentVerdict verdict = gate.check(plain_call("a"));
    other.join();
    CHECK_FALSE(verdict.allowed);
    CHECK(verdict.by == DecidedBy::gate);
    CHECK(verdict.reason == "There was no answer in time.");
    user.answer(0, {.allow = true, .scope = ConsentScope::always});  // counts for nothing
    CHECK(gate.remembered().empty());
}

TEST_CASE("a question that is dropped, thrown, withdrawn or outlived is a refusal") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    SECTION("dropped") {
        options.ask = [](const ConsentQuestion&, const ConsentReply&) {};
        ConsentGate gate(std::move(options));
        CHECK(gate.check(plain_call()).reason == "Nobody answered the question.");
    }
    SECTION("thrown") {
        options.ask = [](const ConsentQuestion&, const ConsentReply&) { throw 1; };
        ConsentGate gate(std::move(options));
        CHECK(gate.check(plain_call()).reason == "The question could not be put to the user.");
    }
    SECTION("withdrawn") {
        SlowUser user;
        user.install(options);
        Verdicts verdicts;
        ConsentGate gate(std::move(options));
        const auto first = gate.check(plain_call("a"), verdicts.take());
        const auto second = gate.check(plain_call("b"), verdicts.take());
        gate.check(plain_call("c"), verdicts.take());
        gate.withdraw(second);
        gate.withdraw(second);
        REQUIRE(verdicts.all.size() == 1);
        CHECK(verdicts.all[0].reason == "It was withdrawn.");
        CHECK(user.no_more.empty());
        gate.withdraw(first);
        CHECK(verdicts.all.size() == 2);
        CHECK(user.no_more == std::vector<std::uint64_t>{first});
        CHECK(user.count() == 2);  // the third one is asked for now
        user.answer(1, {.allow = true});
        REQUIRE(verdicts.all.size() == 3);
        CHECK(verdicts.all[2].allowed);
    }
    SECTION("outlived") {
        SlowUser user;
        user.install(options);
        Verdicts verdicts;
        {
            ConsentGate gate(std::move(options));
            gate.check(plain_call("a"), verdicts.take());
            gate.check(plain_call("b"), verdicts.take());
        }
        REQUIRE(verdicts.all.size() == 2);
        CHECK(verdicts.all[1].reason == "The host is about to end.");
        user.answer(0, {.allow = true});
        CHECK(verdicts.all.size() == 2);
    }
    SECTION("one too many") {
        SlowUser user;
        user.install(options);
        options.max_waiting = 2;
        Verdicts verdicts;
        ConsentGate gate(std::move(options));
        for (const char* text : {"a", "b", "c"}) gate.check(plain_call(text), verdicts.take());
        REQUIRE(verdicts.all.size() == 1);
        CHECK(verdicts.all[0].reason == "Too many questions are waiting for an answer.");
    }
}

TEST_CASE("many threads get one verdict each") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    options.audit.path.clear();
    std::atomic<int> open{0};
    std::atomic<int> most{0};
    options.max_waiting = 1000;
    options.ask = [&](const ConsentQuestion& question, const ConsentReply& reply) {
        const int now = ++open;
        if (now > most) most = now;
        const bool allow = question.id % 2 == 0;
        --open;
        reply({.allow = allow});
    };
    ConsentGate gate(std::move(options));
    std::atomic<int> verdicts{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 50; ++k) {
                gate.check(plain_call(), [&](const ConsentVerdict&) { ++verdicts; });
            }
        });
    }
    for (std::thread& each : threads) each.join();
    while (verdicts < 200) std::this_thread::yield();
    CHECK(verdicts == 200);
    CHECK(most == 1);
}

TEST_CASE("callbacks that throw end neither the program nor the gate") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    options.ask_timeout = 20ms;
    std::vector<ConsentReply> kept;
    options.ask = [&](const ConsentQuestion&, const ConsentReply& reply) { kept.push_back(reply); };
    std::atomic<int> no_more{0};
    options.ask_no_more = [&](std::uint64_t) {
        ++no_more;
        throw 1;
    };
    ConsentGate gate(std::move(options));
    std::atomic<int> decided{0};
    const auto throws = [&](const ConsentVerdict&) {
        ++decided;
        throw 1;
    };
    for (int round = 1; round <= 2; ++round) {
        gate.check(plain_call(), throws);
        while (no_more < round) std::this_thread::sleep_for(1ms);
        CHECK(decided == round);
    }
    gate.withdraw(gate.check(plain_call(), throws));
    CHECK(decided == 3);
    CHECK(no_more == 3);
}
