// Sessions.
#include "rig.hpp"

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;

namespace {
constexpr std::string_view initialized =
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
}

TEST_CASE("HC-01 HC-02 HC-07 SES-04 every request after the handshake has session and revision") {
    Rig rig;
    rig.send(request(1, "initialize", R"({"protocolVersion":"2025-11-25"})"));
    const Asked first = rig.asked("POST initialize");
    CHECK_FALSE(first.header("Mcp-Session-Id"));
    CHECK_FALSE(first.header("MCP-Protocol-Version"));
    rig.json(first, initialize_result("1", "2025-06-18"), 200, {{"MCP-SESSION-ID", "abc"}});
    CHECK(rig.last()["result"]["protocolVersion"].as_string() == "2025-06-18");
    rig.send(initialized);
    std::vector<Asked> all = {rig.asked("POST notifications/initialized")};
    rig.accepted(all.back());
    all.push_back(rig.asked("GET"));
    rig.send(request(2, "tools/list"));
    all.push_back(rig.asked("POST tools/list"));
    rig.send(result(9));
    all.push_back(rig.asked("POST answer"));
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})");
    all.push_back(rig.asked("POST notifications/progress"));
    rig.shut();
    all.push_back(rig.asked("DELETE"));
    for (const Asked& each : all) {
        INFO(each.request.method << ' ' << each.request.body);
        CHECK(each.header("Mcp-Session-Id") == "abc");
        CHECK(each.header("MCP-Protocol-Version") == "2025-06-18");
        CHECK_FALSE(each.header("Mcp-Method"));
        if (each.request.method == "POST") {
            CHECK(each.header("Accept") == "application/json, text/event-stream");
            CHECK(each.body().is_object());
        }
    }
}

TEST_CASE("HC-08 before 2025-06-18 requests do not name the revision") {
    Rig rig;
    rig.open_legacy("2025-03-26");
    rig.send(request(2, "tools/list"));
    const Asked asked = rig.asked();
    CHECK_FALSE(asked.header("MCP-Protocol-Version"));
    CHECK(asked.header("Mcp-Session-Id") == "S-1");
}

TEST_CASE("SES-03 a session id with characters that none may have is refused") {
    const std::string id = GENERATE("a b", "a\tb", "\xc3\xa4", "");
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    rig.json(rig.asked(), initialize_result("1", "2025-11-25"), 200, {{"Mcp-Session-Id", id}});
    CHECK(rig.messages.empty());
    REQUIRE(rig.undelivered.contains("1"));
    CHECK(rig.undelivered["1"].failure == Failure::invalid_response);
    rig.shut();
    CHECK(rig.link.quiet());  // there is no session to end
}

TEST_CASE("SES-04 only a handshake that succeeds gives a session") {
    Rig rig;
    rig.open_legacy("2025-11-25", "");
    rig.send(request(2, "tools/list"));
    rig.json(rig.asked(), result(2), 200, {{"Mcp-Session-Id", "later"}});
    rig.send(request(3, "tools/list"));
    CHECK_FALSE(rig.asked().header("Mcp-Session-Id"));
    rig.shut();
    CHECK(rig.nothing_asked());
}

TEST_CASE("HC-13 nothing overtakes notifications/initialized") {
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    rig.json(rig.asked(), initialize_result("1", "2025-11-25"), 200, {{"Mcp-Session-Id", "a"}});
    rig.send(initialized);
    rig.send(request(2, "tools/list"));
    rig.send(result(9));
    rig.send(request(3, "ping"));
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
    const Asked asked = rig.asked("POST notifications/initialized");
    CHECK(rig.nothing_asked());
    // Servers reply with all sorts of things.
    SECTION("202") { rig.accepted(asked); }
    SECTION("204") { rig.status(asked, 204); }
    SECTION("200 and JSON") { rig.json(asked, R"({"jsonrpc":"2.0","result":{}})"); }
    SECTION("an error") { rig.status(asked, 500); }
    SECTION("nothing") { rig.end(asked, "the connection broke"); }
    (void)rig.asked("GET");
    (void)rig.asked("POST tools/list");
    (void)rig.asked("POST answer");
    CHECK(rig.nothing_asked());  // the cancelled one was never sent
}

