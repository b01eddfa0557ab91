// A clock that is read when somebody asks for it.
#include "run/moment.hpp"

#include <chrono>
#include <thread>

#include "catch.hpp"

using mcp::run::Moment;
using namespace std::chrono_literals;

TEST_CASE("a moment is when it was first asked for, and stays") {
    const Moment moment;
    std::this_thread::sleep_for(2ms);
    const auto before = Moment::Time::clock::now();
    const Moment::Time first = moment;
    CHECK(first >= before);
    std::this_thread::sleep_for(1ms);
    CHECK(Moment::Time(moment) == first);
}

TEST_CASE("a moment that is known is not asked for") {
    const auto known = Moment::Time::clock::now() - 1h;
    const Moment moment(known);
    CHECK(Moment::Time(moment) == known);
}
