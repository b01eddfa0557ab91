// Which era a server speaks: every row of the table in src/client/probe.hpp.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {
const std::string discovered =
    R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)"
    R"("ttlMs":0,"cacheScope":"private","instructions":"be kind",)"
    R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fx","version":"2"}}})";

void expect_handshake(Script& script) {
    script.sent("initialize");
    script.reply(
        R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}})");
    script.sent("notifications/initialized");
    REQUIRE(script.opened);
    REQUIRE(script.opened->has_value());
    CHECK((*script.opened)->era == Era::legacy);
    CHECK(script.session->verdict()->era == Era::legacy);
}
}  // namespace

TEST_CASE("R072 R040 the probe is the first message, and says everything") {
    Script script;
    script.start();
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{
        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{},
        "io.modelcontextprotocol/clientInfo":{"name":"script","version":"1"}}}})");
    CHECK(script.nothing_sent());
}

TEST_CASE("probe row: a result with a modern revision opens the modern era") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply(discovered);
    REQUIRE(script.opened->has_value());
    const Connected& connected = **script.opened;
    CHECK(connected.era == Era::modern);
    CHECK(connected.revision == r2026_07_28);
    CHECK(connected.server->name == "fx");
    CHECK(connected.capabilities->tools);
    CHECK(connected.instructions == "be kind");
    CHECK(script.nothing_sent());
}

TEST_CASE("probe row: a result that lists legacy revisions only leads to initialize") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply(
        R"({"supportedVersions":["2025-11-25"],"capabilities":{},"ttlMs":0,"cacheScope":"private"})");
    expect_handshake(script);
}

TEST_CASE(
    "R062 R074 probe row: -32022 naming a modern revision is asked again, never initialized") {
    Script script;
    script.start();
    const Json first = script.sent("server/discover");
    script.reply_error(-32022, "no",
                       R"({"supported":["2026-07-28","2025-11-25"],"requested":"x"})");
    const Json again = script.sent("server/discover");
    CHECK(again["id"].text() != first["id"].text());
    SECTION("with an answer") {
        script.reply(discovered);
        CHECK((*script.opened)->era == Era::modern);
    }
    SECTION("and not for ever") {
        script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
        REQUIRE(script.opened);
        CHECK(script.opened->error().failure == Failure::invalid_response);
    }
    CHECK(script.nothing_sent());
}

TEST_CASE("probe row: -32022 naming legacy revisions only leads to initialize") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply_error(-32022, "no", R"({"supported":["2025-11-25","2024-11-05"]})");
    expect_handshake(script);
}

TEST_CASE("probe row: -32022 with nothing in common names the revisions to the user") {
    Script script;
    script.start();
    script.sent("server/discover");
    const char* data = GENERATE(R"({"supported":["2031-01-01"]})", R"({"supported":[]})", R"(5)");
    script.reply_error(-32022, "no", data);
    REQUIRE(script.opened);
    REQUIRE_FALSE(script.opened->has_value());
    CHECK(script.opened->error().failure == Failure::not_negotiated);
    CHECK(script.opened->error().message.find("2026-07-28") != std::string::npos);
    CHECK(script.closed_because);
    CHECK(script.nothing_sent());
}

TEST_CASE("probe row: -32020 and -32021 are modern, and nothing is known of the server") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply_error(GENERATE(-32020, -32021));
    REQUIRE(script.opened->has_value());
    CHECK((*script.opened)->era == Era::modern);
    CHECK_FALSE((*script.opened)->capabilities);
    CHECK(script.nothing_sent());
}

TEST_CASE("R073 probe row: any other error leads to initialize") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply_error(GENERATE(-32601, -32602, -32600, -32603, -32000, -32002, 1, -32099));
    expect_handshake(script);
}

TEST_CASE("R073 probe row: an answer that is none leads to initialize") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply(GENERATE("{}", R"({"tools":[]})", R"({"supportedVersions":5})", "5"));
    expect_handshake(script);
}

TEST_CASE("R073 probe row: silence leads to initialize, and a late answer is dropped") {
    Script script;
    script.options.probe_timeout = 500ms;
    script.start();
    const Json probe = script.sent("server/discover");
    script.advance(500ms);
    CHECK(script.count_sent() == 1);  // no cancellation before the handshake
    script.reply_to(probe, discovered);
    expect_handshake(script);
}

