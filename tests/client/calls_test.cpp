// Calls on their way: answers, progress, deadlines, giving up, malformed messages.
#include "script.hpp"

#include <set>

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("RPC-03 R003 ids differ, and answers find their call in any order") {
    Script script;
    script.options.max_in_flight = 3000;
    script.open_legacy(r2025_11_25);
    std::vector<Settled<EmptyResult>> outcomes;
    std::vector<Json> requests;
    std::set<std::string> ids;
    for (int i = 0; i < 2000; ++i) {
        outcomes.push_back(script.call<Ping>());
        requests.push_back(script.sent("ping"));
        ids.emplace(requests.back()["id"].text());
    }
    CHECK(ids.size() == 2000);
    for (std::size_t i = requests.size(); i-- > 0;) {
        CHECK_FALSE(outcomes[i]->has_value());
        script.reply_to(requests[i], "{}");
        CHECK((*outcomes[i])->has_value());
    }
}

TEST_CASE("CAN-06 RPC-21 R235 late, doubled and stray answers are dropped") {
    Script script;
    script.open_legacy(r2025_11_25);
    const auto outcome = script.call<Ping>();
    const Json request = script.sent("ping");
    script.receive(R"({"jsonrpc":"2.0","id":999,"result":{}})");
    script.receive(R"({"jsonrpc":"2.0","id":"2","result":{}})");
    CHECK_FALSE(outcome->has_value());
    script.reply_to(request, "{}");
    CHECK((*outcome)->has_value());
    script.reply_to(request, R"({"x":1})");
    CHECK(script.reports.size() == 3);
    CHECK(script.nothing_sent());
    CHECK_FALSE(script.closed_because);
}

TEST_CASE("RPC-05 RPC-06 RPC-07 an answer that is none fails its call only") {
    Script script;
    script.open_legacy(r2025_11_25);
    const char* body = GENERATE(R"("result":{},"error":{"code":1,"message":"x"})", R"("result":5)",
                                R"("error":{"code":1.5,"message":"x"})", R"("error":7)", "\"x\":1");
    const auto broken = script.call<Ping>();
    const auto other = script.call<Ping>();
    const Json request = script.sent("ping");
    const Json second = script.sent("ping");
    script.receive(R"({"jsonrpc":"2.0","id":)" + std::string(request["id"].text()) + "," + body +
                   "}");
    CHECK(failed(broken, Failure::invalid_response));
    CHECK_FALSE(other->has_value());
    script.reply_to(second, "{}");
    CHECK((*other)->has_value());
}

TEST_CASE("R017 errors of the server have its code, message and data") {
    Script script;
    script.open_legacy(r2025_11_25, everything);
    const auto outcome = script.call<ReadResource>({.uri = "a:b"});
    script.sent("resources/read");
    script.reply_error(-32002, "not found", R"({"uri":"a:b"})");
    REQUIRE(failed(outcome, Failure::peer));
    const RpcError& error = (*outcome)->error();
    CHECK(error.code == error_code::resource_not_found);  // R015
    CHECK((*error.data)["uri"].as_string() == "a:b");
}

TEST_CASE("RPC-08 errors without an id belong to no call") {
    Script script;
    script.open_legacy(r2025_11_25);
    const auto outcome = script.call<Ping>();
    script.sent("ping");
    script.receive(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}})");
    script.receive(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}})");
    CHECK_FALSE(outcome->has_value());
    CHECK(script.nothing_sent());
}

TEST_CASE("STD-12 STD-13 what is no message is reported and skipped") {
    Script script;
    script.open_legacy(r2025_11_25);
    const auto outcome = script.call<Ping>();
    const Json request = script.sent("ping");
    script.receive("Server listening on stdio!");
    script.receive("{\"jsonrpc\":");
    script.receive_oversize(
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":")");
    CHECK(script.reports.size() == 3);
    CHECK(script.nothing_sent());
    SECTION("an answer that is too large fails its call") {
        script.receive_oversize(R"({"jsonrpc":"2.0","id":)" + std::string(request["id"].text()) +
                                R"(,"result":{"text":"aaaaaaaaa)");
        CHECK(failed(outcome, Failure::invalid_response));
    }
    SECTION("the session goes on") {
        script.reply_to(request, "{}");
        CHECK((*outcome)->has_value());
    }
}

