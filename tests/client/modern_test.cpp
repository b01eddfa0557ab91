// Requests since 2026-07-28: what each says, how results are told apart, another revision.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("R040 R041 R310 R330 R340 every request says revision, capabilities and name") {
    Script script;
    script.handlers.sampling = detail::ask_handler<CreateMessageRequestParams, CreateMessageResult>(
        [](const CreateMessageRequestParams&, CallContext&) { return CreateMessageResult{}; });
    script.handlers.sampling_support.tools = true;
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [](const ElicitRequestFormParams&, CallContext&) { return ElicitResult{}; });
    script.roots.emplace();
    script.options.extensions["com.example/x"] = JsonObject{{"a", 1}};
    script.open_modern();
    const Json meta = json(R"({
        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{"sampling":{"tools":{}},"roots":{},
            "elicitation":{"form":{}},"extensions":{"com.example/x":{"a":1}}},
        "io.modelcontextprotocol/clientInfo":{"name":"script","version":"1"}})");
    script.call<Discover>();
    CHECK(same(script.sent("server/discover")["params"]["_meta"], meta));
    detail::ClientCall custom{.custom = "acme/x"};
    custom.params = [](Revision) -> Result<std::string, CodecError> { return "{}"; };
    script.call_raw(std::move(custom));
    CHECK(same(script.sent("acme/x")["params"]["_meta"], meta));
    script.listen({.toolsListChanged = true}, {},
                  std::make_shared<std::optional<Answer<SubscriptionFilter>>>());
    CHECK(same(script.sent("subscriptions/listen")["params"]["_meta"], meta));
}

TEST_CASE("R041 the name can be left out") {
    Script script;
    script.options.send_client_info = false;
    script.open_modern();
    script.call<Discover>();
    CHECK_FALSE(script.sent()["params"]["_meta"].contains("io.modelcontextprotocol/clientInfo"));
}

TEST_CASE("R049 what the user puts into _meta travels along, but for what is the client's to say") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    CallToolRequestParams params{.name = "x"};
    RequestMetaObject& meta = params.meta.emplace();
    meta.protocolVersion = "1999-01-01";
    meta.extras.set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    CallOptions options;
    options.on_progress = [](const Progress&) {};
    script.call<CallTool>(params, options);
    const Json request = script.sent("tools/call");
    const JsonView sent = request["params"]["_meta"];
    CHECK(sent["io.modelcontextprotocol/protocolVersion"].as_string() == "2026-07-28");
    CHECK(sent["traceparent"].as_string() ==
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    CHECK(sent["progressToken"].text() == request["id"].text());
    CHECK(sent.size() == 5);
}

TEST_CASE("R019 a result without resultType is complete") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(R"({"content":[]})");
    REQUIRE(outcome->has_value());
    CHECK((*outcome)->has_value());
}

TEST_CASE("R020 R021 X003 a result of another type is no answer") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(R"({"content":[],"resultType":)" +
                 std::string(GENERATE("\"zzz\"", "\"task\"", "5", "null")) + "}");
    CHECK(failed(outcome, Failure::invalid_response));
}

TEST_CASE("R170 input_required is no answer to a method that cannot ask") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<ListTools>();
    script.sent();
    script.reply(R"({"resultType":"input_required","requestState":"s"})");
    CHECK(failed(outcome, Failure::invalid_response));
    CHECK(script.nothing_sent());
}

TEST_CASE("R023 unknown members of results are kept") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(
        R"({"resultType":"complete","content":[{"type":"hologram","depth":3}],"new":[1]})");
    REQUIRE((*outcome)->has_value());
    CHECK((**outcome)->extras.find("new")->text() == "[1]");
    CHECK(std::holds_alternative<Unrecognized>((**outcome)->content[0]));  // TOL-14
}

