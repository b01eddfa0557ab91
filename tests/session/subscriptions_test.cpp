// Legacy subscriptions and changes of lists.
#include "catch.hpp"
#include "session/asks.hpp"
#include "session/concerns.hpp"

#include "session/legacy_server.hpp"

using namespace script;
using namespace std::chrono_literals;

namespace {

std::string subscribe(const char* id, const char* uri, const char* verb = "subscribe") {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"resources/)" + verb +
           R"(","params":{"uri":")" + uri + "\"}}";
}
constexpr const char* fine = R"({"jsonrpc":"2.0","id":1,"result":{}})";

}  // namespace

TEST_CASE("RSC-07 RSC-08 updates go to who subscribed, until it unsubscribes") {
    Script script;
    script.legacy("2025-11-25");
    script.session().resource_updated("file:///a");
    script.expect_nothing().receive(subscribe("1", "file:///a")).expect_send(fine);
    script.session().resource_updated("file:///a");
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{
        "uri":"file:///a"}})");
    script.session().resource_updated("file:///b");
    script.expect_nothing().receive(subscribe("1", "file:///a", "unsubscribe")).expect_send(fine);
    script.session().resource_updated("file:///a");
    script.expect_nothing();
}

TEST_CASE("RSC-07 what lies below a subscribed resource concerns its subscriber") {
    CHECK(session::concerns("file:///a", "file:///a"));
    CHECK(session::concerns("file:///a", "file:///a/b"));
    CHECK(session::concerns("file:///a/", "file:///a/b"));
    CHECK_FALSE(session::concerns("file:///a", "file:///ab"));
    CHECK_FALSE(session::concerns("file:///a/b", "file:///a"));
    CHECK(session::concerns("file:///a", "file:///a?x=1"));
    CHECK(session::concerns("file:///a", "file:///a#part"));
    CHECK_FALSE(session::concerns("", "file:///a"));
}

TEST_CASE("RSC-10 subscribing where it is not declared is unknown") {
    Script script;
    script.core.offers_.resources->subscribe = false;
    script.legacy("2025-11-25")
        .receive(subscribe("1", "file:///a"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})");
}

TEST_CASE("RPC-11 RSC-03 a subscription without a URI or to nothing is refused") {
    Script script;
    script.core.unknown_uris.insert("file:///gone");
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$any"}})")
        .receive(subscribe("1", "file:///gone"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"$any"}})");
    CHECK(script.session().counters().subscriptions == 0);
}

TEST_CASE("The number of subscriptions is bounded, and a repeated one is none more") {
    Script script;
    script.core.limits.max_subscriptions = 2;
    script.legacy("2025-11-25")
        .receive(subscribe("1", "file:///a"))
        .expect_send(fine)
        .receive(subscribe("1", "file:///b"))
        .expect_send(fine)
        .receive(subscribe("1", "file:///b"))
        .expect_send(fine)
        .receive(subscribe("1", "file:///c"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"$any"}})");
    CHECK(script.session().counters().subscriptions == 2);
}

TEST_CASE("RSC-14 the end of a session clears its subscriptions") {
    Script script;
    script.legacy("2025-11-25").receive(subscribe("1", "file:///a")).expect_send(fine).fail_here();
    CHECK(script.session().counters().subscriptions == 0);
    script.session().resource_updated("file:///a");
    script.expect_nothing();
}

TEST_CASE("RSC-09 PRM-06 many changes of a list are one message, and only where declared") {
    Script script;
    script.legacy("2025-11-25");
    for (int i = 0; i < 50; ++i) script.session().list_changed(ListKind::tools);
    script.session().list_changed(ListKind::prompts);  // not declared
    script.session().list_changed(ListKind::resources);
    CHECK(script.outbox().wakes > 0);
    script.expect_nothing()
        .advance(10ms)
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})")
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed"})")
        .advance(1s)
        .expect_nothing();
    CHECK(script.last_related.empty());
    script.session().list_changed(ListKind::tools);
    script.advance(10ms).expect_send(
        R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
}

TEST_CASE("LIF-10 a change of a list waits until the client is ready") {
    Script script;
    script
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
            "protocolVersion":"2025-11-25","capabilities":{},
            "clientInfo":{"name":"c","version":"1"}}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})");
    script.session().list_changed(ListKind::tools);
    script.advance(1s)
        .expect_nothing()
        .receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")
        .advance(0ms)
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
}

TEST_CASE("ROO-07 the server hears that the roots have changed, and lists them again") {
    Script script;
    script.core.tool(
        "roots", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
            const auto shared = std::make_shared<Done<std::string>>(std::move(done));
            ask_later(context, roots_question(), [shared](Answer<InputResponses>&& answer) {
                const auto& roots = std::get<ListRootsResult>(answer->at("r")).roots;
                (*shared)(text_result(roots.empty() ? "none" : roots.front().uri));
            });
        });
    const auto listed = [&](const char* roots, const char* first) {
        script.receive(Script::call("1", "roots"))
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
            .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":)" + std::string(roots) +
                     "}}")
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",
                "text":")" +
                         std::string(first) + R"("}]}})");
    };
    script.legacy("2025-11-25", R"({"roots":{"listChanged":true}})");
    listed(R"([{"uri":"file:///a"}])", "file:///a");
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})")
        .expect_nothing();
    REQUIRE(script.core.notes.size() == 1);
    CHECK(script.core.notes[0].first == "notifications/roots/list_changed");
    listed(R"([{"uri":"file:///b"}])", "file:///b");
    listed("[]", "none");
}

TEST_CASE("SES-15 one session's subscriptions are not another's") {
    Script first;
    Script second;
    first.legacy("2025-11-25").receive(subscribe("1", "file:///a")).expect_send(fine);
    second.legacy("2025-11-25");
    second.session().resource_updated("file:///a");
    second.expect_nothing();
}
