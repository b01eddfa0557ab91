// HTTP+SSE of 2024-11-05, and how it is found.
#include "rig.hpp"

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;

namespace {

/// The handshake was refused; the stream of events has been asked for.
Asked refused(Rig& rig, int status = 405) {
    rig.send(request(1, "initialize", "{}"));
    rig.status(rig.asked("POST initialize"), status, {{"Mcp-Session-Id", "poison"}});
    Asked stream = rig.asked("GET");
    CHECK_FALSE(stream.header("Mcp-Session-Id"));
    return stream;
}

Asked open(Rig& rig) {
    Asked stream = refused(rig);
    rig.begin_events(stream);
    rig.bytes(stream, ": hello\n\nevent: endpoint\ndata: /messages?s=1\n\n");
    const Asked handshake = rig.asked("POST initialize");
    CHECK(handshake.request.url.text() == "http://127.0.0.1:9000/messages?s=1");
    rig.accepted(handshake);
    rig.event(stream, initialize_result("1", "2024-11-05"));
    CHECK(rig.last()["id"].as_int64() == 1);
    rig.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    rig.accepted(rig.asked());
    CHECK(rig.nothing_asked());  // no second stream
    return stream;
}

}  // namespace

TEST_CASE("SSE-03 SSE-04 SSE-07 all is posted to the endpoint, and answered on the stream") {
    Rig rig;
    const Asked stream = open(rig);
    rig.send(request(2, "tools/list"));
    const Asked call = rig.asked("POST tools/list");
    CHECK(call.request.url.text() == "http://127.0.0.1:9000/messages?s=1");
    CHECK_FALSE(call.header("MCP-Protocol-Version"));
    rig.status(call, GENERATE(200, 202, 204), {}, "Accepted");
    CHECK(rig.undelivered.empty());
    rig.bytes(stream, "event: message\ndata: " + result(2) + "\n\n");
    CHECK(rig.last()["id"].as_int64() == 2);
    rig.event(stream, request(5, "roots/list"));
    CHECK(rig.last()["method"].as_string() == "roots/list");
    rig.send(result(5));
    CHECK(rig.asked("POST answer").request.url.target == "/messages?s=1");
    CHECK(rig.link.findings() == "http+sse");
    rig.shut();
    CHECK(rig.was_stopped(stream));
    CHECK(rig.nothing_asked());
}

TEST_CASE("ACL-21 R416 the user's headers do not follow a redirect to another origin") {
    Rig rig({.headers = {{"Authorization", "Bearer s3cret"}}});
    Asked stream = refused(rig);
    CHECK(stream.header("Authorization") == "Bearer s3cret");
    stream.request.url = parse_url("http://127.0.0.1:9001/sse").value();  // where it comes from
    rig.begin_events(stream);
    rig.bytes(stream, "event: endpoint\ndata: /messages\n\n");
    const Asked handshake = rig.asked("POST initialize");
    CHECK(handshake.request.url.text() == "http://127.0.0.1:9001/messages");
    CHECK_FALSE(handshake.header("Authorization"));
}

TEST_CASE("SSE-03 a request that is not taken fails, and others do not") {
    Rig rig;
    (void)open(rig);
    rig.send(request(2, "tools/list"));
    rig.status(rig.asked(), 404);
    CHECK(rig.undelivered["2"].message.find("HTTP 404") != std::string::npos);
    CHECK_FALSE(rig.closed);
    CHECK(rig.nothing_asked());
}

TEST_CASE("SSE-04 when the stream ends the connection does") {
    Rig rig;
    const Asked stream = open(rig);
    rig.send(request(2, "tools/list"));
    rig.end(stream, "the connection broke");
    REQUIRE(rig.closed);
    CHECK(rig.closed->find("the connection broke") != std::string::npos);
}

TEST_CASE("SSE-06 an endpoint on another origin is refused") {
    const std::string endpoint = GENERATE("http://127.0.0.1:9001/m", "https://127.0.0.1:9000/m",
                                          "//evil.example/m", "ftp://127.0.0.1/m");
    Rig rig;
    const Asked stream = refused(rig);
    rig.begin_events(stream);
    rig.bytes(stream, "event: endpoint\ndata: " + endpoint + "\n\n");
    CHECK(rig.nothing_asked());
    CHECK(rig.was_stopped(stream));
    CHECK(rig.undelivered["1"].failure == Failure::invalid_response);
}

TEST_CASE("SSE-05 an endpoint may be a whole address of the same origin") {
    Rig rig;
    const Asked stream = refused(rig, GENERATE(400, 404, 405));
    rig.begin_events(stream);
    rig.bytes(stream, "event: endpoint\ndata: http://127.0.0.1:9000/m?s=2\n\n");
    CHECK(rig.asked("POST initialize").request.url.target == "/m?s=2");
}

TEST_CASE("SSE-04 an old server that answers the POST as a GET is understood") {
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    const Asked post = rig.asked();
    rig.begin_events(post);
    rig.bytes(post, "event: endpoint\ndata: /m\n\n");
    CHECK(rig.was_stopped(post));
    (void)rig.asked("GET");
}

TEST_CASE("when there is no older transport either the first refusal is told") {
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    const bool json = GENERATE(true, false);
    if (json) {
        rig.json(rig.asked(),
                 R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad header"}})",
                 400);
    } else {
        rig.status(rig.asked(), 400, {{"Content-Type", "text/plain"}}, "bad header");
    }
    const Asked probe = rig.asked("GET");
    SECTION("405") { rig.status(probe, 405); }
    SECTION("no events") { rig.status(probe, 200, {{"Content-Type", "text/html"}}, "<h1>"); }
    SECTION("no connection") { rig.end(probe, "cannot connect"); }
    SECTION("silence") {
        rig.begin_events(probe);
        rig.advance(1min);
        CHECK(rig.was_stopped(probe));
    }
    SECTION("another first event") {
        rig.begin_events(probe);
        rig.event(probe, "{}");
    }
    CHECK(rig.nothing_asked());
    if (json) {
        CHECK(rig.last()["id"].as_int64() == 1);
        CHECK(rig.last()["error"]["message"].as_string() == "bad header");
    } else {
        CHECK(rig.undelivered["1"].message.find("HTTP 400") != std::string::npos);
        CHECK(rig.undelivered["1"].message.find("bad header") != std::string::npos);
    }
}

TEST_CASE("what is no sign of an old server is reported at once") {
    const int status = GENERATE(401, 403, 407, 408, 429, 500, 503);
    Rig rig;
    rig.send(request(1, "initialize", "{}"));
    rig.status(rig.asked(), status);
    CHECK(rig.nothing_asked());
    CHECK(rig.undelivered["1"].failure == Failure::transport);
    CHECK((*rig.undelivered["1"].data)["status"].as_int64() == status);
}

TEST_CASE("an old server that was found before is not asked again how old it is") {
    Rig rig;
    rig.link.recall("http+sse");
    rig.send(request(1, "initialize", "{}"));
    const Asked stream = rig.asked("GET");
    SECTION("it is still there") {
        rig.begin_events(stream);
        rig.bytes(stream, "event: endpoint\ndata: /m\n\n");
        CHECK(rig.asked("POST initialize").request.url.target == "/m");
    }
    SECTION("it has been renewed") {
        rig.status(stream, 405);
        rig.json(rig.asked("POST initialize"), initialize_result("1", "2025-11-25"));
        CHECK(rig.last()["id"].as_int64() == 1);
        CHECK(rig.link.findings().empty());
    }
}
