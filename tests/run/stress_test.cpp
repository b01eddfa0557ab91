// Many messages, many threads, handlers of all lengths: nothing is lost, nothing comes twice. Meant
// for the thread sanitizer as well.
#include "support.hpp"

#include <sys/resource.h>

#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace run_test;
using namespace std::chrono_literals;
using mcp::run::Crew;

namespace {

/// Answers each message in the way that its number asks for.
void behave(Rig& rig, mcp::run::Connection& connection, std::string_view text) {
    const std::string answer(text);
    switch (std::stoi(answer) % 50) {
        case 0: rig.crew.post([&connection, answer] { connection.send(answer); }); return;
        case 1: {
            const Crew::UserCode user(rig.crew);
            std::this_thread::sleep_for(3ms);
            break;
        }
        case 2: {
            const Crew::UserCode user(rig.crew);
            Signal posted;
            rig.crew.post([&] { posted.give(); });
            const Crew::Blocking blocking(rig.crew);
            posted.wait();
            break;
        }
        default: {
            const Crew::UserCode user(rig.crew);
            break;
        }
    }
    connection.send(answer);
}

void exchange(Rig& rig, mcp::Transport& peer, int messages) {
    std::vector<int> seen(static_cast<std::size_t>(messages), 0);
    std::thread writer([&] {
        for (int i = 0; i < messages; ++i) {
            peer.write(std::to_string(i));
            peer.flush();
            rig.connection->wake();
        }
    });
    for (int i = 0; i < messages; ++i) {
        const auto incoming = peer.read(late());
        if (incoming.event != Event::message) break;
        ++seen[std::stoul(std::string(incoming.text))];
    }
    writer.join();
    int wrong = 0;
    for (const int count : seen) wrong += count == 1 ? 0 : 1;
    CHECK(wrong == 0);
}

#if !defined(__has_feature)  // g++ has macros in place of it
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer) || \
    defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
constexpr long allowed_growth = 400'000;  // the sanitizers keep books, and what was given back
#else
constexpr long allowed_growth = 2000;
#endif

long peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("every message is answered once, in memory") {
    mcp::run::CrewLimits limits;
    limits.patience = 500us;
    Rig rig(limits);
    rig.session->on_message = [&](std::string_view text, bool) {
        behave(rig, *rig.connection, text);
    };
    rig.start();
    exchange(rig, *rig.peer, 5000);
}

TEST_CASE("every message is answered once, over a socket") {
    Rig rig;
    over_a_socket(rig);
    rig.session->on_message = [&](std::string_view text, bool) {
        behave(rig, *rig.connection, text);
    };
    rig.start();
    exchange(rig, *rig.peer, 5000);
}

TEST_CASE("a million messages pass without growth of memory") {
    Rig rig;
    over_a_socket(rig);
    rig.session->on_message = [&](std::string_view text, bool) {
        const Crew::UserCode user(rig.crew);
        rig.connection->send(text);
    };
    rig.start();
    const std::string message(200, 'x');
    long after_some = 0;
    bool all_there = true;
    for (int round = 0; round < 10'000 && all_there; ++round) {
        for (int i = 0; i < 100; ++i) rig.peer->write(message);
        rig.peer->flush();
        for (int i = 0; i < 100; ++i) all_there = all_there && next_message(*rig.peer) == message;
        if (round == 1000) after_some = peak_kilobytes();
    }
    CHECK(all_there);
    CHECK(peak_kilobytes() - after_some < allowed_growth);
}

TEST_CASE("connections come and go in the middle of everything") {
    for (int round = 0; round < 100; ++round) {
        Rig rig;
        rig.session->on_message = [&](std::string_view text, bool) {
            const Crew::UserCode user(rig.crew);
            if (text == "slow") std::this_thread::sleep_for(2ms);
        };
        rig.start();
        std::thread writer([&] {
            for (int i = 0; i < 50; ++i) rig.peer->write(i % 10 == 0 ? "slow" : "x");
        });
        if (round % 2 == 0) {
            rig.connection->close();
            rig.connection->wait();
        }
        rig.connection.reset();
        writer.join();
        CHECK(rig.session->is_closed.given());
    }
}