TEST_CASE("PRG-01 PRG-02 R240 a call with on_progress asks for it with a token of its own") {
    Script script;
    script.open_legacy(r2025_11_25, everything);
    std::vector<double> heard;
    std::string text;
    CallOptions options;
    options.on_progress = [&](const Progress& progress) {
        heard.push_back(progress.done);
        text = progress.message;
    };
    const auto outcome = script.call<CallTool>({.name = "x"}, options);
    const Json request = script.sent("tools/call");
    const std::string token(request["params"]["_meta"]["progressToken"].text());
    CHECK(token == request["id"].text());
    const auto tell = [&](const std::string& of, const std::string& value) {
        script.receive(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
            of + R"(,"progress":)" + value + R"(,"total":1,"message":"m"}})");
    };
    tell(token, "0.2");
    tell(token, "0.5");
    CHECK(heard == std::vector<double>{0.2, 0.5});
    CHECK(text == "m");
    SECTION("PRG-04 values that do not grow are not told") {
        tell(token, "0.5");
        tell(token, "0.1");
        CHECK(heard.size() == 2);
    }
    SECTION("PRG-09 tokens of nobody, and what is malformed, are ignored") {
        tell("999", "0.9");
        tell("\"" + token + "\"", "0.9");
        tell("null", "0.9");
        tell(token, "\"x\"");
        script.receive(R"({"jsonrpc":"2.0","method":"notifications/progress"})");
        CHECK(heard.size() == 2);
        CHECK(script.nothing_sent());
    }
    SECTION("PRG-06 after the answer nothing is told") {
        script.reply_to(request, R"({"content":[]})");
        REQUIRE((*outcome)->has_value());
        tell(token, "0.9");
        CHECK(heard.size() == 2);
    }
}

TEST_CASE("PRG-02 R240 a thousand calls at once have a thousand tokens") {
    Script script;
    if (GENERATE(true, false)) {
        script.open_modern(everything);
    } else {
        script.open_legacy(r2025_11_25, everything);
    }
    CallOptions options;
    options.on_progress = [](const Progress&) {};
    std::set<std::string> tokens;
    for (int i = 0; i < 1000; ++i) {
        script.call<CallTool>({.name = "x"}, options);
        tokens.emplace(script.sent("tools/call")["params"]["_meta"]["progressToken"].text());
    }
    CHECK(tokens.size() == 1000);
}

TEST_CASE("PRG-02 R240 a token of the caller's own is not sent, so that none is there twice") {
    Script script;
    if (GENERATE(true, false)) {
        script.open_modern(everything);
    } else {
        script.open_legacy(r2025_11_25, everything);
    }
    CallToolRequestParams params{.name = "x"};
    params.meta.emplace().progressToken = ProgressToken(std::int64_t{1});
    params.meta->extras.set("com.example/x", Json(5));
    for (int i = 0; i < 2; ++i) {
        script.call<CallTool>(params);
        const Json meta(script.sent("tools/call")["params"]["_meta"]);
        CHECK_FALSE(meta.contains("progressToken"));
        CHECK(meta["com.example/x"].as_int64() == 5);
    }
    CallOptions options;
    options.on_progress = [](const Progress&) {};
    script.call<CallTool>(params, options);
    const Json request = script.sent("tools/call");
    CHECK(request["params"]["_meta"]["progressToken"].text() == request["id"].text());
}

TEST_CASE("PRG-03 a call without on_progress asks for none") {
    Script script;
    script.open_legacy(r2025_11_25, everything);
    script.call<CallTool>({.name = "x"});
    CHECK_FALSE(script.sent("tools/call")["params"].contains("_meta"));
}

TEST_CASE("TMO-01 TMO-02 TMO-03 R237 every call has its own deadline, and the server is told") {
    Script script;
    script.open_legacy(r2025_11_25);
    CallOptions quick;
    quick.timeout = 50ms;
    CallOptions slow;
    slow.timeout = 5s;
    const auto first = script.call<Ping>({}, quick);
    const auto second = script.call<Ping>({}, slow);
    const Json request = script.sent("ping");
    script.sent("ping");
    script.advance(49ms);
    CHECK_FALSE(first->has_value());
    script.advance(1ms);
    CHECK(failed(first, Failure::timeout));
    CHECK_FALSE(second->has_value());
    const Json cancelled = script.sent("notifications/cancelled");
    CHECK(cancelled["params"]["requestId"].text() == request["id"].text());
    CHECK(cancelled["params"]["reason"].as_string() == "timeout");
    script.reply_to(request, "{}");  // late
    script.advance(5s);
    CHECK(failed(second, Failure::timeout));
}

