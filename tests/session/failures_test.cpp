// The main conversations, with the connection broken at each of their steps.
#include "catch.hpp"
#include "session/script.hpp"

using namespace script;
using namespace std::chrono_literals;

TEST_CASE("A legacy conversation may break at every step") {
    with_every_failure([](Script& script) {
        script.core.tool(
            "ask", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
                context.progress(1);
                const auto shared = std::make_shared<Done<std::string>>(std::move(done));
                ask_later(context, form_question("f"), [shared](Answer<InputResponses>&& answer) {
                    if (!answer) return (*shared)(Unexpected(answer.error()));
                    (*shared)(text_result("thanks"));
                });
            });
        script.legacy("2025-11-25", R"({"elicitation":{}})")
            .receive(R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{
                "uri":"file:///a"}})")
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})")
            .receive(Script::call("2", "ask", R"("_meta":{"progressToken":1})"))
            .expect_send(R"({"jsonrpc":"2.0","method":"notifications/progress","...":true})")
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create",
                "...":true})")
            .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"action":"decline"}})")
            .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})")
            .receive(Script::call("3", "ask"))
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create",
                "...":true})")
            .receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{
                "requestId":3}})")
            .expect_send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","...":true})")
            .expect_nothing();
        script.session().list_changed(ListKind::tools);
        script.advance(10ms)
            .expect_send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})")
            .fail_here();
    });
}

TEST_CASE("A modern conversation may break at every step") {
    with_every_failure([](Script& script) {
        script.core.tool("ask",
                         [](std::optional<JsonView>, Context& context, Done<std::string> done) {
                             (void)context.ask(form_question("f"));
                             done(text_result("thanks"));
                         });
        std::shared_ptr<Done<std::string>> waiting;
        script.core.tool("wait", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
            waiting = std::make_shared<Done<std::string>>(std::move(done));
        });
        script.receive(Script::modern("1", "server/discover"))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})")
            .receive(Script::modern("2", "subscriptions/listen",
                                    R"("notifications":{"toolsListChanged":true})"))
            .expect_send(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",
                "...":true})")
            .receive(Script::modern("3", "tools/call", R"("name":"ask")", R"({"elicitation":{}})"))
            .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required",
                "...":true}})")
            .receive(Script::modern("4", "tools/call", R"("name":"ask","inputResponses":{"f":{
                "action":"decline"}})",
                                    R"({"elicitation":{}})"))
            .expect_send(R"({"jsonrpc":"2.0","id":4,"result":{"...":true}})")
            .receive(Script::modern("5", "tools/call", R"("name":"wait")"))
            .expect_nothing();
        (*waiting)(text_result("done"));
        script.expect_send(R"({"jsonrpc":"2.0","id":5,"result":{"...":true}})");
        script.session().end_streams();
        script.expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})").fail_here();
    });
}

TEST_CASE("A batch may break at every step") {
    with_every_failure([](Script& script) {
        script.legacy("2025-03-26")
            .receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},
                {"jsonrpc":"2.0","id":2,"method":"ping"}])")
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})")
            .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})")
            .fail_here();
    });
}

TEST_CASE("R077 a session survives every message that is cut off or has a byte changed") {
    const std::string message = Script::modern("1", "tools/call", R"("name":"echo","arguments":{
        "text":"x"})",
                                               R"({"elicitation":{}})", R"("progressToken":1)");
    Script script;
    script.legacy("2025-11-25");
    for (std::size_t length = 0; length < message.size(); ++length) {
        script.receive(message.substr(0, length));
        std::string changed = message;
        changed[length] = static_cast<char>(changed[length] ^ 0x15);
        script.receive(changed);
    }
    script.outbox().sent.clear();
    script.receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    CHECK(script.session().counters().in_flight == 0);
}
