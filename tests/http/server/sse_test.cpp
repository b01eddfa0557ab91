// HTTP+SSE, the transport of 2024-11-05.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

Got open_stream(Rig& rig, const Fields& more = {}) {
    Fields fields{{"Host", "localhost"}, {"Accept", "text/event-stream"}};
    fields.insert(fields.end(), more.begin(), more.end());
    return rig.send("GET", "/sse", fields);
}

std::string address_of(const Got& stream) {
    const auto events = stream->events();
    REQUIRE_FALSE(events.empty());
    CHECK(events[0].name == "endpoint");
    return events[0].data;
}

Got post_to(Rig& rig, const std::string& address, std::string_view body) {
    return rig.send("POST", address, rig.plain_fields(), body);
}

}  // namespace

TEST_CASE("SSE-01 SSE-02 SSE-04 SSE-07 one stream, whose first event says where to post") {
    Rig rig;
    Got stream = open_stream(rig);
    CHECK(stream->status == 200);
    CHECK(stream->header("Content-Type") == "text/event-stream");
    const std::string address = address_of(stream);
    CHECK(address.find("/messages?sessionId=") == 0);
    for (const std::string_view revision : {"2024-11-05"}) {
        const Got got = post_to(rig, address, rig.initialize_text(revision));
        CHECK(got->status == 202);
        CHECK(got->body.empty());
    }
    post_to(rig, address, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    CHECK(post_to(rig, address, rig.call_text("1", "echo", R"({"text":"x"})"))->status == 202);
    stream->wait_for(3);
    const auto events = stream->events();
    CHECK(events[1].name == "message");
    CHECK(text_of(json(events[2].data)) == "x");
    for (const Event& event : events) CHECK(event.id.empty());
    CHECK(rig.send("POST", "/sse", rig.plain_fields(), "{}")->status == 405);
    CHECK(rig.send("GET", "/messages", rig.plain_fields())->status == 405);
}

TEST_CASE("SSE-04 any revision with a handshake, and questions on the same stream") {
    for (const std::string_view revision : {"2025-03-26", "2025-06-18", "2025-11-25"}) {
        Rig rig;
        rig.server.tool("ask", "", [](Context& context) {
            ElicitRequestFormParams form;
            form.message = "name?";
            form.requestedSchema.properties["name"] = StringSchema{};
            return std::string(context.elicit(form).action.text());
        });
        Got stream = open_stream(rig);
        const std::string address = address_of(stream);
        post_to(rig, address, rig.initialize_text(revision, R"({"elicitation":{}})"));
        post_to(rig, address, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        CHECK(stream->messages().at(0)["result"]["protocolVersion"] == Json(revision).view());
        if (revision < "2025-06-18") continue;
        post_to(rig, address, rig.call_text("1", "ask"));
        stream->wait_for(3);
        const std::string id(stream->messages().at(1)["id"].text());
        post_to(rig, address,
                R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"cancel"}})");
        stream->wait_for(4);
        CHECK(text_of(stream->messages().at(2)) == "cancel");
    }
}

TEST_CASE("SSE-08 SEC-08 two clients, and addresses that lead nowhere") {
    Rig rig;
    Got one = open_stream(rig);
    Got two = open_stream(rig);
    CHECK(address_of(one) != address_of(two));
    post_to(rig, address_of(one), rig.initialize_text("2024-11-05"));
    CHECK(one->messages().size() == 1);
    CHECK(two->messages().empty());
    const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    CHECK(post_to(rig, "/messages?sessionId=x", ping)->status == 404);
    CHECK(post_to(rig, "/messages", ping)->status == 404);
    rig.principal = "bob";
    CHECK(post_to(rig, address_of(one), ping)->status == 404);
    CHECK(rig.get(address_of(one).substr(20))->status == 404);
}

TEST_CASE("SSE-09 SSE-08 what is refused before a session is looked for") {
    Rig rig;
    Got stream = open_stream(rig);
    const std::string address = address_of(stream);
    CHECK(open_stream(rig, {{"Origin", "https://evil.example"}})->status == 403);
    Fields fields = rig.plain_fields();
    fields.emplace_back("Origin", "https://evil.example");
    CHECK(rig.send("POST", address, fields, "{}")->status == 403);
    CHECK(post_to(rig, address, "{")->status == 400);
    fields = rig.plain_fields();
    fields[1].second = "text/plain";
    CHECK(rig.send("POST", address, fields, "{}")->status == 415);
}

TEST_CASE("SSE-10 the end of the stream is the end of the session") {
    Rig rig;
    std::atomic<bool> stopped = false;
    testing::Gate gate;
    rig.server.tool("wait", "", [&](Context& context) {
        gate.open();
        gate.enter();
        while (!context.cancelled()) std::this_thread::yield();
        stopped = true;
        return "";
    });
    Got stream = open_stream(rig);
    const std::string address = address_of(stream);
    post_to(rig, address, rig.initialize_text("2024-11-05"));
    post_to(rig, address, rig.call_text("1", "wait"));
    gate.await_entry();
    CHECK(rig.endpoint.session_count() == 1);
    stream.cut();
    CHECK(rig.endpoint.session_count() == 0);
    CHECK(post_to(rig, address, "{}")->status == 404);
    for (int i = 0; i < 1000 && !stopped; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK(stopped);
}

TEST_CASE("SSE-02 the address behind a proxy") {
    HttpEndpointOptions options;
    options.public_base = "/tools";
    Rig rig(options);
    CHECK(address_of(open_stream(rig)).find("/tools/messages?sessionId=") == 0);
    // What anybody may write is not believed.
    const Fields forwarded{{"X-Forwarded-Prefix", "/other/"}};
    CHECK(address_of(open_stream(rig, forwarded)).find("/tools/messages?") == 0);
    CHECK(rig.send("POST", "/tools/messages?sessionId=x", rig.plain_fields(),
                   R"({"jsonrpc":"2.0","id":1,"method":"ping"})")
              ->status == 404);
    options.trust_forwarded = true;
    Rig trusting(options);
    CHECK(address_of(open_stream(trusting, forwarded)).find("/other/messages?") == 0);
    const Fields evil{{"X-Forwarded-Prefix", "//evil.example"}};
    CHECK(address_of(open_stream(trusting, evil)).find("/tools/messages?") == 0);
    options.serve_sse = false;
    Rig without(options);
    CHECK(open_stream(without)->status == 404);
}

TEST_CASE("SSE-01 quiet streams are kept alive") {
    Rig rig;
    Got stream = open_stream(rig);
    for (int i = 0; i < 4; ++i) rig.advance(std::chrono::seconds(15));
    CHECK(stream->comments() == 4);
    CHECK(rig.endpoint.session_count() == 1);
}
