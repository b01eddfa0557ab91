// Questions of a server in the way of a call (multi round-trip requests).
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {

const std::string question =
    R"({"method":"elicitation/create","params":{"mode":"form","message":"Delete?",)"
    R"("requestedSchema":{"type":"object","properties":{"yes":{"type":"boolean"}},"required":["yes"]}}})";

std::string ask(const std::string& questions, const std::string& state = {}) {
    return R"({"resultType":"input_required","inputRequests":{)" + questions + "}" +
           (state.empty() ? "" : ",\"requestState\":" + state) + "}";
}

/// Says yes to every form.
void say_yes(Script& script) {
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [](const ElicitRequestFormParams&, CallContext&) {
            ElicitResult result{.action = ElicitActionTag::accept};
            result.content.emplace()["yes"] = true;
            return result;
        });
}

}  // namespace

TEST_CASE("R181 R182 R183 a question is answered, and the call made again with the answer") {
    Script script;
    say_yes(script);
    script.open_modern(R"({"tools":{}})");
    CallToolRequestParams params{.name = "purge"};
    params.arguments = JsonObject{{"table", "t"}};
    const auto outcome = script.call<CallTool>(params);
    const Json first = script.sent("tools/call");
    const std::string state = R"("a\u0000\n\\\/ä🎉")";
    script.reply(ask("\"ok\":" + question, state));
    CHECK(script.nothing_sent());
    CHECK_FALSE(outcome->has_value());
    CHECK(script.work() == 1);
    const Json second = script.sent("tools/call");
    CHECK(second["id"].text() != first["id"].text());
    CHECK(second["params"]["name"].as_string() == "purge");
    CHECK(second["params"]["arguments"].text() == R"({"table":"t"})");
    CHECK(same(second["params"]["inputResponses"],
               json(R"({"ok":{"action":"accept","content":{"yes":true}}})")));
    CHECK(second["params"]["requestState"].as_string() == json(state).as_string());
    CHECK(same(second["params"]["_meta"], first["params"]["_meta"]));
    script.reply(R"({"resultType":"complete","content":[]})");
    CHECK((*outcome)->has_value());
}