TEST_CASE("probe row: a process that ends is to be started again, and then initialized") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.close("exited with 1");
    REQUIRE(script.opened);
    CHECK(script.opened->error().failure == Failure::closed);
    CHECK(script.session->wants_restart());

    Script again;
    again.start(ServerVerdict{
        .era = Era::legacy, .revision = r2025_11_25, .expires = client::WallTime::max()});
    expect_handshake(again);
}

TEST_CASE("probe row: initialize answered with -32022 is asked once more, as a modern server") {
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply_error(-32601);
    script.sent("initialize");
    script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
    script.sent("server/discover");
    SECTION("it is one") {
        script.reply(discovered);
        REQUIRE(script.opened->has_value());
        CHECK((*script.opened)->era == Era::modern);
    }
    SECTION("it cannot decide") {
        script.reply_error(-32601);
        script.sent("initialize");
        script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
        REQUIRE(script.opened);
        CHECK(script.opened->error().code == -32022);
    }
    CHECK(script.nothing_sent());
}

TEST_CASE("the legacy policy does not probe") {
    Script script;
    script.options.versions = VersionPolicy::legacy();
    script.start();
    expect_handshake(script);
}

TEST_CASE("a pinned modern revision never falls back, and says why") {
    Script script;
    script.options.versions = VersionPolicy::pin(r2026_07_28);
    script.start();
    script.sent("server/discover");
    SECTION("an error") { script.reply_error(-32601, "Method not found"); }
    SECTION("silence") { script.advance(1min); }
    SECTION("an end") { script.close("exited"); }
    REQUIRE(script.opened);
    REQUIRE_FALSE(script.opened->has_value());
    CHECK(script.opened->error().failure == Failure::not_negotiated);
    CHECK(script.opened->error().message.find("server/discover") != std::string::npos);
    CHECK(script.nothing_sent());
    CHECK_FALSE(script.session->wants_restart());
}

TEST_CASE("R070 a verdict that was kept spares the probe, until it expires") {
    Script first;
    first.start();
    first.sent("server/discover");
    first.reply(discovered);
    const auto kept = verdict_from_text(to_text(*first.session->verdict()));
    REQUIRE(kept);
    CHECK(*kept == *first.session->verdict());

    Script second;
    SECTION("fresh") {
        second.start(*kept);
        REQUIRE(second.opened->has_value());
        CHECK((*second.opened)->era == Era::modern);
        CHECK((*second.opened)->server->name == "fx");
        CHECK(second.nothing_sent());
    }
    SECTION("expired") {
        second.wall += std::chrono::hours(25);
        second.start(*kept);
        second.sent("server/discover");
    }
    SECTION("of a revision that is not allowed") {
        second.options.versions = VersionPolicy::legacy();
        second.start(*kept);
        second.sent("initialize");
    }
}

TEST_CASE("text that is no kept verdict is refused") {
    const char* text =
        GENERATE("", "5", "{}", R"({"era":"modern","revision":"x","expires":1})",
                 R"({"era":"legacy","revision":"2026-07-28","expires":1})",
                 R"({"era":"modern","revision":"2026-07-28","expires":1,"discovered":{}})");
    CHECK_FALSE(verdict_from_text(text).has_value());
}

TEST_CASE("options that leave no revision fail at once") {
    Script script;
    script.options.revisions = r2025_11_25;
    script.options.versions = VersionPolicy::pin(r2026_07_28);
    script.start();
    REQUIRE(script.opened);
    CHECK(script.opened->error().failure == Failure::invalid_argument);
    CHECK(script.nothing_sent());
}

TEST_CASE(
    "a connection that breaks during the probe, the second probe or the handshake settles calls") {
    const int steps = GENERATE(0, 1, 2, 3);
    Script script;
    script.start();
    const auto waiting = script.call<ListTools>();
    if (steps >= 1) {
        script.sent("server/discover");
        script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
    }
    if (steps >= 2) {
        script.sent("server/discover");
        script.reply(discovered);
    }
    if (steps >= 3) {
        script.sent("tools/list");
        script.reply(R"({"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"})");
    }
    script.close("broken");
    REQUIRE(script.opened);
    CHECK(script.opened->has_value() == (steps >= 2));
    REQUIRE(waiting->has_value());
    CHECK((*waiting)->has_value() == (steps >= 3));
}
