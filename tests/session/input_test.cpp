// Questions as answers: requests that come again with what the client was asked for.
#include "catch.hpp"
#include "session/script.hpp"

using namespace script;
using namespace std::chrono_literals;

namespace {

constexpr const char* can_ask = R"({"elicitation":{"form":{},"url":{}},"roots":{},
    "sampling":{"tools":{}}})";

std::string call(std::string_view id, std::string_view tool, std::string_view more = "",
                 std::string_view capabilities = can_ask) {
    std::string members = R"("name":")" + std::string(tool) + "\"";
    if (!more.empty()) members += ',' + std::string(more);
    return Script::modern(id, "tools/call", members, capabilities);
}

/// Asks for a name, then for a city, and greets.
void add_greeter(Script& script) {
    script.core.tool("greet",
                     [](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         const auto text = [&](const char* key) {
                             const InputResponses answers = context.ask(form_question(key));
                             const auto& result = std::get<ElicitResult>(answers.at(key));
                             if (result.action != ElicitActionTag::accept)
                                 return std::string("nobody");
                             return std::get<std::string>(result.content->at("name"));
                         };
                         const std::string name = text("step1");
                         const std::string city = text("step2");
                         done(text_result(name + " of " + city));
                     });
}

constexpr const char* step1 = R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
    "inputRequests":{"step1":{"method":"elicitation/create","params":{"message":"Who are you?",
    "requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},
    "required":["name"]}}}},
    "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fake","version":"1.0"}}}})";
constexpr const char* step2 = R"({"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required",
    "inputRequests":{"step2":"$any"},"requestState":"$state","_meta":"$any"}})";
constexpr const char* answer1 =
    R"("inputResponses":{"step1":{"action":"accept","content":{"name":"Ada"}}})";
constexpr const char* answer2 =
    R"("inputResponses":{"step2":{"action":"accept","content":{"name":"Rome"}}})";

/// Up to the second question, whose state is caught.
void reach_step2(Script& script) {
    add_greeter(script);
    script.receive(call("1", "greet")).expect_send(step1).receive(call("2", "greet", answer1));
    script.expect_send(step2);
}

std::string with_state(const std::string& answers, std::string_view state = "\"$state\"") {
    return answers + R"(,"requestState":)" + std::string(state);
}

constexpr const char* state_refused =
    R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"params.requestState: not valid"}})";

}  // namespace

TEST_CASE("R171 R172 R175 R180 two rounds of questions lead to an answer") {
    Script script;
    reach_step2(script);
    script.receive(call("3", "greet", with_state(answer2)))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",
            "text":"Ada of Rome"}]}})");
    CHECK(script.session().counters().in_flight == 0);
}

TEST_CASE("R032 the second round may come on another connection, to a server with the same keys") {
    Script first;
    reach_step2(first);
    const std::string state = first.caught("state").dump();
    // The same core serves the second connection.
    auto outbox = std::make_shared<FakeOutbox>();
    const auto second =
        std::make_shared<session::ServerSession>(first.core, outbox, "", first.clock);
    second->received(call("9", "greet", with_state(answer2, state)), false, first.clock.now());
    REQUIRE(outbox->sent.size() == 1);
    CHECK(outbox->sent[0].text.find("Ada of Rome") != std::string::npos);
}

TEST_CASE("R174 R175 a state that was changed is refused, and the reason is only reported") {
    Script script;
    reach_step2(script);
    const std::string state = *script.caught("state").as_string();
    const int served = script.core.served_calls;
    for (std::size_t at = 0; at < state.size(); at += 7) {
        std::string changed = state;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        if (changed == state) continue;
        script.receive(call("3", "greet", with_state(answer2, "\"" + changed + "\"")))
            .expect_send(state_refused);
    }
    for (const char* bad : {"\"\"", "\"garbage\"", "\"tampered.state\""}) {
        script.receive(call("3", "greet", with_state(answer2, bad))).expect_send(state_refused);
    }
    script.receive(call("3", "greet", with_state(answer2, "5")))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"$any"}})");
    CHECK(script.core.served_calls == served);
    CHECK(script.core.reported("requestState"));
}

