// Listen streams: what is granted, acknowledged first, ended.
#include "catch.hpp"
#include "session/script.hpp"

using namespace script;
using namespace std::chrono_literals;

namespace {

std::string listen(std::string_view id, std::string_view filter) {
    return Script::modern(id, "subscriptions/listen", R"("notifications":)" + std::string(filter));
}

std::string acknowledged(std::string_view id, std::string_view filter) {
    return R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{
        "notifications":)" +
           std::string(filter) + R"(,"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
           std::string(id) + "}}}";
}

std::string tools_changed(std::string_view id) {
    return R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{
        "_meta":{"io.modelcontextprotocol/subscriptionId":)" +
           std::string(id) + "}}}";
}

}  // namespace

TEST_CASE("R191 R194 R047 a stream is acknowledged first, under the id of its request") {
    for (const char* id : {"\"s1\"", "7", "0"}) {
        Script script;
        script
            .receive(listen(id, R"({"toolsListChanged":true,
                "resourceSubscriptions":["file:///w/a.txt"]})"))
            .expect_send(acknowledged(id, R"({"toolsListChanged":true,
                "resourceSubscriptions":["file:///w/a.txt"]})"))
            .expect_nothing();
        script.session().resource_updated("file:///w/a.txt");
        script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{
            "uri":"file:///w/a.txt","_meta":{"io.modelcontextprotocol/subscriptionId":)" +
                           std::string(id) + "}}}");
        CHECK(script.last_related.text() == id);
        script.session().list_changed(ListKind::tools);
        script.session().list_changed(ListKind::tools);
        script.advance(10ms).expect_send(tools_changed(id)).expect_nothing();
    }
}

TEST_CASE("R190 only what was asked for is sent") {
    Script script;
    script
        .receive(listen("1", R"({"resourcesListChanged":true,
            "resourceSubscriptions":["file:///a"]})"))
        .expect_send(acknowledged("1", R"({"resourcesListChanged":true,
            "resourceSubscriptions":["file:///a"]})"));
    script.session().list_changed(ListKind::tools);
    script.session().resource_updated("file:///b");
    script.advance(1s).expect_nothing();
    script.session().list_changed(ListKind::resources);
    script.advance(1s).expect_send(R"({"jsonrpc":"2.0",
        "method":"notifications/resources/list_changed","params":{"_meta":"$any"}})");
}

TEST_CASE("R192 R067 what the server lacks is left out of the acknowledgement") {
    Script script;
    script.core.unknown_uris.insert("file:///gone");
    script
        .receive(listen("1", R"({"promptsListChanged":true,"toolsListChanged":false,
            "taskIds":["t"],"resourceSubscriptions":["file:///gone","file:///a"]})"))
        .expect_send(acknowledged("1", R"({"resourceSubscriptions":["file:///a"]})"));
    script.core.offers_.resources->subscribe = false;
    script.receive(listen("2", R"({"resourceSubscriptions":["file:///a"]})"))
        .expect_send(acknowledged("2", "{}"));
}

TEST_CASE("R195 several streams live side by side, each with its own tag") {
    Script script;
    script.receive(listen("1", R"({"toolsListChanged":true})"))
        .expect_send(acknowledged("1", R"({"toolsListChanged":true})"))
        .receive(listen("2", R"({"resourceSubscriptions":["file:///a"]})"))
        .expect_send(acknowledged("2", R"({"resourceSubscriptions":["file:///a"]})"));
    script.session().list_changed(ListKind::tools);
    script.advance(10ms).expect_send(tools_changed("1")).expect_nothing();
    CHECK(script.session().counters().listen_streams == 2);
}

TEST_CASE("R233 R232 a client ends its stream without an answer") {
    Script script;
    script.receive(listen("1", R"({"toolsListChanged":true})"))
        .expect_send(acknowledged("1", R"({"toolsListChanged":true})"))
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")
        .expect_nothing();
    script.session().list_changed(ListKind::tools);
    script.advance(1s).expect_nothing();
    CHECK(script.session().counters().listen_streams == 0);
    CHECK(script.outbox().ended_requests.size() == 1);
}

TEST_CASE("R196 R018 an orderly end is the result of the stream") {
    Script script;
    script.receive(listen("\"s\"", R"({"toolsListChanged":true})"))
        .expect_send(acknowledged("\"s\"", R"({"toolsListChanged":true})"));
    script.session().end_streams();
    script.expect_send(R"({"jsonrpc":"2.0","id":"s","result":{"resultType":"complete",
        "_meta":{"io.modelcontextprotocol/subscriptionId":"s",
        "io.modelcontextprotocol/serverInfo":{"name":"fake","version":"1.0"}}}})");
    script.session().list_changed(ListKind::tools);
    script.advance(1s).expect_nothing();
}

TEST_CASE("R200 the number of streams is bounded, and ids are not used twice") {
    Script script;
    script.core.limits.max_listen_streams = 1;
    script.receive(listen("1", "{}"))
        .expect_send(acknowledged("1", "{}"))
        .receive(listen("1", "{}"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})")
        .receive(listen("2", "{}"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"$any"}})")
        .receive(Script::modern("1", "tools/list"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})");
}

TEST_CASE("R198 progress and logs never travel on a listen stream") {
    Script script;
    script.core.tool("work", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        context.progress(1);
        context.log(LoggingLevelTag::error, Json("x"));
        done(text_result(""));
    });
    script.receive(listen("1", R"({"toolsListChanged":true})"))
        .expect_send(acknowledged("1", R"({"toolsListChanged":true})"))
        .receive(Script::modern("2", "tools/call", R"("name":"work")", "{}",
                                R"("progressToken":1,"io.modelcontextprotocol/logLevel":"debug")"));
    while (!script.outbox().sent.empty()) {
        CHECK(script.outbox().sent.front().related_to == MessageId(2));
        script.outbox().sent.pop_front();
    }
}

TEST_CASE("A listen request without a filter is refused with its path") {
    Script script;
    script.receive(Script::modern("1", "subscriptions/listen"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$why"}})");
    CHECK(script.caught("why").as_string()->find("params.notifications") == 0);
}

TEST_CASE("R199 a legacy client and a modern stream both hear of a change") {
    Script script;
    script.legacy("2025-11-25")
        .receive(listen("1", R"({"toolsListChanged":true})"))
        .expect_send(acknowledged("1", R"({"toolsListChanged":true})"));
    script.session().list_changed(ListKind::tools);
    script.advance(10ms)
        .expect_send(tools_changed("1"))
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})")
        .expect_nothing();
}
