// A worker does its jobs in order, one at a time, and what is not begun when it is stopped never.
#include "auth/worker.hpp"
#include "catch.hpp"

#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

using mcp::auth::Worker;

TEST_CASE("jobs are done in order, also after there was nothing to do") {
    Worker worker;
    std::vector<int> done;  // read when the last job of a row has told
    for (int row = 0; row < 3; ++row) {
        const auto last = std::make_shared<std::promise<void>>();
        for (int i = 0; i < 10; ++i) {
            worker.add(
                [&done, number = row * 10 + i](const std::stop_token&) { done.push_back(number); });
        }
        worker.add([last](const std::stop_token&) { last->set_value(); });
        last->get_future().wait();
    }
    REQUIRE(done.size() == 30);
    for (int i = 0; i < 30; ++i) CHECK(done[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("stop asks the job at work, waits for it, and drops the others") {
    Worker worker;
    std::promise<void> begun;
    bool asked = false;
    bool dropped = true;
    worker.add([&](const std::stop_token& stop) {
        begun.set_value();
        while (!stop.stop_requested()) std::this_thread::yield();
        asked = true;
    });
    worker.add([&](const std::stop_token&) { dropped = false; });
    begun.get_future().wait();
    worker.stop();
    CHECK(asked);
    CHECK(dropped);
}

TEST_CASE("what is added after the stop is dropped, and let go") {
    Worker worker;
    worker.stop();
    auto kept = std::make_shared<int>(1);
    worker.add([kept](const std::stop_token&) { *kept = 2; });
    CHECK(kept.use_count() == 1);
    CHECK(*kept == 1);
    worker.stop();
}

TEST_CASE("a job may be what lets go of its worker") {
    auto worker = std::make_shared<std::optional<Worker>>(std::in_place);
    const auto added = std::make_shared<std::promise<void>>();
    const auto gone = std::make_shared<std::promise<void>>();
    (*worker)->add([worker, added, gone](const std::stop_token&) {
        added->get_future().wait();
        worker->reset();
        gone->set_value();
    });
    added->set_value();
    gone->get_future().wait();
    CHECK_FALSE(worker->has_value());
}
