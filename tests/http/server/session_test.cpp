// Sessions: their ids, whose they are, when they end, what they know of each other.
#include "http/server/rig.hpp"

#include <mcp/base64.hpp>

#include <set>

using namespace mcp;
using namespace mcp::testing;

TEST_CASE("SES-01 HS-25 an id comes with the answer to initialize, and with nothing else") {
    Rig rig;
    const std::string session = rig.open();
    Got call = rig.call(session, "1", "echo");
    CHECK_FALSE(call->wait().has("Mcp-Session-Id"));
    CHECK_FALSE(rig.get(session)->has("Mcp-Session-Id"));
    // One that fails begins nothing.
    const Got failed = rig.send("POST", "/mcp", rig.plain_fields(),
                                R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})");
    CHECK(failed->status == 200);
    CHECK(code_of(failed->json()) == error_code::invalid_params);
    CHECK_FALSE(failed->has("Mcp-Session-Id"));
    CHECK(rig.endpoint.session_count() == 1);

    HttpEndpointOptions options;
    options.stateless = true;
    Rig none(options);
    const Got got =
        none.send("POST", "/mcp", none.plain_fields(), none.initialize_text("2025-11-25"));
    CHECK(got->status == 200);
    CHECK(got->json()["result"]["protocolVersion"] == Json("2025-11-25").view());
    CHECK_FALSE(got->has("Mcp-Session-Id"));
    CHECK(none.endpoint.session_count() == 0);
    Got echo = none.send("POST", "/mcp", none.plain_fields(),
                         none.call_text("1", "echo", R"({"text":"x"})"));
    CHECK(text_of(echo->wait().json()) == "x");
    const Got note = none.send("POST", "/mcp", none.plain_fields(),
                               R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    CHECK(note->status == 202);
}

TEST_CASE("SES-01 without sessions a request that takes its time is answered all the same") {
    HttpEndpointOptions options;
    options.stateless = true;
    Rig rig(options);
    testing::Gate gate;
    rig.server.tool("wait", "", [&](Context& context) {
        context.progress(1);
        gate.enter();
        return "done";
    });
    Got got = rig.send("POST", "/mcp", rig.plain_fields(),
                       rig.call_text("1", "wait", "{}", R"(,"_meta":{"progressToken":1})"));
    gate.await_entry();
    CHECK(got->events().at(0).id.empty());
    gate.open();
    got->wait();
    CHECK(text_of(got->messages().back()) == "done");
    rig.settle();
}

TEST_CASE("SES-02 SES-03 SES-13 ids are random, long, and visible ASCII") {
    std::set<std::string> ids;
    for (int i = 0; i < 20; ++i) {
        Rig rig;
        const std::string id = rig.open();
        CHECK(base64url_decode(id).value().size() >= 16);  // 128 bits
        for (const char c : id) CHECK((c > 0x20 && c < 0x7F));
        ids.insert(id);
    }
    CHECK(ids.size() == 20);
}

TEST_CASE("SES-05 SES-06 without an id 400, with one that is over 404") {
    Rig rig;
    const std::string session = rig.open();
    const auto all = [&](const Fields& fields) {
        std::vector<int> statuses;
        statuses.push_back(rig.send("POST", "/mcp", fields, rig.call_text("1", "echo"))->status);
        statuses.push_back(rig.send("GET", "/mcp", fields)->status);
        statuses.push_back(rig.send("DELETE", "/mcp", fields)->status);
        return statuses;
    };
    using Statuses = std::vector<int>;
    CHECK(all(rig.plain_fields()) == Statuses{400, 400, 400});
    CHECK(all(rig.session_fields("unknown")) == Statuses{404, 404, 404});
    Fields doubled = rig.session_fields(session);
    doubled.emplace_back("Mcp-Session-Id", session);
    CHECK(all(doubled) == Statuses{400, 400, 400});
    CHECK(rig.remove(session)->status == 204);
    CHECK(all(rig.session_fields(session)) == Statuses{404, 404, 404});
    CHECK(rig.call(session, "7", "echo")->json()["id"].text() == "7");
}

TEST_CASE("SES-09 DELETE can be refused with all sessions") {
    HttpEndpointOptions options;
    options.stateless = true;
    Rig rig(options);
    CHECK(rig.remove("x")->status == 405);
}

TEST_CASE("SES-11 SES-12 SEC-08 a session belongs to who opened it") {
    Rig rig;
    rig.principal = "ann";
    const std::string session = rig.open();
    Got steps = rig.call(session, "1", "steps", "{}", R"(,"_meta":{"progressToken":1})");
    steps->wait();
    const std::string first = steps->events().at(1).id;
    for (const std::string who : {"bob", ""}) {
        rig.principal = who;
        CHECK(rig.call(session, "1", "echo")->status == 404);
        CHECK(rig.get(session)->status == 404);
        CHECK(rig.get(session, first)->status == 404);
        CHECK(rig.remove(session)->status == 404);
    }
    rig.principal = "ann";
    CHECK(rig.get(session, first)->status == 200);

    // In a store that is shared, equal ids of two users are two.
    const auto store = memory_event_store();
    const auto now = rig.clock.now();
    store->append({"ann", "s", 1}, 1, "hers", now);
    store->append({"bob", "s", 1}, 1, "his", now);
    std::string got;
    const auto give = [&](std::uint64_t, std::string_view text) { got += text; };
    CHECK(store->replay({"bob", "s", 1}, 0, give, now));
    CHECK(got == "his");
    CHECK_FALSE(store->replay({"carl", "s", 1}, 0, give, now));
    store->erase("bob", "s");
    CHECK_FALSE(store->replay({"bob", "s", 1}, 0, give, now));
    CHECK(store->replay({"ann", "s", 1}, 0, give, now));
}