TEST_CASE("HC-06 HC-09 calls share nothing; to cancel one the server is told") {
    Rig rig;
    rig.open_legacy();
    std::vector<Asked> calls;
    for (int id = 2; id < 5; ++id) {
        rig.send(request(id, "tools/call", R"({"name":"x"})"));
        calls.push_back(rig.asked("POST tools/call"));
        rig.begin_events(calls.back());
    }
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}})");
    CHECK_FALSE(rig.was_stopped(calls[1]));
    const Asked cancel = rig.asked("POST notifications/cancelled");
    rig.accepted(cancel);
    CHECK(rig.was_stopped(calls[1]));
    CHECK_FALSE(rig.was_stopped(calls[0]));
    rig.event(calls[2], result(4));
    rig.event(calls[0], result(2));
    CHECK(rig.messages.size() == 2);
    CHECK(rig.undelivered.empty());
}

TEST_CASE("HC-13 HC-14 questions of the server come on any stream, and are answered by POST") {
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    rig.json(rig.asked(), initialize_result("1", "2025-11-25"));
    rig.send(initialized);
    rig.accepted(rig.asked());
    const Asked stream = rig.asked("GET");
    CHECK(stream.header("Accept") == "text/event-stream");
    rig.begin_events(stream);
    rig.send(request(2, "tools/call", R"({"name":"x"})"));
    const Asked call = rig.asked();
    rig.begin_events(call);
    rig.event(stream, request(70, "elicitation/create"));
    CHECK(rig.last()["method"].as_string() == "elicitation/create");
    rig.event(call, request(71, "sampling/createMessage"));
    CHECK(rig.last()["id"].as_int64() == 71);
    rig.send(result(70));
    rig.send(result(71));
    CHECK(rig.asked("POST answer").body()["id"].as_int64() == 70);
    CHECK(rig.asked("POST answer").body()["id"].as_int64() == 71);
}

TEST_CASE("HC-04 HC-05 the stream of the server's own messages is an offer") {
    SECTION("not wanted") {
        Rig rig({.open_stream = false});
        rig.open_legacy();
        rig.advance(1h);
        CHECK(rig.nothing_asked());
    }
    SECTION("not offered, or not as a stream: nobody asks again, and calls go on") {
        const int status = GENERATE(405, 404, 406, 400, 401, 200);
        Rig rig;
        rig.send(request(1, "initialize", "{}"));
        rig.json(rig.asked(), initialize_result("1", "2025-11-25"), 200, {{"Mcp-Session-Id", "a"}});
        rig.send(initialized);
        rig.accepted(rig.asked());
        rig.status(rig.asked("GET"), status, {{"Content-Type", "text/plain"}}, "hello");
        rig.advance(24h);
        CHECK(rig.nothing_asked());
        CHECK(rig.reports.size() == (status == 405 || status == 404 || status == 406 ? 0 : 1));
        rig.send(request(2, "tools/list"));
        rig.json(rig.asked("POST tools/list"), result(2));
        CHECK(rig.last()["id"].as_int64() == 2);
    }
}