TEST_CASE("R175 a state is for its request, its arguments, its principal and its time alone") {
    Script script;
    reach_step2(script);
    script.core.tools["other"] = script.core.tools["greet"];
    script.receive(call("3", "other", with_state(answer2))).expect_send(state_refused);
    script.receive(call("3", "greet", with_state(answer2) + R"(,"arguments":{"a":1})"))
        .expect_send(state_refused);
    script.session().received_from(
        "mallory", call("3", "greet", with_state(answer2, script.caught("state").dump())),
        script.clock.now());
    script.expect_send(state_refused);
    script.advance(11min)
        .receive(call("3", "greet", with_state(answer2)))
        .expect_send(state_refused);
}

TEST_CASE("R175 the same arguments in another spelling are the same") {
    Script script;
    add_greeter(script);
    script
        .receive(
            call("2", "greet", answer1 + std::string(R"(,"arguments":{"a":1.0,"b":"\u0041"})")))
        .expect_send(step2)
        .receive(call("3", "greet", with_state(answer2) + R"(,"arguments":{"b":"A","a":1})"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":"$any"}})");
}

TEST_CASE("R178 an answer that does not fit its question is refused") {
    for (const char* junk : {"5", "null", "{}", R"({"action":"accept","content":{"name":5}})",
                             R"({"action":"nonsense"})", R"({"roots":[]})"}) {
        Script script;
        add_greeter(script);
        script
            .receive(call("1", "greet", R"("inputResponses":{"step1":)" + std::string(junk) + "}"))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$any"}})");
    }
    Script script;
    add_greeter(script);
    script.receive(call("1", "greet", R"("inputResponses":[])"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$any"}})");
}

TEST_CASE(
    "R179 R180 answers to what was not asked are ignored, and what is missing is asked again") {
    Script script;
    add_greeter(script);
    script.receive(call("1", "greet", R"("inputResponses":{"wrong":{"action":"decline"}})"))
        .expect_send(step1);
}

TEST_CASE("R320 declined and cancelled reach the handler") {
    Script script;
    reach_step2(script);
    script
        .receive(call("3", "greet", with_state(R"("inputResponses":{"step2":{
            "action":"decline"}})")))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",
            "text":"Ada of nobody"}]}})");
}

TEST_CASE("R044 R173 R311 what the request does not declare is not asked, and the error names it") {
    const auto needs = [](InputRequests questions, const char* capabilities, const char* required) {
        Script script;
        script.core.tool(
            "ask", [questions](std::optional<JsonView>, Context& context, Done<std::string> done) {
                (void)context.ask(questions);
                done(text_result("x"));
            });
        script.receive(call("1", "ask", "", capabilities))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"$any",
                "data":{"requiredCapabilities":)" +
                         std::string(required) + "}}}");
    };
    InputRequests roots;
    roots["r"] = ListRootsRequest{};
    InputRequests sampling;
    CreateMessageRequest sample;
    sample.params.maxTokens = 1;
    sampling["s"] = sample;
    sample.params.tools.emplace();
    InputRequests with_tools;
    with_tools["s"] = sample;
    ElicitRequestURLParams page;
    page.message = "m";
    page.url = "https://example.com";
    ElicitRequest elicit;
    elicit.params = page;
    InputRequests url;
    url["u"] = elicit;

    needs(roots, "{}", R"({"roots":{}})");
    needs(sampling, "{}", R"({"sampling":{}})");
    needs(with_tools, R"({"sampling":{}})", R"({"sampling":{"tools":{}}})");
    needs(form_question("f"), "{}", R"({"elicitation":{"form":{}}})");
    needs(form_question("f"), R"({"elicitation":{"url":{}}})", R"({"elicitation":{"form":{}}})");
    needs(url, R"({"elicitation":{}})", R"({"elicitation":{"url":{}}})");
    InputRequests all = roots;
    all["s"] = sample;
    all["f"] = form_question("f").at("f");
    needs(all, "{}", R"({"roots":{},"sampling":{"tools":{}},"elicitation":{"form":{}}})");
}

TEST_CASE("R170 a request that is not one of the three cannot ask") {
    Script script;
    script.core.handlers["resources/list"] = [](std::optional<JsonView>, Context& context,
                                                Done<std::string> done) {
        (void)context.ask(form_question("f"));
        done(std::string("{}"));
    };
    script.receive(Script::modern("1", "resources/list", "", can_ask))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"$any"}})");
}

