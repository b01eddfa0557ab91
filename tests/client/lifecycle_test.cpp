// The handshake of revisions until 2025-11-25.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {
const std::string answer_d =
    R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}})";

Script legacy() {
    Script script;
    script.options.versions = VersionPolicy::legacy();
    return script;
}
}  // namespace

TEST_CASE(
    "LIF-01 LIF-02 RPC-01 the first message is initialize, with revision, capabilities, name") {
    Script script = legacy();
    script.start();
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
        "protocolVersion":"2025-11-25","capabilities":{},
        "clientInfo":{"name":"script","version":"1"}}})");
    CHECK(script.nothing_sent());
}

TEST_CASE("LIF-03 the newest revision that is allowed is asked for") {
    const auto [set, asked] = GENERATE(
        std::pair{Revisions(r2024_11_05) | r2025_03_26, "2025-03-26"},
        std::pair{Revisions(r2024_11_05), "2024-11-05"}, std::pair{all_revisions, "2025-11-25"});
    Script script = legacy();
    script.options.revisions = set;
    script.start();
    CHECK(script.sent("initialize")["params"]["protocolVersion"].as_string() == asked);
}

TEST_CASE("LIF-05 LIF-14 a revision that the server names instead is used, if it is spoken") {
    Script script = legacy();
    script.start();
    script.sent("initialize");
    script.reply(
        R"({"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"s","version":"1"}})");
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    REQUIRE(script.opened->has_value());
    CHECK((*script.opened)->revision == r2025_03_26);
    CHECK(script.session->revision() == r2025_03_26);
}

TEST_CASE("LIF-06 LIF-17 a revision that is not spoken ends the connection without another byte") {
    const char* named = GENERATE("2023-01-01", "2026-07-28", "soon");
    Script script = legacy();
    script.start();
    script.sent("initialize");
    script.reply(R"({"protocolVersion":")" + std::string(named) +
                 R"(","capabilities":{},"serverInfo":{"name":"s","version":"1"}})");
    CHECK(script.nothing_sent());
    CHECK(script.closed_because);
    REQUIRE(script.opened);
    REQUIRE_FALSE(script.opened->has_value());
    CHECK(script.opened->error().failure == Failure::not_negotiated);
    CHECK(script.opened->error().message.find(named) != std::string::npos);
}

TEST_CASE("LIF-06 a pinned revision is not traded for another one") {
    Script script;
    script.options.versions = VersionPolicy::pin(r2025_06_18);
    script.start();
    CHECK(script.sent("initialize")["params"]["protocolVersion"].as_string() == "2025-06-18");
    script.reply(answer_d);
    REQUIRE_FALSE(script.opened->has_value());
    CHECK(script.opened->error().failure == Failure::not_negotiated);
}

TEST_CASE("LIF-08 initialized is sent once, before everything else") {
    Script script = legacy();
    script.start();
    script.sent("initialize");
    const auto tools = script.call<Ping>();
    CHECK(script.nothing_sent());
    script.reply(answer_d);
    script.sent("notifications/initialized");
    script.sent("ping");
    CHECK(script.nothing_sent());
}

TEST_CASE("LIF-09 calls made during the handshake wait for its end") {
    Script script = legacy();
    script.start();
    script.sent("initialize");
    const auto custom = script.call<Ping>();
    const auto second = script.call<Ping>();
    CHECK(script.nothing_sent());
    CHECK_FALSE(custom->has_value());

    SECTION("and are sent in order") {
        script.reply(answer_d);
        script.sent("notifications/initialized");
        const Json one = script.sent("ping");
        const Json two = script.sent("ping");
        CHECK(one["id"].as_int64() == 2);
        CHECK(two["id"].as_int64() == 3);
        script.reply_to(one, "{}");
        CHECK((*custom)->has_value());
        CHECK_FALSE(second->has_value());
    }
    SECTION("and fail with its cause") {
        script.reply_error(-32602, "Unsupported protocol version", R"({"supported":["x"]})");
        REQUIRE(custom->has_value());
        CHECK((*custom)->error().message == "Unsupported protocol version");
        REQUIRE(second->has_value());
    }
    SECTION("and can be given up meanwhile, without a word") {
        std::uint64_t ticket = 0;
        const auto third = script.call<Ping>({}, {}, &ticket);
        script.cancel(ticket);
        CHECK(failed(third, Failure::cancelled));
        CHECK(script.nothing_sent());
    }
}