TEST_CASE("TMO-04 TMO-05 progress moves the deadline, but not beyond the hard one") {
    Script script;
    script.open_legacy(r2025_11_25);
    CallOptions options;
    options.timeout = 100ms;
    options.max_total = 350ms;
    options.progress_resets_timeout = GENERATE(true, false);
    options.on_progress = [](const Progress&) {};
    const auto outcome = script.call<Ping>({}, options);
    const Json request = script.sent("ping");
    int told = 0;
    while (!outcome->has_value() && told < 100) {
        script.advance(60ms);
        script.receive(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
            std::string(request["id"].text()) + R"(,"progress":)" + std::to_string(++told) + "}}");
    }
    CHECK(failed(outcome, Failure::timeout));
    CHECK(told == (options.progress_resets_timeout ? 6 : 2));
}

TEST_CASE("CAN-01 R230 R231 giving up a call tells the server, once, while it is under way") {
    Script script;
    script.open_legacy(r2025_11_25);
    std::uint64_t ticket = 0;
    const auto outcome = script.call<Ping>({}, {}, &ticket);
    const Json request = script.sent("ping");
    SECTION("under way") {
        script.cancel(ticket);
        script.cancel(ticket);
        CHECK(failed(outcome, Failure::cancelled));
        const Json cancelled = script.sent("notifications/cancelled");
        CHECK(cancelled["params"]["requestId"].text() == request["id"].text());
        CHECK(cancelled["params"]["reason"].as_string() == "enough");  // CAN-08
        CHECK(script.nothing_sent());
        script.reply_to(request, "{}");
        CHECK(failed(outcome, Failure::cancelled));
    }
    SECTION("answered already") {
        script.reply_to(request, "{}");
        script.cancel(ticket);
        CHECK((*outcome)->has_value());
        CHECK(script.nothing_sent());
    }
}

TEST_CASE("too many calls in flight are refused as busy, and nothing is sent") {
    Script script;
    script.options.max_in_flight = 2;
    script.open_legacy(r2025_11_25);
    script.call<Ping>();
    script.call<Ping>();
    const Json one = script.sent("ping");
    script.sent("ping");
    const auto third = script.call<Ping>();
    CHECK(failed(third, Failure::busy));
    CHECK(script.nothing_sent());
    script.reply_to(one, "{}");
    CHECK_FALSE(script.call<Ping>()->has_value());
}

TEST_CASE("PNG-03 PNG-04 pings go out at their interval; silence ends the connection") {
    Script script;
    script.options.ping_interval = 10s;
    script.open_legacy(r2025_11_25);
    script.advance(10s);
    script.sent("ping");
    script.reply("{}");
    script.advance(9s);
    CHECK(script.nothing_sent());
    script.advance(1s);
    script.sent("ping");
    CHECK_FALSE(script.closed_because);
    script.advance(10s);
    REQUIRE(script.closed_because);
    CHECK(script.closed_because->find("ping") != std::string::npos);
}

TEST_CASE("PNG-04 an interval of nothing sends no pings") {
    Script script;
    script.open_legacy(r2025_11_25);
    script.advance(1h);
    CHECK(script.nothing_sent());
    CHECK(script.session->next_deadline() == client::Time::max());
}

TEST_CASE("custom methods pass every gate; their params travel as they are") {
    Script script;
    script.open_legacy(r2025_11_25);
    detail::ClientCall call{.custom = "acme/reindex"};
    call.params = [](Revision) -> Result<std::string, CodecError> { return R"({"deep":true})"; };
    const auto outcome = script.call_raw(std::move(call));
    script.expect_send(
        R"({"jsonrpc":"2.0","id":2,"method":"acme/reindex","params":{"deep":true}})");
    script.reply(R"({"count":3})");
    REQUIRE((*outcome)->has_value());
    CHECK(***outcome == R"({"count":3})");
}
