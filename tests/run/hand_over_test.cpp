// User code on the thread that reads: short, long, and waiting.
#include "support.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace run_test;
using namespace std::chrono_literals;
using mcp::run::Crew;
using mcp::run::CrewLimits;

TEST_CASE("quick user code changes no thread") {
    Rig rig;
    std::atomic<int> other_threads = 0;
    std::thread::id first;
    rig.session->on_message = [&](std::string_view text, bool) {
        const Crew::UserCode user(rig.crew);
        if (first == std::thread::id()) first = std::this_thread::get_id();
        if (first != std::this_thread::get_id()) ++other_threads;
        rig.connection->send(text);
    };
    rig.start();
    for (int i = 0; i < 200; ++i) {
        rig.peer->write("x");
        CHECK(next_message(*rig.peer) == "x");
    }
    // Whoever else uses the machine may stop the thread for a while in the middle of its work.
    CHECK(other_threads < 200);
    CHECK(rig.crew.threads() <= 3);
}

TEST_CASE(
    "STD-10 RPC-20 R031 while user code blocks the next message is read within milliseconds") {
    Rig rig;
    Signal go;
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "block") {
            const Crew::UserCode user(rig.crew);
            go.wait();
        }
        rig.connection->send(text);
    };
    rig.start();
    std::vector<double> times;
    rig.peer->write("block");
    for (int i = 0; i < 20; ++i) {
        const auto begin = Clock::now();
        rig.peer->write("next");
        CHECK(next_message(*rig.peer) == "next");
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    CHECK(times[10] < 5);
    go.give();
    CHECK(next_message(*rig.peer) == "block");
}

TEST_CASE("the same on the caller's thread") {
    Rig rig;
    Signal go;
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "block") {
            const Crew::UserCode user(rig.crew);
            go.wait();
        }
        rig.connection->send(text);
    };
    std::thread peer([&] {
        rig.peer->write("block");
        rig.peer->write("next");
        const auto first = next_message(*rig.peer);
        go.give();
        const auto second = next_message(*rig.peer);
        rig.peer->write(first == "next" && second == "block" ? "right" : "wrong");
        next_message(*rig.peer);
        rig.peer->close();
    });
    std::string verdict;
    const auto inner = rig.session->on_message;
    rig.session->on_message = [&](std::string_view text, bool oversize) {
        if (text == "right" || text == "wrong") verdict = text;
        inner(text, oversize);
    };
    rig.connection->run(rig.session);
    peer.join();
    CHECK(verdict == "right");
}

TEST_CASE("a handler that waits for the peer lets the peer's answer in at once, with one worker") {
    CrewLimits limits;
    limits.workers = 1;
    limits.patience = 1h;  // the watcher has no part in this
    Rig rig(limits);
    Signal answered;
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "answer") return answered.give();
        const Crew::UserCode user(rig.crew);
        rig.connection->send("question");
        const Crew::Blocking blocking(rig.crew);
        rig.connection->send(answered.wait() ? "done" : "never");
    };
    rig.start();
    rig.peer->write("ask");
    CHECK(next_message(*rig.peer) == "question");
    rig.peer->write("answer");
    CHECK(next_message(*rig.peer) == "done");
}

TEST_CASE("handlers that wait in one another all come to their end") {
    CrewLimits limits;
    limits.workers = 1;
    std::mutex mutex;
    std::vector<std::shared_ptr<Signal>> waiting;
    Rig rig(limits);
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "go") {
            const std::lock_guard lock(mutex);
            waiting.back()->give();
            waiting.pop_back();
            return;
        }
        const Crew::UserCode user(rig.crew);
        auto mine = std::make_shared<Signal>();
        {
            const std::lock_guard lock(mutex);
            waiting.push_back(mine);
        }
        rig.connection->send("asked");
        const Crew::Blocking blocking(rig.crew);
        mine->wait();
        rig.connection->send("done");
    };
    rig.start();
    for (int i = 0; i < 10; ++i) {
        rig.peer->write("ask");
        CHECK(next_message(*rig.peer) == "asked");
    }
    for (int i = 0; i < 10; ++i) {
        rig.peer->write("go");
        CHECK(next_message(*rig.peer) == "done");
    }
}