TEST_CASE("GEN-07 a client without features passes the base protocol") {
    const Revision revision = GENERATE(r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25);
    const std::string date(to_string(revision));
    Script script;
    script.options.versions = VersionPolicy::pin(revision);
    script.start();
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
        "protocolVersion":")" +
                       date +
                       R"(","capabilities":{},"clientInfo":{"name":"script","version":"1"}}})");
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");  // before the answer
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    script.receive(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":")" + date +
                   R"(","capabilities":{},"serverInfo":{"name":"s","version":"1"}}})");
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/acme"})");
    script.receive("no JSON at all");
    for (const char* method : {"roots/list", "sampling/createMessage", "elicitation/create",
                               "tasks/list", "tools/list", "acme/x"}) {
        INFO(method);
        script.receive(R"({"jsonrpc":"2.0","id":"s","method":")" + std::string(method) + "\"}");
        const Json answer = script.sent();
        CHECK(answer["id"].as_string() == "s");
        CHECK(answer["error"]["code"].as_int64() == error_code::method_not_found);
    }
    script.receive(R"({"jsonrpc":"2.0","id":"p","method":"ping"})");
    script.expect_send(R"({"jsonrpc":"2.0","id":"p","result":{}})");
    const auto pinged = script.call<Ping>();
    script.sent("ping");
    script.reply("{}");
    CHECK((*pinged)->has_value());
    CHECK(script.nothing_sent());
    CHECK_FALSE(script.closed_because);
}

TEST_CASE("LIF-16 an error of initialize reaches the caller with its code and data") {
    Script script = legacy();
    script.start();
    script.sent("initialize");
    script.reply_error(-32602, "Unsupported protocol version",
                       R"({"supported":["1.0"],"requested":"2025-11-25"})");
    REQUIRE(script.opened);
    REQUIRE_FALSE(script.opened->has_value());
    const RpcError& error = script.opened->error();
    CHECK(error.failure == Failure::peer);
    CHECK(error.code == -32602);
    REQUIRE(error.data);
    CHECK((*error.data)["supported"][0].as_string() == "1.0");
    CHECK(script.closed_because);
}

TEST_CASE("CAN-02 TMO-02 a handshake without an answer ends the connection and cancels nothing") {
    Script script = legacy();
    script.options.connect_timeout = 5s;
    script.start();
    script.sent("initialize");
    script.advance(4999ms);
    CHECK_FALSE(script.opened);
    script.advance(1ms);
    REQUIRE(script.opened);
    CHECK(script.opened->error().failure == Failure::timeout);
    CHECK(script.closed_because);
    CHECK(script.nothing_sent());
}

TEST_CASE("an answer to initialize that is none is refused") {
    const char* result = GENERATE(R"({"capabilities":{}})", R"({"protocolVersion":5})",
                                  R"({"protocolVersion":"2025-11-25","capabilities":{}})");
    Script script = legacy();
    script.start();
    script.sent("initialize");
    script.reply(result);
    REQUIRE(script.opened);
    REQUIRE_FALSE(script.opened->has_value());
    CHECK(script.opened->error().failure == Failure::invalid_response);
    CHECK(script.nothing_sent());
}

TEST_CASE("STD-09 when the connection ends, calls fail at once with the cause") {
    Script script;
    script.open_legacy(r2025_11_25, everything);
    const auto one = script.call<ListTools>();
    const auto two = script.call<Ping>();
    script.close("the process exited with 3");
    REQUIRE(failed(one, Failure::closed));
    CHECK((*one)->error().message == "the process exited with 3");
    CHECK(failed(two, Failure::closed));
    SECTION("and so do later ones") {
        CHECK(failed(script.call<Ping>(), Failure::closed));
        script.receive(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    }
}

TEST_CASE("on_closed hears of an end that was not asked for, once") {
    Script script;
    int heard = 0;
    script.handlers.closed = [&](const RpcError& why) {
        ++heard;
        CHECK(why.message == "gone");
    };
    script.open_legacy(r2025_11_25);
    SECTION("by the server") {
        script.close("gone");
        script.close("gone");
        script.events();
        CHECK(heard == 1);
    }
    SECTION("not by this side") {
        script.session->shut(script.now);
        script.pump();
        script.close();
        script.events();
        CHECK(heard == 0);
    }
}

TEST_CASE("the handshake ends well or with the cause, wherever the connection breaks") {
    // 0: before anything came; 1: after the answer; 2: with calls in flight; 3: after them.
    const int steps = GENERATE(0, 1, 2, 3);
    Script script = legacy();
    script.start();
    const auto early = script.call<Ping>();
    if (steps >= 1) {
        script.sent("initialize");
        script.reply(answer_d);
        script.sent("notifications/initialized");
    }
    if (steps >= 2) script.sent("ping");
    if (steps >= 3) script.reply("{}");
    script.close("broken");
    REQUIRE(script.opened);
    CHECK(script.opened->has_value() == (steps >= 1));
    if (steps == 0) CHECK(script.opened->error().failure == Failure::closed);
    REQUIRE(early->has_value());
    CHECK((*early)->has_value() == (steps >= 3));
    CHECK(script.session->next_deadline() == client::Time::max());
}
