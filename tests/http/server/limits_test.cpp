// Bounds: what there may be at once, and that nothing grows.
#include "http/server/rig.hpp"

#include <malloc.h>
#include <unistd.h>
#include <fstream>

using namespace mcp;
using namespace mcp::testing;

namespace {

std::size_t resident_kib() {
    ::malloc_trim(0);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

}  // namespace

TEST_CASE("RES-14 a million events take no more room than the bounds allow") {
    HttpEventLimits limits;
    limits.max_bytes = std::size_t{1} << 20;
    limits.max_age = std::chrono::seconds(60);
    const auto store = memory_event_store(limits);
    const std::string text(2000, 'x');
    HttpEventStore::Time now{};
    std::size_t before = 0;
    for (std::uint64_t i = 1; i <= 1'000'000; ++i) {
        now += std::chrono::microseconds(100);
        store->append({"p", "s", i / 1000}, i % 1000 + 1, text, now);
        if (i == 10'000) before = resident_kib();
    }
    const std::size_t after = resident_kib();
    WARN("resident after 10 000 events: " << before << " KiB, after 1 000 000: " << after
                                          << " KiB");
    CHECK(after < before + 1024);
    std::size_t count = 0;
    const auto give = [&](std::uint64_t, std::string_view) { ++count; };
    CHECK_FALSE(store->replay({"p", "s", 1}, 1, give, now));
    CHECK_FALSE(store->replay({"p", "s", 999}, 1, give, now));
    CHECK(store->replay({"p", "s", 999}, 990, give, now));
    CHECK(count == 10);
    now += std::chrono::seconds(61);
    CHECK_FALSE(store->replay({"p", "s", 999}, 990, give, now));
}

TEST_CASE("RES-14 the bounds of a store by count, and over all sessions") {
    HttpEventLimits limits;
    limits.max_events = 10;
    limits.max_total = 1000;
    const auto store = memory_event_store(limits);
    const auto give = [](std::uint64_t, std::string_view) {};
    for (std::uint64_t i = 1; i <= 20; ++i) store->append({"", "a", 1}, i, "x", {});
    CHECK_FALSE(store->replay({"", "a", 1}, 9, give, {}));
    CHECK(store->replay({"", "a", 1}, 10, give, {}));
    const std::string large(600, 'x');
    store->append({"", "b", 1}, 1, large, {});
    store->append({"", "c", 1}, 1, large, {});
    CHECK(store->replay({"", "b", 1}, 0, give, {}));
    CHECK_FALSE(store->replay({"", "c", 1}, 0, give, {}));
    store->erase("", "b");
    store->append({"", "c", 2}, 1, large, {});
    CHECK(store->replay({"", "c", 2}, 0, give, {}));
}

TEST_CASE("RES-14 what comes before an event that is too large is of no use") {
    HttpEventLimits limits;
    limits.max_bytes = 100;
    limits.max_total = 100;
    const auto store = memory_event_store(limits);
    std::vector<std::uint64_t> given;
    const auto give = [&](std::uint64_t sequence, std::string_view) { given.push_back(sequence); };
    const std::string part(40, 'x');
    store->append({"", "a", 1}, 1, part, {});
    store->append({"", "a", 2}, 1, part, {});
    store->append({"", "a", 1}, 2, std::string(101, 'x'), {});
    CHECK_FALSE(store->replay({"", "a", 1}, 0, give, {}));
    CHECK(store->replay({"", "a", 2}, 0, give, {}));
    store->append({"", "a", 1}, 3, part, {});
    CHECK_FALSE(store->replay({"", "a", 1}, 1, give, {}));
    CHECK(store->replay({"", "a", 1}, 2, give, {}));
    CHECK_FALSE(store->replay({"", "a", 1}, 4, give, {}));
    CHECK(given == std::vector<std::uint64_t>{1, 3});
    // Its bytes are free again, and streams of another session or user are others.
    CHECK(store->replay({"", "a", 2}, 0, give, {}));
    CHECK_FALSE(store->replay({"", "b", 2}, 0, give, {}));
    CHECK_FALSE(store->replay({"p", "a", 2}, 0, give, {}));
}

TEST_CASE("RES-14 what is too old makes room, whichever session it belongs to") {
    HttpEventLimits limits;
    limits.max_total = 1000;
    limits.max_age = std::chrono::seconds(60);
    const auto store = memory_event_store(limits);
    const auto give = [](std::uint64_t, std::string_view) {};
    const std::string large(600, 'x');
    HttpEventStore::Time now{};
    now += std::chrono::seconds(10);
    store->append({"", "quiet", 1}, 1, large, now);
    now += std::chrono::seconds(61);
    store->append({"", "busy", 1}, 1, large, now);
    CHECK(store->replay({"", "busy", 1}, 0, give, now));
}

TEST_CASE("SEC-06 SES-13 a hundred thousand sessions are opened and expire without growth") {
    HttpEndpointOptions options;
    options.session_idle = std::chrono::seconds(1);
    options.max_sessions = 2000;
    Rig rig(options);
    const std::string text = rig.initialize_text("2025-11-25");
    const auto open = [&](int count) {
        for (int i = 0; i < count; ++i) {
            const Got got = rig.send("POST", "/mcp", rig.plain_fields(), text);
            REQUIRE(got->status == 200);
            if (i % 1000 == 999) rig.advance(std::chrono::milliseconds(1100));
        }
        rig.advance(std::chrono::seconds(2));
    };
    open(5000);
    CHECK(rig.endpoint.session_count() == 0);
    const std::size_t before = resident_kib();
    open(95'000);
    const std::size_t after = resident_kib();
    WARN("resident after 5 000 sessions: " << before << " KiB, after 100 000: " << after << " KiB");
    CHECK(rig.endpoint.session_count() == 0);
    CHECK(after < before + 2048);
    CHECK(rig.endpoint.next_deadline() == http::Time::max());
}

TEST_CASE("SEC-06 requests in flight, streams of a session, depth of a message") {
    HttpEndpointOptions options;
    options.max_in_flight = 2;
    options.max_streams = 3;
    options.max_depth = 10;
    Rig rig(options);
    testing::Gate gate;
    rig.server.tool("wait", "", [&] {
        gate.enter();
        return "";
    });
    const std::string session = rig.open();
    Got one = rig.call(session, "1", "wait");
    Got two = rig.modern_call("1", "wait");
    gate.await_entry(2);
    CHECK(rig.call(session, "2", "echo")->status == 503);
    CHECK(rig.modern_call("2", "echo")->status == 503);
    gate.open();
    one->wait();
    two->wait();
    one = two = {};
    for (int i = 0; i < 1000 && rig.call(session, "3", "echo")->status == 503; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    Got call = rig.call(session, "4", "echo");
    CHECK(call->wait().status == 200);

    std::vector<Got> streams;
    for (int i = 0; i < 3; ++i) streams.push_back(rig.get(session));
    CHECK(rig.get(session)->status == 429);
    CHECK(rig.call(session, "5", "echo")->status == 429);
    streams.front().cut();
    CHECK(rig.call(session, "6", "echo")->wait().status == 200);
    CHECK(rig.get(session)->status == 200);

    const Got deep = rig.modern_call("1", "echo", R"({"a":[[[[[[[[[[1]]]]]]]]]]})");
    CHECK(deep->status == 400);
    const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
    CHECK(rig.post(session, nested)->status == 400);
}

TEST_CASE("SEC-06 what waits for a stream that nobody opens is bounded") {
    HttpEndpointOptions options;
    options.max_queued = 10'000;
    Rig rig(options);
    rig.server.resource({.name = "a", .uri = "test://a"}, "x");
    const std::string session = rig.open();
    rig.post(
        session,
        R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"test://a"}})");
    for (int i = 0; i < 10'000; ++i) rig.server.resource_updated("test://a");
    const Got get = rig.get(session);
    CHECK(get->messages().size() > 10);
    CHECK(get->body.size() < 20'000);
}
