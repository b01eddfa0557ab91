// Workers: how many, when, and what becomes of the work.
#include "run/crew.hpp"

#include "support.hpp"

#include <stdexcept>
#include <thread>

#include "catch.hpp"

using namespace run_test;
using namespace std::chrono_literals;
using mcp::run::Crew;
using mcp::run::CrewLimits;

namespace {

CrewLimits with_workers(std::size_t workers) {
    CrewLimits limits;
    limits.workers = workers;
    return limits;
}

bool soon(const std::function<bool()>& condition) {
    for (int i = 0; i < 4000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
    return condition();
}

}  // namespace

TEST_CASE("a crew has no threads until there is work") {
    Crew crew;
    CHECK(crew.threads() == 0);
    Signal done;
    CHECK(crew.post([&] { done.give(); }));
    CHECK(done.wait());
    CHECK(crew.threads() == 1);
}

TEST_CASE("no more than the given number of workers work at once") {
    Crew crew(with_workers(3));
    std::atomic<int> at_work = 0;
    std::atomic<int> most = 0;
    std::atomic<int> done = 0;
    for (int i = 0; i < 200; ++i) {
        crew.post([&] {
            const int now = ++at_work;
            int before = most;
            while (before < now && !most.compare_exchange_weak(before, now)) {}
            std::this_thread::sleep_for(50us);
            --at_work;
            ++done;
        });
    }
    CHECK(soon([&] { return done == 200; }));
    CHECK(most <= 3);
    CHECK(crew.threads() <= 3);
}

TEST_CASE("work above the bound is refused") {
    CrewLimits limits = with_workers(1);
    limits.max_queued = 2;
    Crew crew(limits);
    Signal begun;
    Signal go;
    std::atomic<int> done = 0;
    crew.post([&] {
        begun.give();
        go.wait();
    });
    REQUIRE(begun.wait());
    CHECK(crew.post([&] { ++done; }));
    CHECK(crew.post([&] { ++done; }));
    CHECK(!crew.post([&] { ++done; }));
    go.give();
    CHECK(soon([&] { return done == 2; }));
    CHECK(crew.post([] {}));
}

TEST_CASE("a worker that waits for another does not hold up the only place") {
    Crew crew(with_workers(1));
    Signal inner;
    Signal outer;
    crew.post([&] {
        crew.post([&] { inner.give(); });
        const Crew::Blocking blocking(crew);
        const Crew::Blocking again(crew);  // counts once
        if (inner.wait()) outer.give();
    });
    CHECK(outer.wait());
    // And the place is there once afterwards, not twice.
    std::atomic<int> at_work = 0;
    std::atomic<bool> two = false;
    std::atomic<int> done = 0;
    for (int i = 0; i < 20; ++i) {
        crew.post([&] {
            if (++at_work > 1) two = true;
            std::this_thread::sleep_for(100us);
            --at_work;
            ++done;
        });
    }
    CHECK(soon([&] { return done == 20; }));
    CHECK(!two);
}

TEST_CASE("work that throws harms nobody") {
    Crew crew(with_workers(1));
    Signal done;
    crew.post([] { throw std::runtime_error("no"); });
    crew.post([&] { done.give(); });
    CHECK(done.wait());
}

TEST_CASE("idle threads end") {
    CrewLimits limits;
    limits.idle = 5ms;
    Crew crew(limits);
    Signal done;
    crew.post([&] { done.give(); });
    REQUIRE(done.wait());
    CHECK(soon([&] { return crew.threads() == 0; }));
    Signal again;
    crew.post([&] { again.give(); });
    CHECK(again.wait());
}

TEST_CASE("the end of a crew waits for what runs and drops what waits") {
    std::atomic<bool> finished = false;
    std::atomic<int> dropped_ran = 0;
    Signal begun;
    {
        Crew crew(with_workers(1));
        crew.post([&] {
            begun.give();
            std::this_thread::sleep_for(10ms);
            finished = true;
        });
        REQUIRE(begun.wait());
        for (int i = 0; i < 10; ++i) crew.post([&] { ++dropped_ran; });
    }
    CHECK(finished);
    CHECK(dropped_ran == 0);
}

TEST_CASE("a crew may be let go of by its own work") {
    Signal done;
    {
        auto crew = std::make_shared<Crew>();
        Crew* const raw = crew.get();
        raw->post([&done, keep = std::move(crew)]() mutable {
            keep.reset();
            done.give();
        });
    }
    CHECK(done.wait());
}

TEST_CASE("guards do nothing on threads of others") {
    Crew crew(with_workers(1));
    Crew other;
    const Crew::UserCode user(crew);
    const Crew::Blocking blocking(crew);
    Signal done;
    crew.post([&] {
        const Crew::UserCode code(other);
        const Crew::Blocking wait(other);
        done.give();
    });
    CHECK(done.wait());
}