TEST_CASE("R171 a state alone tells the client to try again, with what was kept") {
    Script script;
    script.core.tool("shed", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        const auto kept = context.kept();
        const std::int64_t round = kept ? *kept->as_int64() : 0;
        if (round == 2) return done(text_result("state-ok"));
        context.keep(Json(round + 1));
        context.try_again();
    });
    script.receive(call("1", "shed", "", "{}"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "requestState":"$state","_meta":"$any"}})")
        .receive(call("2", "shed", R"("requestState":"$state")", "{}"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required",
            "requestState":"$state","_meta":"$any"}})")
        .receive(call("3", "shed", R"("requestState":"$state")", "{}"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",
            "text":"state-ok"}]}})");
}

TEST_CASE("What is kept together with a question comes back with its answer") {
    Script script;
    script.core.tool("count",
                     [](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         if (!context.kept()) context.keep(Json("first run"));
                         (void)context.ask(form_question("f"));
                         done(text_result(*context.kept()->as_string()));
                     });
    script.receive(call("1", "count"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "inputRequests":"$any","requestState":"$state","_meta":"$any"}})")
        .receive(call("2", "count", R"("inputResponses":{"f":{"action":"cancel"}},
            "requestState":"$state")"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text",
            "text":"first run"}]}})");
}

TEST_CASE("A state that grows too large is an internal error, and reported") {
    Script script;
    script.core.limits.max_state = 1000;
    script.core.tool("hoard", [](std::optional<JsonView>, Context& context, Done<std::string>) {
        context.keep(Json(std::string(2000, 'x')));
        context.try_again();
    });
    script.receive(call("1", "hoard"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"$any"}})")
        .receive(call("2", "hoard", R"("requestState":")" + std::string(2000, 'x') + "\""))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"$any"}})");
    CHECK(script.core.reported("too large"));
}

TEST_CASE("A handler that swallows the interruption still asks") {
    Script script;
    script.core.tool("greedy",
                     [](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         try {
                             (void)context.ask(form_question("a"));
                         } catch (...) {}
                         try {
                             (void)context.ask(form_question("b"));
                         } catch (...) {}
                         done(text_result("made up"));
                     });
    script.receive(call("1", "greedy"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "inputRequests":{"a":"$any","b":"$any"},"_meta":"$any"}})");
}

TEST_CASE("A coroutine is left at its question, too") {
    Script script;
    bool finished = false;
    script.core.tool(
        "later", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
            const auto shared = std::make_shared<Done<std::string>>(std::move(done));
            ask_later(context, form_question("f"), [&, shared](Answer<InputResponses>&& answer) {
                finished = answer.has_value();
                (*shared)(text_result("late"));
            });
        });
    script.receive(call("1", "later"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "...":true}})");
    CHECK_FALSE(finished);
    script.receive(call("2", "later", R"("inputResponses":{"f":{"action":"cancel"}})"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":"$any"}})");
    CHECK(finished);
}

TEST_CASE("R014 an error that names web pages becomes questions") {
    Script script;
    script.core.tool("page", [](std::optional<JsonView>, Context&, Done<std::string>) {
        throw RpcError(error_code::url_elicitation_required, "sign in first",
                       *Json::parse(R"({"elicitations":[{"mode":"url","message":"m",
                           "url":"https://example.com","elicitationId":"e1"}]})"));
    });
    script.receive(call("1", "page"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "inputRequests":{"elicitation_1":{"method":"elicitation/create","params":{
            "mode":"url","message":"m","url":"https://example.com","...":true}}},"_meta":"$any"}})")
        .receive(call("2", "page", "", R"({"elicitation":{}})"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32021,"...":true}})");
}

TEST_CASE("R177 nothing is kept for rounds that do not come") {
    Script script;
    add_greeter(script);
    for (int i = 0; i < 100; ++i) script.receive(call("1", "greet")).expect_send(step1);
    const auto left = script.session().counters();
    CHECK(left.in_flight == 0);
    CHECK(left.waiting == 0);
}

TEST_CASE("R186 progress comes before the question, nothing after it") {
    Script script;
    script.core.tool("ask", [](std::optional<JsonView>, Context& context, Done<std::string>) {
        context.progress(1);
        (void)context.ask(form_question("f"));
    });
    script
        .receive(
            Script::modern("1", "tools/call", R"("name":"ask")", can_ask, R"("progressToken":1)"))
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":1,"progress":1}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",
            "...":true}})")
        .expect_nothing();
}
