// Result: what std::expected does.
#include <mcp/result.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

using mcp::Error;
using mcp::Result;
using mcp::Unexpected;

namespace {

Result<int> half(int value) {
    if (value % 2 != 0) return Unexpected(Error{"odd"});
    return value / 2;
}

/// Whether the step ends its process, as a failed assertion does.
template <class Step>
bool aborts(Step step) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        static_cast<void>(std::freopen("/dev/null", "w", stderr));
        step();
        std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

#ifndef NDEBUG
TEST_CASE("debug builds end where the wrong one is read") {
    CHECK(aborts([] { static_cast<void>(*half(3)); }));
    CHECK(aborts([] { static_cast<void>(half(4).error()); }));
    CHECK(aborts([] { static_cast<void>(Result<void>().error()); }));
    CHECK_FALSE(aborts([] { static_cast<void>(half(3).error()); }));
}
#endif

TEST_CASE("a result holds a value or an error") {
    const Result<int> good = half(4);
    REQUIRE(good.has_value());
    CHECK(*good == 2);
    CHECK(good == 2);
    const Result<int> bad = half(3);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message == "odd");
    CHECK(bad == Unexpected(Error{"odd"}));
    CHECK(bad.value_or(7) == 7);
    CHECK(good.value_or(7) == 2);
    CHECK(good.error_or(Error{"none"}).message == "none");
}

TEST_CASE("only value() throws") {
    CHECK(half(4).value() == 2);
    CHECK_THROWS_AS(half(3).value(), mcp::BadResultAccess);
    const Result<void> bad = Unexpected(Error{"x"});
    CHECK_THROWS_AS(bad.value(), mcp::BadResultAccess);
}

TEST_CASE("results chain") {
    CHECK(half(8).and_then(half).value() == 2);
    CHECK(half(6).and_then(half).error().message == "odd");
    CHECK(half(8).transform([](int v) { return std::to_string(v); }).value() == "4");
    CHECK(half(7).transform([](int v) { return v; }).error().message == "odd");
    CHECK(half(7).or_else([](const Error&) { return Result<int>(1); }).value() == 1);
    CHECK(half(7).transform_error([](const Error& e) { return e.message.size(); }).error() == 3);
    int seen = 0;
    const Result<void> done = half(8).transform([&](int v) { seen = v; });
    CHECK(done.has_value());
    CHECK(seen == 4);
    CHECK(done.and_then([] { return Result<int>(5); }).value() == 5);
}

TEST_CASE("a result carries what can only be moved") {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
    CHECK(**result == 3);
    const std::unique_ptr<int> taken = *std::move(result);
    CHECK(*taken == 3);
    auto next = Result<std::unique_ptr<int>>(std::make_unique<int>(4))
                    .transform([](std::unique_ptr<int> p) { return *p; });
    CHECK(next.value() == 4);
}

TEST_CASE("value and error may have one type") {
    const Result<std::string, std::string> bad = Unexpected(std::string("no"));
    CHECK(bad.error() == "no");
    const Result<std::string, std::string> good = std::string("yes");
    CHECK(*good == "yes");
}
