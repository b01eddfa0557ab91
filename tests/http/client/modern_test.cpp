// Requests that say everything, and their replies.
#include "rig.hpp"

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;

TEST_CASE(
    "X020 R114 R115 R116 R129 R133 HC-02 each message is a POST with headers that repeat it") {
    Rig rig({.headers = {{"Authorization", "Bearer secret-token"}}});
    rig.send(modern(1, "server/discover"));
    rig.send(modern(2, "tools/call", R"("name":"weather","arguments":{"city":"Oslo"})"));
    rig.send(modern(3, "resources/read", R"("uri":"file:///a%20b?x=1")"));
    rig.send(modern(4, "prompts/get", R"("name":" grüße")"));
    rig.send(modern(5, "tasks/get", R"("taskId":"t-1")"));
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/odd"})");
    CHECK(rig.count_asked() == 6);
    const std::vector<std::pair<std::string, std::optional<std::string>>> expected = {
        {"server/discover", {}},
        {"tools/call", "weather"},
        {"resources/read", "file:///a%20b?x=1"},
        {"prompts/get", "=?base64?IGdyw7zDn2U=?="},
        {"tasks/get", "t-1"},
        {"notifications/odd", {}}};
    for (const auto& [method, name] : expected) {
        const Asked asked = rig.asked("POST " + method);
        INFO(method);
        CHECK(asked.request.url.text() == address);
        CHECK(asked.header("Content-Type") == "application/json");
        CHECK(asked.header("Accept") == "application/json, text/event-stream");
        CHECK(asked.header("MCP-Protocol-Version") == "2026-07-28");
        CHECK(asked.header("Mcp-Method") == method);
        CHECK(asked.header("Mcp-Name") == name);
        CHECK(asked.header("Authorization") == "Bearer secret-token");
        CHECK_FALSE(asked.header("Mcp-Session-Id"));
        CHECK(asked.body().is_object());
    }
}

TEST_CASE("R117 no answer is sent to a modern server") {
    Rig rig;
    rig.send(modern(1, "tools/list"));
    (void)rig.asked();
    rig.send(result(7));
    CHECK(rig.nothing_asked());
    CHECK(rig.reports.size() == 1);
}

TEST_CASE("R120 R125 HC-03 an answer comes as JSON or as a stream") {
    Rig rig;
    rig.send(modern(1, "ping"));
    const Asked asked = rig.asked();
    SECTION("as JSON") { rig.json(asked, result(1)); }
    SECTION("as JSON, indented") {
        rig.json(asked, "{\n \"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"ok\": true}\n}");
    }
    SECTION("as a stream, with what belongs to it before") {
        rig.begin_events(asked);
        rig.bytes(asked, ": keep-alive\r\n\r\nevent: message\r\nda");
        rig.bytes(asked, R"(ta: {"jsonrpc":"2.0","method":"notifications/message"})");
        rig.bytes(asked, "\r\n\r\n");
        REQUIRE(rig.messages.size() == 1);
        CHECK(rig.last()["method"].as_string() == "notifications/message");
        rig.event(asked, result(1));
        CHECK(rig.messages.size() == 2);
        CHECK_FALSE(rig.was_stopped(asked));
        SECTION("that ends") { rig.end(asked); }
        SECTION("that breaks off after the answer") { rig.end(asked, "it broke"); }
        SECTION("that stays open: it is left after a while") {
            rig.advance(2s);
            CHECK(rig.was_stopped(asked));
        }
    }
    CHECK(Json::parse(rig.messages.back()).value()["result"]["ok"].as_bool() == true);
    CHECK(rig.undelivered.empty());
    rig.advance(1h);
    CHECK(rig.nothing_asked());
}

TEST_CASE("R128 a stream that breaks fails its request, and is not resumed") {
    Rig rig;
    rig.send(modern(1, "tools/call", R"("name":"x")"));
    const Asked asked = rig.asked();
    rig.begin_events(asked);
    rig.bytes(asked, "id: 5\nretry: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
    const bool broken = GENERATE(true, false);
    rig.end(asked, broken ? std::optional<std::string>("the connection broke") : std::nullopt);
    REQUIRE(rig.undelivered.contains("1"));
    CHECK(rig.undelivered["1"].failure == Failure::transport);
    CHECK(rig.undelivered["1"].message.find("before the answer") != std::string::npos);
    rig.advance(1h);
    CHECK(rig.nothing_asked());
    // When it is wanted all the same it is a new request.
    rig.send(modern(2, "tools/call", R"("name":"x")"));
    CHECK_FALSE(rig.asked("POST tools/call").header("Last-Event-ID"));
}

TEST_CASE("R126 R128 a request that is given up is closed, and nothing is sent") {
    Rig rig;
    rig.send(modern(1, "tools/call", R"("name":"x")"));
    const Asked asked = rig.asked();
    rig.begin_events(asked);
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    CHECK(rig.was_stopped(asked));
    CHECK(rig.nothing_asked());
    CHECK(rig.undelivered.empty());
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    CHECK(rig.nothing_asked());
}

TEST_CASE("R142 what went wrong is said so that a person understands it") {
    struct Case {
        int status;
        const char* type;
        const char* body;
        Failure failure;
        const char* says;
    };
    const auto each =
        GENERATE(Case{503, "text/plain", "try\nlater", Failure::transport,
                      "HTTP 503 from http://127.0.0.1:9000/mcp: try later"},
                 Case{500, "text/html", "<h1>", Failure::transport, "HTTP 500"},
                 Case{401, "application/json", R"({"error_description":"no token"})",
                      Failure::transport, "no token"},
                 Case{404, "", "", Failure::transport, "HTTP 404"},
                 Case{413, "", "", Failure::transport, "HTTP 413"},
                 Case{431, "", "", Failure::transport, "HTTP 431"},
                 Case{302, "", "", Failure::transport, "HTTP 302"},
                 Case{202, "", "", Failure::invalid_response, "HTTP 202 and no answer"},
                 Case{200, "text/html", "<h1>", Failure::invalid_response, "text/html"},
                 Case{200, "application/json", "{", Failure::invalid_response, "no message"},
                 Case{200, "application/json", R"({"jsonrpc":"2.0","id":9,"result":{}})",
                      Failure::invalid_response, "something else"});
    Rig rig;
    rig.send(modern(1, "tools/list"));
    rig.status(rig.asked(), each.status, {{"Content-Type", each.type}}, each.body);
    INFO(each.status << ' ' << each.body);
    CHECK(rig.messages.empty());
    REQUIRE(rig.undelivered.contains("1"));
    CHECK(rig.undelivered["1"].failure == each.failure);
    CHECK(rig.undelivered["1"].message.find(each.says) != std::string::npos);
    if (each.status >= 300) {
        CHECK((*rig.undelivered["1"].data)["status"].as_int64() == each.status);
    }
}

TEST_CASE("R120 errors of the server are its errors, whatever the status") {
    const int status = GENERATE(200, 400, 404, 500);
    const std::string id = GENERATE("1", "null", "");
    Rig rig;
    rig.send(modern(1, "tools/list"));
    rig.json(rig.asked(),
             R"({"jsonrpc":"2.0",)" + (id.empty() ? "" : "\"id\":" + id + ",") +
                 R"("error":{"code":-32602,"message":"no","data":{"a":1}}})",
             status);
    CHECK(rig.undelivered.empty());
    CHECK(rig.last()["id"].as_int64() == 1);
    CHECK(rig.last()["error"]["code"].as_int64() == -32602);
    CHECK(rig.last()["error"]["data"]["a"].as_int64() == 1);
}

TEST_CASE("R125 a reply has a bound") {
    Rig rig({.max_message = 1000});
    rig.send(modern(1, "tools/list"));
    const Asked asked = rig.asked();
    SECTION("as a body") {
        rig.link.head(asked.exchange, {200, {{"Content-Type", "application/json"}}, {}}, rig.now);
    }
    SECTION("as an event") { rig.begin_events(asked); }
    for (int i = 0; i < 11; ++i) rig.bytes(asked, std::string(100, ' '));
    CHECK(rig.was_stopped(asked));
    REQUIRE(rig.undelivered.contains("1"));
    CHECK(rig.undelivered["1"].message.find("1000 bytes") != std::string::npos);
}

TEST_CASE("an address that is none makes requests fail with the reason") {
    Rig rig({.url = "localhost:80"});
    rig.send(modern(1, "server/discover"));
    CHECK(rig.nothing_asked());
    REQUIRE(rig.undelivered.contains("1"));
    CHECK(rig.undelivered["1"].message.find("localhost:80") != std::string::npos);
}