TEST_CASE("SES-07 a lost session is begun again, and the call made again, once") {
    Rig rig;
    rig.open_legacy("2025-11-25", "old");
    rig.send(request(2, "tools/list"));
    rig.send(request(3, "tools/call", R"({"name":"x"})"));
    const Asked first = rig.asked("POST tools/list");
    const Asked second = rig.asked("POST tools/call");
    rig.status(first, 404);
    const Asked handshake = rig.asked("POST initialize");
    CHECK_FALSE(handshake.header("Mcp-Session-Id"));
    CHECK(handshake.body()["params"]["protocolVersion"].as_string() == "2025-11-25");
    rig.status(second, 404);
    rig.send(request(4, "ping"));
    CHECK(rig.nothing_asked());  // one handshake; all else waits

    SECTION("and works") {
        rig.json(handshake, initialize_result(handshake.body()["id"].text(), "2025-11-25"), 200,
                 {{"Mcp-Session-Id", "new"}});
        CHECK(rig.messages.empty());  // the client has been greeted before
        const Asked greeted = rig.asked("POST notifications/initialized");
        CHECK(greeted.header("Mcp-Session-Id") == "new");
        CHECK(rig.nothing_asked());
        rig.accepted(greeted);
        (void)rig.asked("GET");
        const Asked again = rig.asked("POST tools/list");
        const Asked other = rig.asked("POST tools/call");
        (void)rig.asked("POST ping");
        CHECK(again.header("Mcp-Session-Id") == "new");
        CHECK(again.request.body == first.request.body);
        rig.json(again, result(2));
        CHECK(rig.last()["id"].as_int64() == 2);
        CHECK(rig.reports.size() == 1);
        // The same call is not tried a third time.
        rig.status(other, 404);
        CHECK(rig.nothing_asked());
        CHECK(rig.undelivered["3"].failure == Failure::transport);
        CHECK_FALSE(rig.closed);
    }
    SECTION("and is refused: the connection is over") {
        const int status = GENERATE(400, 401, 404, 500);
        rig.status(handshake, status);
        REQUIRE(rig.closed);
        CHECK(rig.closed->find("lost the session") != std::string::npos);
        CHECK(rig.nothing_asked());
    }
    SECTION("and breaks") {
        rig.end(handshake, "the connection broke");
        CHECK(rig.closed);
    }
    SECTION("and another revision is spoken now") {
        rig.json(handshake, initialize_result(handshake.body()["id"].text(), "2025-03-26"));
        CHECK(rig.closed);
    }
}

TEST_CASE("SES-07 without a session 404 is an error like others") {
    Rig rig;
    rig.open_legacy("2025-11-25", "");
    rig.send(request(2, "tools/list"));
    rig.status(rig.asked(), 404);
    CHECK(rig.nothing_asked());
    CHECK(rig.undelivered["2"].message.find("HTTP 404") != std::string::npos);
}

TEST_CASE("SES-08 SES-09 LIF-18 at the end the session is deleted, and all streams are closed") {
    Rig rig;
    rig.open_legacy();
    rig.send(request(2, "tools/call", R"({"name":"x"})"));
    const Asked call = rig.asked();
    rig.begin_events(call);
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
    const Asked cancel = rig.asked();
    rig.shut();
    const Asked goodbye = rig.asked("DELETE");
    CHECK(goodbye.header("Mcp-Session-Id") == "S-1");
    CHECK(rig.was_stopped(call));
    CHECK_FALSE(rig.was_stopped(cancel));  // what was said still goes out
    CHECK_FALSE(rig.link.quiet());
    rig.status(goodbye, GENERATE(204, 200, 405, 404));
    rig.accepted(cancel);
    CHECK(rig.link.quiet());
    CHECK(rig.reports.empty());
    rig.send(request(3, "ping"));
    CHECK(rig.nothing_asked());
}

TEST_CASE("SEC-07 SES-10 secrets are in no report and in no error") {
    Rig rig({.headers = {{"Authorization", "Bearer tok-123456"}, {"X-Key", "key-123456"}}});
    rig.open_legacy("2025-11-25", "session-123456");
    const std::string leaks =
        R"({"message":"session-123456 tok-123456 Bearer tok-123456 key-123456"})";
    rig.send(request(2, "tools/list"));
    rig.json(rig.asked(), leaks, 400);
    rig.send(request(3, "tools/list"));
    rig.end(rig.asked(), "key-123456 broke");
    rig.send(result(9));
    rig.json(rig.asked(), leaks, 500);
    rig.send(request(4, "tools/list"));
    rig.status(rig.asked(), 404);
    const Asked handshake = rig.asked("POST initialize");
    rig.json(handshake, leaks, 403);
    REQUIRE(rig.closed);
    std::string all = *rig.closed;
    for (const auto& [id, error] : rig.undelivered) all += error.message;
    for (const std::string& report : rig.reports) all += report;
    INFO(all);
    CHECK(rig.undelivered.size() == 2);
    CHECK(rig.reports.size() == 1);
    CHECK(all.find("***") != std::string::npos);
    CHECK(all.find("123456") == std::string::npos);
}
