// What a legacy server asks its client: gates, requests, answers, deadlines, taking back.
#include "session/asks.hpp"
#include "catch.hpp"

#include <set>

using namespace script;
using namespace std::chrono_literals;

TEST_CASE("LIF-15 ROO-07 ELI-02 SMP-07 what the client did not declare is not asked") {
    CHECK(refused("2025-11-25", "{}", roots_question()));
    CHECK(asked("2025-11-25", R"({"roots":{}})", roots_question()) == "sent");
    CHECK(refused("2025-11-25", "{}", sampling_question()));
    CHECK(asked("2024-11-05", R"({"sampling":{}})", sampling_question()) == "sent");
    CHECK(refused("2025-11-25", R"({"sampling":{}})", sampling_question(true)));
    CHECK(asked("2025-11-25", R"({"sampling":{"tools":{}}})", sampling_question(true)) == "sent");
    CHECK(refused("2025-06-18", R"({"sampling":{"tools":{}}})", sampling_question(true)));
}

TEST_CASE("ROO-02 roots that are no files are not trusted") {
    Script script;
    add_asker(script, roots_question());
    script.legacy("2025-11-25", R"({"roots":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":[{"uri":"http://x"}]}})");
    CHECK(outcome(script).rfind("invalid_response", 0) == 0);
}

TEST_CASE("SMP-02 SMP-11 SMP-15 sampling has the shape of its revision") {
    Script script;
    add_asker(script, sampling_question());
    script.legacy("2025-06-18", R"({"sampling":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"sampling/createMessage","params":{
            "maxTokens":10,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"role":"assistant","model":"m",
            "content":{"type":"text","text":"hello"},"stopReason":"something new"}})");
    CHECK(outcome(script) == "answers: 1");
}

TEST_CASE("An error of the client reaches the handler: SMP-03 ROO-04") {
    Script script;
    add_asker(script, sampling_question());
    script.legacy("2025-11-25", R"({"sampling":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"sampling/createMessage",
            "params":{"...":true}})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","error":{"code":-1,
            "message":"User rejected sampling request"}})");
    CHECK(outcome(script) == "peer: User rejected sampling request");
}

TEST_CASE("RPC-05 RPC-06 RPC-07 a spoiled answer fails the one call that it belongs to") {
    for (const char* rest : {R"("result":5)", R"("result":{},"error":{"code":1,"message":"m"})",
                             R"("error":{"code":1.5,"message":"m"})", R"("error":"no")"}) {
        Script script;
        add_asker(script, roots_question());
        script.legacy("2025-11-25", R"({"roots":{}})")
            .receive(Script::call("1", "ask"))
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
            .receive(R"({"jsonrpc":"2.0","id":"$ask",)" + std::string(rest) + "}");
        CHECK(outcome(script).rfind("invalid_response", 0) == 0);
        script.receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
            .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    }
}

TEST_CASE(
    "TMO-01 TMO-02 TMO-04 TMO-05 an answer that does not come ends the call, and the client hears "
    "of it") {
    Script script;
    script.core.limits.ask_timeout = 30s;
    add_asker(script, roots_question());
    script.legacy("2025-11-25", R"({"roots":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .advance(29s)
        .receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{
            "progressToken":"$ask","progress":1}})")
        .expect_nothing()
        .advance(1s)
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":"$any","reason":"$any"}})");
    CHECK(outcome(script).rfind("timeout", 0) == 0);
    script.receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":[]}})").expect_nothing();
}

TEST_CASE("RPC-03 our requests never share an id") {
    Script script;
    add_asker(script, roots_question());
    script.legacy("2025-11-25", R"({"roots":{}})");
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) {
        script.receive(Script::call("1", "ask"))
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})");
        ids.insert(script.caught("ask").dump());
        script.receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":[]}})");
        CHECK(outcome(script) == "answers: 1");
    }
    CHECK(ids.size() == 1000);
}

TEST_CASE("Cancelling a request takes back what it asked") {
    Script script;
    add_asker(script, roots_question());
    script.legacy("2025-11-25", R"({"roots":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})")
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "requestId":"$any","reason":"$any"}})")
        .expect_nothing();
    CHECK(script.session().counters().waiting == 0);
    CHECK(script.session().counters().in_flight == 0);
}

TEST_CASE("Several questions at once: all answers, or the first failure") {
    InputRequests both = roots_question();
    both["f"] = form_question("f").at("f");
    Script script;
    add_asker(script, both);
    script.legacy("2025-11-25", R"({"roots":{},"elicitation":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$roots","method":"roots/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":"$form","method":"elicitation/create",
            "params":{"...":true}})")
        .receive(R"({"jsonrpc":"2.0","id":"$form","result":{"action":"decline"}})")
        .expect_nothing()
        .receive(R"({"jsonrpc":"2.0","id":"$roots","result":{"roots":[]}})");
    CHECK(outcome(script) == "answers: 2");

    script.receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$roots","method":"roots/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":"$form","method":"elicitation/create",
            "params":{"...":true}})")
        .receive(R"({"jsonrpc":"2.0","id":"$roots","error":{"code":-32601,"message":"no"}})")
        .expect_send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
            "...":true}})");
    CHECK(outcome(script) == "peer: no");
    CHECK(script.session().counters().waiting == 0);
}

TEST_CASE("The end of the connection fails what was asked, with the cause") {
    Script script;
    std::string told;
    script.core.tool("ask", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
        const auto shared = std::make_shared<Done<std::string>>(std::move(done));
        ask_later(context, roots_question(), [&told, shared](Answer<InputResponses>&& answer) {
            told = answer.error().message;
            CHECK(answer.error().failure == Failure::closed);
            (*shared)(Unexpected(answer.error()));
        });
    });
    script.legacy("2025-11-25", R"({"roots":{}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .fail_here("connection reset")
        .expect_nothing();
    CHECK(told == "connection reset");
}

TEST_CASE("Too many questions at a time are refused") {
    Script script;
    script.core.limits.max_calls = 1;
    add_asker(script, roots_question());
    script.legacy("2025-11-25", R"({"roots":{}})")
        .receive(Script::call("2", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .receive(Script::call("1", "ask"));
    CHECK(outcome(script).rfind("busy", 0) == 0);
}

TEST_CASE("SMP-16 a handler may wait for its client on a worker's thread") {
    Script script;
    script.core.inline_calls = false;
    script.core.tool("block",
                     [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         const ListRootsResult roots = context.list_roots();
                         done(text_result(std::to_string(roots.roots.size())));
                     });
    script.legacy("2025-11-25", R"({"roots":{}})").receive(Script::call("1", "block"));
    script.await_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":[{"uri":"file:///a"}]}})")
        .await_send(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",
            "text":"1"}]}})");
}

TEST_CASE("A legacy handler gets back at once what it keeps, and cannot be tried again") {
    Script script;
    script.core.tool("keep", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        CHECK_FALSE(context.kept().has_value());
        context.keep(Json(5));
        CHECK(context.kept() == Json(5));
        CHECK_THROWS_AS(context.try_again(), RpcError);
        done(text_result("ok"));
    });
    script.legacy("2025-11-25").receive(Script::call("1", "keep"));
    CHECK(outcome(script) == "ok");
}