TEST_CASE("R062 -32022 is answered by the same request at a revision in common, with a new id") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    const Json first = script.sent("tools/call");
    script.reply_error(-32022, "no", R"({"supported":["2026-07-28"],"requested":"2026-07-28"})");
    const Json second = script.sent("tools/call");
    CHECK(first["id"].text() != second["id"].text());
    CHECK(same(first["params"], second["params"]));
    SECTION("accepted") {
        script.reply(R"({"content":[]})");
        CHECK((*outcome)->has_value());
    }
    SECTION("bounded by count") {
        script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
        script.sent("tools/call");
        script.reply_error(-32022, "no", R"({"supported":["2026-07-28"]})");
        CHECK(failed(outcome, Failure::peer));
        CHECK(script.nothing_sent());
    }
}

TEST_CASE("R062 -32022 without a revision in common reaches the caller") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent("tools/call");
    script.reply_error(-32022, "no", R"({"supported":["2025-11-25"]})");
    REQUIRE(failed(outcome, Failure::peer));
    CHECK((*outcome)->error().code == error_code::unsupported_version);
}

TEST_CASE("R009 requests of a server are dropped, and nothing is written") {
    Script script;
    script.open_modern();
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    script.receive(R"({"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{}})");
    script.receive(R"({"jsonrpc":"2.0","id":null,"method":"x"})");
    script.receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])");
    CHECK(script.nothing_sent());
    CHECK(script.waiting_work() == 0);
    CHECK(script.reports.size() == 4);
}

TEST_CASE("R013 codes without a meaning are plain errors") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply_error(-32001, "whatever");
    REQUIRE(failed(outcome, Failure::peer));
    CHECK((*outcome)->error().code == -32001);
    CHECK(script.nothing_sent());
}

TEST_CASE("R250 a log level that was set travels with every request; the user's own goes first") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    script.call<CallTool>({.name = "x"});
    CHECK_FALSE(script.sent()["params"]["_meta"].contains("io.modelcontextprotocol/logLevel"));
    CHECK_FALSE(script.session->set_log_level(LoggingLevelTag::warning));
    script.call<CallTool>({.name = "x"});
    CHECK(script.sent()["params"]["_meta"]["io.modelcontextprotocol/logLevel"].as_string() ==
          "warning");
    CallToolRequestParams params{.name = "x"};
    params.meta.emplace().logLevel = LoggingLevelTag::debug;
    script.call<CallTool>(params);
    const Json request = script.sent();
    CHECK(request["params"]["_meta"]["io.modelcontextprotocol/logLevel"].as_string() == "debug");
}

TEST_CASE(
    "R230 R235 giving up a modern call sends notifications/cancelled; late answers are dropped") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    std::uint64_t ticket = 0;
    const auto outcome = script.call<CallTool>({.name = "x"}, {}, &ticket);
    const Json request = script.sent();
    script.cancel(ticket);
    const Json cancelled = script.sent("notifications/cancelled");
    CHECK(cancelled["params"]["requestId"].text() == request["id"].text());
    script.reply_to(request, R"({"content":[]})");
    CHECK(failed(outcome, Failure::cancelled));
}

TEST_CASE("R036 a malformed serverInfo is as if it were absent") {
    const std::string info = GENERATE("5", "null", R"({"name":5,"version":"1"})", "{}");
    const std::string meta =
        R"("_meta":{"own/key":[1],"io.modelcontextprotocol/serverInfo":)" + info + "}";
    Script script;
    script.start();
    script.sent("server/discover");
    script.reply(R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,
        "cacheScope":"private",)" +
                 meta + "}");
    REQUIRE(script.session->connected());
    CHECK(script.session->connected()->era == Era::modern);
    CHECK_FALSE(script.session->connected()->server);
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent("tools/call");
    script.reply(R"({"content":[],)" + meta + "}");
    REQUIRE((*outcome)->has_value());
    REQUIRE((**outcome)->meta);
    CHECK((**outcome)->meta->extras.size() == 1);
}