TEST_CASE("SES-13 HS-15 idle sessions end, used ones stay") {
    HttpEndpointOptions options;
    options.session_idle = std::chrono::minutes(10);
    Rig rig(options);
    const std::string idle = rig.open();
    const std::string used = rig.open();
    const std::string listening = rig.open();
    Got get = rig.get(listening);
    for (int i = 0; i < 3; ++i) {
        rig.advance(std::chrono::minutes(4));
        Got call = rig.call(used, "1", "echo");
        CHECK(call->wait().status == 200);
    }
    CHECK(rig.call(idle, "1", "echo")->status == 404);
    CHECK(rig.endpoint.session_count() == 2);
    CHECK_FALSE(get->over);
    get.cut();
    rig.advance(std::chrono::minutes(11));
    rig.advance(std::chrono::minutes(11));
    CHECK(rig.endpoint.session_count() == 0);
}

TEST_CASE("SES-14 initialize with a stale id begins anew") {
    Rig rig;
    const std::string session = rig.open();
    rig.remove(session);
    const Got got =
        rig.send("POST", "/mcp", rig.session_fields(session), rig.initialize_text("2025-11-25"));
    CHECK(got->status == 200);
    CHECK(got->has("Mcp-Session-Id"));
    CHECK(got->header("Mcp-Session-Id") != session);
}

TEST_CASE("SES-15 sessions know nothing of each other") {
    Rig rig;
    rig.server.resource({.name = "a", .uri = "test://a"}, "x");
    const std::string one = rig.open("2025-06-18");
    const std::string two = rig.open("2025-06-18");
    Got get_one = rig.get(one);
    Got get_two = rig.get(two);
    const auto subscribe = [&](const std::string& session) {
        return rig.post(
            session,
            R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"test://a"}})");
    };
    CHECK(subscribe(one)->status == 200);
    rig.server.resource_updated("test://a");
    CHECK(get_one->messages().size() == 1);
    CHECK(get_two->messages().empty());

    // The same ids of requests, the same ids of events.
    Got steps_one = rig.call(one, "1", "steps", "{}", R"(,"_meta":{"progressToken":"one"})");
    Got steps_two = rig.call(two, "1", "steps", "{}", R"(,"_meta":{"progressToken":"two"})");
    steps_one->wait();
    steps_two->wait();
    const std::string first = steps_one->events().at(0).id;
    for (const auto& [session, token] : {std::pair(one, "one"), std::pair(two, "two")}) {
        Got resumed = rig.get(session, first);
        for (const Json& message : resumed->messages()) {
            if (!message.contains("method")) continue;
            CHECK(message["params"]["progressToken"] == Json(token).view());
        }
    }
    CHECK(rig.remove(one)->status == 204);
    Got still = rig.call(two, "9", "echo");
    CHECK(still->wait().status == 200);
}

TEST_CASE("SES-13 too many sessions: the longest unused one goes, those in use stay") {
    HttpEndpointOptions options;
    options.max_sessions = 3;
    Rig rig(options);
    const std::string first = rig.open();
    const std::string second = rig.open();
    const std::string third = rig.open();
    rig.clock.advance(std::chrono::seconds(1));
    Got get = rig.get(first);
    rig.clock.advance(std::chrono::seconds(1));
    rig.open();
    CHECK(rig.call(second, "1", "echo")->status == 404);
    CHECK(rig.get(third)->status == 200);
    CHECK_FALSE(get->over);
    CHECK(rig.endpoint.session_count() == 3);
}

TEST_CASE("SES-12 a stored session goes on in another endpoint, for its user") {
    HttpEndpointOptions options;
    options.session_store = memory_session_store();
    Rig before(options);
    before.principal = "ann";
    const std::string session = before.open("2025-06-18");
    Rig after(options);
    after.version = "2025-06-18";
    CHECK(after.call(session, "1", "echo")->status == 404);
    after.principal = "ann";
    Got call = after.call(session, "1", "echo", R"({"text":"still"})");
    CHECK(text_of(call->wait().json()) == "still");
    // Ids of events begin anew, and not where they were.
    Got steps = after.call(session, "2", "steps", "{}", R"(,"_meta":{"progressToken":1})");
    steps->wait();
    CHECK(steps->events().at(0).id.size() > 6);
    CHECK(after.get(session, "1:1")->status == 400);
    CHECK(after.remove(session)->status == 204);
    Rig third(options);
    third.principal = "ann";
    CHECK(third.call(session, "1", "echo")->status == 404);
}

TEST_CASE("SEC-07 no secret is in the log") {
    HttpEndpointOptions options;
    options.max_sessions = 1;
    Rig rig(options);
    rig.server.tool("fail", "", []() -> std::string { throw std::runtime_error("broken"); });
    const std::string session = rig.open();
    Fields fields = rig.session_fields(session);
    fields.emplace_back("Authorization", "Bearer marker-secret");
    Got got = rig.send("POST", "/mcp", fields, rig.call_text("1", "fail"));
    got->wait();
    rig.send("POST", "/mcp", fields, "{");
    rig.get(session);
    rig.remove(session);
    CHECK_FALSE(rig.log.empty());
    for (const std::string& line : rig.log) {
        CHECK(line.find("marker-secret") == std::string::npos);
        CHECK(line.find(session) == std::string::npos);
    }
}
