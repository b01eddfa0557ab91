// Calls that wait, with times that the tests make up.
#include "rpc/pending_calls.hpp"

#include <limits>
#include <set>
#include <string>

#include "catch.hpp"

using namespace std::chrono_literals;
using mcp::Answer;
using mcp::MessageId;
using mcp::rpc::PendingCall;
using mcp::rpc::PendingCalls;
using mcp::rpc::Time;

namespace {

const Time start = Time() + 1000h;

PendingCall call(PendingCalls& calls, mcp::CallOptions options = {}) {
    PendingCall made;
    made.id = calls.next_id();
    made.method = "ping";
    made.options = std::move(options);
    made.done = [](Answer<std::string>&&) {};
    return made;
}

mcp::CallOptions within(std::chrono::milliseconds timeout, std::chrono::milliseconds total = 1h) {
    mcp::CallOptions options;
    options.timeout = timeout;
    options.max_total = total;
    return options;
}

}  // namespace

TEST_CASE("RPC-03 R003 ids are not used twice") {
    PendingCalls calls;
    std::set<std::string> seen;
    for (int i = 0; i < 100'000; ++i) seen.emplace(calls.next_id().text());
    CHECK(seen.size() == 100'000);
}

TEST_CASE("RPC-21 an answer is taken once, and answers to nothing are nothing") {
    PendingCalls calls;
    calls.add(call(calls), start);
    CHECK(calls.size() == 1);
    CHECK(!calls.take(MessageId("1")).has_value());  // "1" is not 1
    CHECK(!calls.take(MessageId(2)).has_value());
    const auto taken = calls.take(MessageId(1));
    REQUIRE(taken.has_value());
    CHECK(taken->method == "ping");
    CHECK(!calls.take(MessageId(1)).has_value());
    CHECK(calls.next_deadline() == Time::max());
}

TEST_CASE("TMO-01 TMO-03 a call that gets no answer in time is taken out") {
    PendingCalls calls;
    calls.add(call(calls, within(100ms)), start);
    calls.add(call(calls, within(50ms)), start);
    CHECK(calls.next_deadline() == start + 50ms);
    CHECK(calls.take_expired(start + 49ms).empty());
    auto expired = calls.take_expired(start + 50ms);
    REQUIRE(expired.size() == 1);
    CHECK(expired[0].id == MessageId(2));
    CHECK(calls.take_expired(start + 1h).size() == 1);
    CHECK(calls.size() == 0);
}

TEST_CASE("TMO-04 TMO-05 progress moves the deadline, but not beyond the total") {
    PendingCalls calls;
    calls.add(call(calls, within(100ms, 250ms)), start);
    CHECK(calls.progress(MessageId(1), 1, start + 90ms) != nullptr);
    CHECK(calls.next_deadline() == start + 190ms);
    CHECK(calls.progress(MessageId(1), 2, start + 180ms) != nullptr);
    CHECK(calls.next_deadline() == start + 250ms);
    CHECK(calls.take_expired(start + 250ms).size() == 1);
}

TEST_CASE("TMO-04 progress moves no deadline when that is not wanted") {
    PendingCalls calls;
    mcp::CallOptions options = within(100ms);
    options.progress_resets_timeout = false;
    calls.add(call(calls, options), start);
    CHECK(calls.progress(MessageId(1), 1, start + 90ms) != nullptr);
    CHECK(calls.next_deadline() == start + 100ms);
}

TEST_CASE("progress that does not grow, or is of no call, is not reported") {
    PendingCalls calls;
    calls.add(call(calls, within(100ms)), start);
    CHECK(calls.progress(MessageId(9), 1, start) == nullptr);
    CHECK(calls.progress(MessageId(1), 0, start) != nullptr);  // the first may be zero
    CHECK(calls.progress(MessageId(1), 0, start + 50ms) == nullptr);
    CHECK(calls.progress(MessageId(1), -1, start + 50ms) == nullptr);
    CHECK(calls.progress(MessageId(1), std::numeric_limits<double>::quiet_NaN(), start + 50ms) ==
          nullptr);
    CHECK(calls.next_deadline() == start + 100ms);
}

TEST_CASE("very long times do not overflow") {
    PendingCalls calls;
    calls.add(
        call(calls, within(std::chrono::milliseconds::max(), std::chrono::milliseconds::max())),
        start);
    CHECK(calls.next_deadline() == Time::max());
    CHECK(calls.take_expired(start + 1000h).empty());
    CHECK(calls.take_all().size() == 1);
}

TEST_CASE("all calls are taken at the end, in the order of sending") {
    PendingCalls calls;
    for (int i = 0; i < 3; ++i) calls.add(call(calls), start + std::chrono::seconds(i));
    const auto all = calls.take_all();
    REQUIRE(all.size() == 3);
    CHECK(all[0].id == MessageId(1));
    CHECK(all[2].id == MessageId(3));
    CHECK(calls.size() == 0);
    CHECK(calls.next_deadline() == Time::max());
}

TEST_CASE("a call whose id is used again fails") {
    PendingCalls calls;
    std::string failure;
    PendingCall first = call(calls);
    first.done = [&](Answer<std::string>&& answer) { failure = answer.error().message; };
    calls.add(std::move(first), start);
    PendingCall second = call(calls);
    second.id = MessageId(1);
    calls.add(std::move(second), start);
    CHECK(!failure.empty());
    CHECK(calls.size() == 1);
}