TEST_CASE("R182 no state is sent back when there was none, and large ones unchanged") {
    Script script;
    say_yes(script);
    script.open_modern(R"({"resources":{}})");
    script.call<ReadResource>({.uri = "a:b"});
    script.sent();
    script.reply(ask("\"k\":" + question, '"' + std::string(100'000, 'x') + '"'));
    script.work();
    const Json second = script.sent("resources/read");
    CHECK(second["params"]["requestState"].as_string() == std::string(100'000, 'x'));
    script.reply(ask("\"k2\":" + question));
    script.work();
    const Json third = script.sent("resources/read");
    CHECK_FALSE(third["params"].contains("requestState"));
    // The answers of one round replace those of the round before.
    CHECK_FALSE(third["params"]["inputResponses"].contains("k"));
    CHECK(third["params"]["inputResponses"].contains("k2"));
}

TEST_CASE("R181 all questions are answered before the call is made again") {
    Script script;
    say_yes(script);
    script.handlers.sampling = detail::ask_handler<CreateMessageRequestParams, CreateMessageResult>(
        [](const CreateMessageRequestParams& params, CallContext&) {
            CHECK(params.maxTokens == 10);
            CreateMessageResult result;
            result.model = "m";
            result.content = SamplingMessageContentBlock(TextContent{.text = "hi"});
            return result;
        });
    script.roots.emplace().push_back({.uri = "file:///w"});
    script.open_modern(R"({"prompts":{}})");
    const auto outcome = script.call<GetPrompt>({.name = "p"});
    script.sent("prompts/get");
    script.reply(
        ask("\"a\":" + question +
            R"(,"b":{"method":"sampling/createMessage","params":{"maxTokens":10,"messages":[]}})"
            R"(,"c":{"method":"roots/list"})"));
    CHECK(script.waiting_work() == 3);
    script.work();
    const Json retry = script.sent("prompts/get");
    CHECK(script.nothing_sent());
    const JsonView answers = retry["params"]["inputResponses"];
    CHECK(answers["a"]["action"].as_string() == "accept");
    CHECK(answers["b"]["model"].as_string() == "m");
    CHECK(answers["c"]["roots"][0]["uri"].as_string() == "file:///w");
    script.reply(R"({"messages":[]})");
    CHECK((*outcome)->has_value());
}

TEST_CASE("R184 the answers and states of two calls stay apart") {
    Script script;
    say_yes(script);
    script.open_modern(R"({"tools":{}})");
    script.call<CallTool>({.name = "a"});
    script.call<CallTool>({.name = "b"});
    const Json a = script.sent();
    const Json b = script.sent();
    script.reply_to(b, ask("\"kb\":" + question, "\"sb\""));
    script.reply_to(a, ask("\"ka\":" + question, "\"sa\""));
    script.work();
    for (int i = 0; i < 2; ++i) {
        const Json retry = script.sent();
        const std::string name = *retry["params"]["name"].as_string();
        CHECK(retry["params"]["requestState"].as_string() == "s" + name);
        CHECK(retry["params"]["inputResponses"].size() == 1);
        CHECK(retry["params"]["inputResponses"].contains("k" + name));
    }
}

TEST_CASE("R185 a server that asks for ever is stopped") {
    Script script;
    say_yes(script);
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    int rounds = 0;
    while (!outcome->has_value() && rounds < 100) {
        script.sent("tools/call");
        ++rounds;
        script.reply(ask("\"k\":" + question));
        script.work();
    }
    CHECK(rounds == 11);
    CHECK(failed(outcome, Failure::invalid_response));
    CHECK(script.nothing_sent());
}

TEST_CASE("R185 a state without questions is brought back after a pause") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    std::uint64_t ticket = 0;
    const auto outcome = script.call<CallTool>({.name = "x"}, {}, &ticket);
    script.sent();
    script.reply(R"({"resultType":"input_required","requestState":"later"})");
    script.advance(249ms);
    CHECK(script.nothing_sent());
    SECTION("then") {
        script.advance(1ms);
        const Json retry = script.sent("tools/call");
        CHECK(retry["params"]["requestState"].as_string() == "later");
        CHECK_FALSE(retry["params"].contains("inputResponses"));
    }
    SECTION("but not of a call that was given up") {
        script.cancel(ticket);
        CHECK(failed(outcome, Failure::cancelled));
        script.advance(1s);
        CHECK(script.nothing_sent());
    }
    SECTION("nor of one whose connection ended") {
        script.close("gone");
        CHECK(failed(outcome, Failure::closed));
    }
}

TEST_CASE("a question that is refused ends the call here: there is no way to tell the server") {
    Script script;
    script.handlers.sampling = detail::ask_handler<CreateMessageRequestParams, CreateMessageResult>(
        [](const CreateMessageRequestParams&, CallContext&) -> CreateMessageResult {
            throw RpcError(error_code::rejected_by_user, "the user said no");
        });
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(
        ask(R"("s":{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[]}})"));
    script.work();
    REQUIRE(failed(outcome, Failure::cancelled));
    CHECK((*outcome)->error().code == error_code::rejected_by_user);
    CHECK((*outcome)->error().message.find("the user said no") != std::string::npos);
    CHECK(script.nothing_sent());
}

TEST_CASE("R173 questions that nobody declared to answer are no valid answer") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(
        ask("\"k\":" + std::string(GENERATE(R"({"method":"elicitation/create","params":{}})",
                                            R"({"method":"sampling/createMessage","params":{}})",
                                            R"({"method":"roots/list"})", R"({"method":"acme/x"})",
                                            R"({"params":{}})", "5"))));
    CHECK(failed(outcome, Failure::invalid_response));
    CHECK(script.waiting_work() == 0);
    CHECK(script.nothing_sent());
}

TEST_CASE("R171 input_required without questions and without state is no valid answer") {
    Script script;
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply(GENERATE(R"({"resultType":"input_required"})",
                          R"({"resultType":"input_required","inputRequests":5})",
                          R"({"resultType":"input_required","requestState":5})"));
    CHECK(failed(outcome, Failure::invalid_response));
}

TEST_CASE("R185 by hand: the questions are the result, and nobody is asked") {
    Script script;
    say_yes(script);
    script.open_modern(R"({"tools":{}})");
    static constexpr MethodRow row = method_row<CallTool>();
    detail::ClientCall call{.row = &row};
    call.one_round = true;
    call.params = [](Revision at) {
        CallToolRequestParams params{.name = "x"};
        params.meta.emplace();
        return encode(params, at);
    };
    const auto outcome = script.call_raw(std::move(call));
    script.sent();
    script.reply(ask("\"k\":" + question, "\"s\""));
    REQUIRE((*outcome)->has_value());
    CHECK(json(***outcome)["requestState"].as_string() == "s");
    CHECK(script.waiting_work() == 0);
}

TEST_CASE("giving up a call whose question is being answered stops the handler") {
    Script script;
    bool stopped = false;
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [&](const ElicitRequestFormParams&, CallContext& context) {
            stopped = context.cancelled();
            return ElicitResult{.action = ElicitActionTag::cancel};
        });
    script.open_modern(R"({"tools":{}})");
    std::uint64_t ticket = 0;
    const auto outcome = script.call<CallTool>({.name = "x"}, {}, &ticket);
    script.sent();
    script.reply(ask("\"k\":" + question));
    script.cancel(ticket);
    CHECK(failed(outcome, Failure::cancelled));
    script.work();
    CHECK(stopped);
    CHECK(script.nothing_sent());
}

TEST_CASE("R316 R317 declining is an answer; accepting is checked against the form") {
    Script script;
    ElicitResult says{.action = ElicitActionTag::decline};
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [&](const ElicitRequestFormParams&, CallContext&) { return says; });
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    SECTION("decline") {
        says.content.emplace()["yes"] = true;  // not with a refusal
        script.reply(ask("\"k\":" + question));
        script.work();
        CHECK(script.sent()["params"]["inputResponses"]["k"].text() == R"({"action":"decline"})");
    }
    SECTION("accept what does not fit") {
        says.action = ElicitActionTag::accept;
        says.content.emplace()["yes"] = std::string("maybe");
        script.reply(ask("\"k\":" + question));
        script.work();
        CHECK(failed(outcome, Failure::cancelled));
        CHECK(script.nothing_sent());
        REQUIRE(script.reports.size() == 1);
        CHECK(script.reports[0].find("yes: neither true nor false") != std::string::npos);
    }
}

TEST_CASE("a call with questions settles, wherever the connection breaks") {
    const int steps = GENERATE(0, 1, 2, 3);
    Script script;
    say_yes(script);
    script.open_modern(R"({"tools":{}})");
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    if (steps >= 1) script.reply(ask("\"k\":" + question));
    if (steps >= 2) {
        script.work();
        script.sent();
    }
    if (steps >= 3) script.reply(R"({"content":[]})");
    script.close("broken");
    script.work();
    REQUIRE(outcome->has_value());
    CHECK((*outcome)->has_value() == (steps >= 3));
    CHECK(script.nothing_sent());
}