TEST_CASE("a message stays readable while another thread reads on") {
    Rig rig;
    Signal go;
    std::string kept;
    const std::string large(200, 'L');
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text.front() == 'L') {
            const Crew::UserCode user(rig.crew);
            const Crew::Blocking blocking(rig.crew);
            go.wait();
            kept = text;
        }
        rig.connection->send("x");
    };
    rig.start();
    rig.peer->write(large);
    for (int i = 0; i < 10; ++i) {
        rig.peer->write(std::string(200, 'o'));
        CHECK(next_message(*rig.peer) == "x");
    }
    go.give();
    CHECK(next_message(*rig.peer) == "x");
    CHECK(kept == large);
}

TEST_CASE("what long user code sends arrives while it runs") {
    Rig rig;
    Signal go;
    rig.session->on_message = [&](std::string_view, bool) {
        const Crew::UserCode user(rig.crew);
        rig.connection->send("first");
        go.wait();
        rig.connection->send("second");
    };
    rig.start();
    rig.peer->write("x");
    CHECK(next_message(*rig.peer) == "first");
    go.give();
    CHECK(next_message(*rig.peer) == "second");
}

TEST_CASE("the thread whose reading was taken becomes a worker") {
    CrewLimits limits;
    limits.workers = 1;
    Rig rig(limits);
    Signal go;
    Signal worked;
    rig.session->on_message = [&](std::string_view text, bool) {
        if (text == "block") {
            const Crew::UserCode user(rig.crew);
            go.wait();
            return;
        }
        rig.crew.post([&] { worked.give(); });
        rig.connection->send("posted");
    };
    rig.start();
    rig.peer->write("block");
    rig.peer->write("post");
    CHECK(next_message(*rig.peer) == "posted");
    // The one worker that there may be is the blocked one.
    std::this_thread::sleep_for(2ms);
    CHECK(!worked.given());
    go.give();
    CHECK(worked.wait());
}

TEST_CASE("STD-10 R098 the end of the other side is noticed while user code blocks") {
    Rig rig;
    Signal go;
    Signal begun;
    rig.session->on_message = [&](std::string_view, bool) {
        const Crew::UserCode user(rig.crew);
        begun.give();
        go.wait();
        rig.connection->send("to nobody");
    };
    rig.start();
    rig.peer->write("block");
    CHECK(begun.wait());
    const auto begin = Clock::now();
    rig.peer->close();
    CHECK(rig.session->is_closed.wait());
    CHECK(Clock::now() - begin < 1s);
    go.give();
}

TEST_CASE("several connections share a crew") {
    Crew crew;
    struct End {
        std::unique_ptr<mcp::Transport> peer;
        std::shared_ptr<Session> session = std::make_shared<Session>();
        std::unique_ptr<mcp::run::Connection> connection;
    };
    std::vector<End> ends(10);
    for (End& end : ends) {
        auto [here, there] = mcp::memory_transports();
        end.peer = std::move(here);
        end.connection = std::make_unique<mcp::run::Connection>(std::move(there), crew);
        end.session->on_message = [&crew, &end](std::string_view text, bool) {
            const Crew::UserCode user(crew);
            end.connection->send(text);
        };
        end.connection->start(end.session);
    }
    for (int round = 0; round < 5; ++round) {
        for (std::size_t i = 0; i < ends.size(); ++i) ends[i].peer->write(std::to_string(i));
        for (std::size_t i = 0; i < ends.size(); ++i) {
            CHECK(next_message(*ends[i].peer) == std::to_string(i));
        }
    }
}
