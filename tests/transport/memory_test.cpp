// The transport inside of one process.
#include <mcp/transport.hpp>

#include "support.hpp"

#include <thread>

#include "catch.hpp"

using namespace transport_test;
using namespace std::chrono_literals;

TEST_CASE("R090 messages go both ways in memory, in order") {
    auto [left, right] = mcp::memory_transports();
    CHECK(left->write("one") == 3);
    left->write("two");
    right->write("three");
    const auto first = right->read(late());
    CHECK(first.text == "one");
    CHECK(first.more);
    CHECK(next(*right) == "two");
    CHECK(next(*left) == "three");
    CHECK(left->read(in(1ms)).event == Event::timeout);
}

TEST_CASE("an end that closes can still be heard out") {
    auto [left, right] = mcp::memory_transports();
    left->write("last");
    right->write("never read");
    left->close();
    CHECK(next(*left) == "<closed: >");
    CHECK(right->write("late") == 0);
    CHECK(next(*right) == "last");
    CHECK(next(*right) == "<closed: >");
}

TEST_CASE("an end that is destroyed closes") {
    auto [left, right] = mcp::memory_transports();
    std::thread other([end = std::move(left)]() mutable {
        std::this_thread::sleep_for(5ms);
        end.reset();
    });
    CHECK(next(*right) == "<closed: >");
    other.join();
}

TEST_CASE("an end in memory can be woken") {
    auto [left, right] = mcp::memory_transports();
    right->wake();
    CHECK(right->read(late()).event == Event::timeout);
    std::thread waker([&end = *right] { end.wake(); });
    CHECK(right->read(late()).event == Event::timeout);
    waker.join();
    CHECK(right->read(in(1ms)).event == Event::timeout);
}

TEST_CASE("messages above the limit are cut in memory, too") {
    mcp::LineLimits limits;
    limits.max_message = 100;
    auto [left, right] = mcp::memory_transports(limits);
    left->write(std::string(100, 'x'));
    left->write(std::string(101, 'y'));
    CHECK(next(*right).size() == 100);
    CHECK(next(*right) == "<oversize: yyyyyyyyyy>");
}

TEST_CASE("two ends that are both full do not wait for each other") {
    mcp::LineLimits limits;
    limits.max_queued = 100;
    auto [left, right] = mcp::memory_transports(limits);
    left->write(std::string(101, 'x'));
    right->write(std::string(101, 'y'));
    CHECK(left->read(in(10s)).event == Event::message);
    CHECK(right->read(in(10s)).event == Event::message);
}

TEST_CASE("an end whose messages nobody takes gives none, until they are taken") {
    mcp::LineLimits limits;
    limits.max_queued = 100;
    auto [left, right] = mcp::memory_transports(limits);
    left->write(std::string(101, 'x'));
    right->write("wait");
    CHECK(left->read(in(1ms)).event == Event::timeout);
    std::thread taker([&end = *right] {
        std::this_thread::sleep_for(2ms);
        next(end);
    });
    CHECK(next(*left) == "wait");
    taker.join();
}
