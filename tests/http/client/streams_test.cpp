// Streams that end early.
#include "rig.hpp"

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;

namespace {

/// A call whose stream has begun, with an id that it can be resumed from.
Asked begun(Rig& rig, std::string_view first = "id: e1\ndata:\n\n") {
    rig.send(request(2, "tools/call", R"({"name":"x"})"));
    const Asked asked = rig.asked("POST tools/call");
    rig.begin_events(asked);
    rig.bytes(asked, first);
    return asked;
}

Rig& opened(Rig& rig) {
    rig.open_legacy();
    return rig;
}

}  // namespace

TEST_CASE("HC-10 HC-11 HC-12 RES-04 RES-11 a call is resumed after the time that the server says") {
    Rig rig;
    const Asked call = begun(opened(rig), "id: e1\nretry: 700\ndata:\n\n");
    CHECK(rig.messages.empty());
    rig.end(call, GENERATE(std::optional<std::string>(), std::optional<std::string>("it broke")));
    rig.advance(699ms);
    CHECK(rig.nothing_asked());
    rig.advance(1ms);
    const Asked resumed = rig.asked("GET");
    CHECK(resumed.header("Last-Event-ID") == "e1");
    CHECK(resumed.header("Mcp-Session-Id") == "S-1");
    CHECK(resumed.header("Accept") == "text/event-stream");
    rig.begin_events(resumed);
    rig.bytes(resumed,
              "id: e2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n");
    rig.end(resumed, "it broke");
    rig.advance(700ms);
    const Asked again = rig.asked("GET");
    CHECK(again.header("Last-Event-ID") == "e2");
    rig.begin_events(again);
    rig.event(again, result(2));
    CHECK(rig.messages.size() == 2);
    CHECK(rig.undelivered.empty());
    rig.end(again);
    rig.advance(1h);
    CHECK(rig.nothing_asked());
}

TEST_CASE("RES-04 without an id there is nothing to resume from: the call fails") {
    Rig rig;
    const Asked call = begun(opened(rig), "data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
    rig.end(call);
    rig.advance(1h);
    CHECK(rig.nothing_asked());
    CHECK(rig.undelivered["2"].failure == Failure::transport);
}

TEST_CASE("RES-12 streams that end at once are tried less and less often, and not for ever") {
    Rig rig({.max_attempts = 6, .first_pause = 100ms, .longest_pause = 1000ms});
    SECTION("of a call") {
        Asked stream = begun(opened(rig));
        std::vector<std::chrono::milliseconds> pauses;
        for (int i = 0; i < 20 && rig.undelivered.empty(); ++i) {
            rig.end(stream);
            std::chrono::milliseconds waited{};
            while (rig.nothing_asked() && rig.undelivered.empty()) {
                rig.advance(50ms);
                waited += 50ms;
                REQUIRE(waited < 1h);
            }
            if (!rig.undelivered.empty()) break;
            pauses.push_back(waited);
            stream = rig.asked("GET");
            rig.begin_events(stream);
        }
        CHECK(pauses ==
              std::vector<std::chrono::milliseconds>{100ms, 100ms, 200ms, 400ms, 800ms, 1000ms});
        CHECK(rig.undelivered["2"].failure == Failure::transport);
    }
    SECTION("of the server's own") {
        rig.send(request(1, "initialize", "{}"));
        rig.json(rig.asked(), initialize_result("1", "2025-11-25"));
        rig.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        rig.accepted(rig.asked());
        int opened_streams = 0;
        while (!rig.nothing_asked()) {
            const Asked stream = rig.asked("GET");
            REQUIRE(++opened_streams < 20);
            rig.begin_events(stream);
            rig.bytes(stream, ": nothing useful\n\nretry: 10\n\n");
            rig.end(stream);
            rig.advance(1h);
        }
        CHECK(opened_streams == 6);
        CHECK(rig.reports.size() == 1);
    }
}

TEST_CASE("RES-12 what is useful makes a stream worth trying again") {
    Rig rig({.max_attempts = 2, .first_pause = 100ms});
    Asked stream = begun(opened(rig));
    for (int i = 2; i < 30; ++i) {
        rig.end(stream);
        rig.advance(100ms);
        stream = rig.asked("GET");
        CHECK(stream.header("Last-Event-ID") == "e" + std::to_string(i - 1));
        rig.begin_events(stream);
        // A position is enough: the server asks to be polled.
        rig.bytes(stream, "id: e" + std::to_string(i) + "\ndata:\n\n");
    }
    rig.event(stream, result(2));
    CHECK(rig.messages.size() == 1);
    CHECK(rig.undelivered.empty());
}

TEST_CASE("RES-13 a call that cannot be resumed fails") {
    Rig rig({.max_attempts = 3, .first_pause = 100ms});
    rig.end(begun(opened(rig)));
    const int status = GENERATE(400, 404, 405, 200, 500, 0);
    int attempts = 0;
    for (; attempts < 20 && rig.undelivered.empty(); ++attempts) {
        rig.advance(10s);
        const Asked next = rig.asked();
        if (next.request.method != "GET") break;
        if (status == 0) {
            rig.end(next, "cannot connect");
        } else {
            rig.status(next, status, {{"Content-Type", "text/plain"}}, "no");
        }
    }
    CHECK(attempts == (status == 500 || status == 0 ? 3 : 1));
    REQUIRE(rig.undelivered.contains("2"));
    CHECK(rig.undelivered["2"].failure == Failure::transport);
    // A server that does not know the session has lost it for other calls as well.
    if (status == 404) (void)rig.asked("POST initialize");
    rig.advance(1h);
    CHECK(rig.nothing_asked());
}

TEST_CASE("RES-04 RES-12 the server's own stream goes on from its last event") {
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    rig.json(rig.asked(), initialize_result("1", "2025-11-25"), 200, {{"Mcp-Session-Id", "a"}});
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    rig.accepted(rig.asked());
    const Asked first = rig.asked("GET");
    CHECK_FALSE(first.header("Last-Event-ID"));
    rig.begin_events(first);
    rig.bytes(first, "id: g1\nretry: 200\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
    rig.end(first, "it broke");
    rig.advance(199ms);
    CHECK(rig.nothing_asked());
    rig.advance(1ms);
    const Asked next = rig.asked("GET");
    CHECK(next.header("Last-Event-ID") == "g1");
    // It has worked in this session: 404 means that there is none any more.
    rig.status(next, 404);
    CHECK_FALSE(rig.asked("POST initialize").header("Mcp-Session-Id"));
}

TEST_CASE("HC-09 a call that is given up is not resumed") {
    Rig rig;
    const Asked call = begun(opened(rig));
    if (GENERATE(true, false)) rig.end(call);
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
    rig.accepted(rig.asked("POST notifications/cancelled"));
    rig.advance(1h);
    CHECK(rig.nothing_asked());
    CHECK(rig.undelivered.empty());
}

TEST_CASE("TMO-06 a stream may be silent for as long as its call may take") {
    Rig rig;
    const Asked call = begun(opened(rig));
    CHECK(call.request.idle_timeout == 0ms);
    rig.advance(6min);
    CHECK_FALSE(rig.was_stopped(call));
    rig.event(call, result(2));
    CHECK(rig.last()["id"].as_int64() == 2);
}

TEST_CASE("HC-03 several answers in one array count, too") {
    Rig rig;
    rig.open_legacy("2025-03-26");
    rig.send(request(2, "tools/list"));
    rig.json(rig.asked(), "[" + result(2) + "]");
    CHECK(rig.messages.size() == 1);
    CHECK(rig.undelivered.empty());
}
