// Asking a legacy client's user: forms and web pages.
#include "catch.hpp"
#include "session/asks.hpp"

using namespace script;

TEST_CASE("ELI-01 ELI-02 LIF-14 elicitation exists since 2025-06-18, by url since 2025-11-25") {
    CHECK(refused("2025-03-26", R"({"elicitation":{}})", form_question("f")));
    CHECK(asked("2025-06-18", R"({"elicitation":{}})", form_question("f")) == "sent");
    CHECK(refused("2025-06-18", "{}", form_question("f")));
    CHECK(asked("2025-11-25", R"({"elicitation":{}})", form_question("f")) == "sent");
    CHECK(asked("2025-11-25", R"({"elicitation":{"form":{}}})", form_question("f")) == "sent");
    CHECK(refused("2025-11-25", R"({"elicitation":{"url":{}}})", form_question("f")));
    CHECK(refused("2025-11-25", R"({"elicitation":{}})", url_question()));
    CHECK(refused("2025-11-25", R"({"elicitation":{"form":{}}})", url_question()));
    CHECK(refused("2025-06-18", R"({"elicitation":{"url":{}}})", url_question()));
    CHECK(asked("2025-11-25", R"({"elicitation":{"url":{}}})", url_question()) == "sent");
}

TEST_CASE(
    "ELI-12 ELI-13 a question by url has an id of ours, and no content is taken as its answer") {
    Script script;
    std::optional<bool> has_content;
    script.core.tool("ask", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
        const auto shared = std::make_shared<Done<std::string>>(std::move(done));
        ask_later(context, url_question(), [&has_content, shared](Answer<InputResponses>&& answer) {
            has_content = std::get<ElicitResult>(answer->begin()->value).content.has_value();
            (*shared)(text_result("ok"));
        });
    });
    script.legacy("2025-11-25", R"({"elicitation":{"url":{}}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create","params":{
            "mode":"url","message":"Please sign in","url":"https://example.com/login",
            "elicitationId":"$id"}})");
    CHECK(script.last_related == MessageId(1));
    const std::string id = script.caught("id").as_string().value_or("");
    CHECK(id.size() >= 22);  // 128 bits
    script.receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"action":"accept",
        "content":{"x":"y"}}})");
    CHECK(outcome(script) == "ok");
    CHECK(has_content == false);

    // ELI-14: the end is told once, and only for an id that this session has issued.
    script.session().elicitation_completed("made-up");
    script.expect_nothing();
    script.session().elicitation_completed(id);
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete",
        "params":{"elicitationId":"$any"}})");
    script.session().elicitation_completed(id);
    script.expect_nothing();
}

/// A tool asks for a page to be visited; `$ask` is the question. Gives the elicitation's id.
static std::string ask_for_visit(Script& script) {
    add_asker(script, url_question());
    script.legacy("2025-11-25", R"({"elicitation":{"url":{}}})")
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create","params":{
            "elicitationId":"$id","...":true}})");
    return *script.caught("id").as_string();
}

TEST_CASE("ELI-21 a page that was declined, or never answered, is not open any more") {
    Script ada("ada");
    const std::string id = ask_for_visit(ada);
    REQUIRE(ada.session().elicitation_belongs(id, "ada"));
    SECTION("declined") {
        ada.receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"action":"decline"}})");
    }
    SECTION("not answered in time: taken back on the stream of the question") {
        ada.advance(std::chrono::hours(24))
            .expect_send(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"...":true}})");
        CHECK(ada.last_related == MessageId(1));
    }
    SECTION("the connection has ended") { ada.session().closed("gone"); }
    CHECK_FALSE(ada.session().elicitation_belongs(id, "ada"));
}

TEST_CASE("ELI-21 an elicitation belongs to the client and the user that it was sent to") {
    Script ada("ada");
    const std::string id = ask_for_visit(ada);
    CHECK(ada.session().elicitation_belongs(id, "ada"));
    CHECK_FALSE(ada.session().elicitation_belongs(id, "bob"));
    CHECK_FALSE(ada.session().elicitation_belongs("made-up", "ada"));
    Script other("ada");
    other.legacy("2025-11-25");
    CHECK_FALSE(other.session().elicitation_belongs(id, "ada"));
}

TEST_CASE("ELI-14 the end of an elicitation is told to the session that began it alone") {
    Script other;
    other.legacy("2025-11-25", R"({"elicitation":{"url":{}}})");
    other.session().elicitation_completed("id-of-another-session");
    other.expect_nothing();
}

TEST_CASE("ELI-12 ELI-20 an unsafe or broken web address is refused before it is sent") {
    for (const char* url : {"not a url", "", "https://user:pw@example.com/", "http://example.com/",
                            "javascript:alert(1)", "https://example.com/?access_token=abc"}) {
        CHECK(asked("2025-11-25", R"({"elicitation":{"url":{}}})", url_question(url))
                  .rfind("invalid_argument", 0) == 0);
    }
}

TEST_CASE("ELI-17 an error that names web pages: their ends may be told") {
    Script script;
    script.core.tool("page", [](std::optional<JsonView>, Context&, Done<std::string>) {
        throw RpcError(error_code::url_elicitation_required, "sign in first",
                       *Json::parse(R"({"elicitations":[{"mode":"url","message":"m",
                           "url":"https://example.com","elicitationId":"e1"}]})"));
    });
    script.legacy("2025-11-25", R"({"elicitation":{"url":{}}})")
        .receive(Script::call("1", "page"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"sign in first",
            "data":{"elicitations":[{"mode":"url","message":"m","url":"https://example.com",
            "elicitationId":"e1"}]}}})");
    script.session().elicitation_completed("e1");
    script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete",
        "params":{"elicitationId":"e1"}})");
}

TEST_CASE("ELI-07 ELI-09 what the user entered is checked against the form") {
    const auto answered = [](const char* result) {
        Script script;
        add_asker(script, form_question("f"));
        script.legacy("2025-11-25", R"({"elicitation":{}})")
            .receive(Script::call("1", "ask"))
            .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create","params":{
                "message":"Who are you?","requestedSchema":{"type":"object",
                "properties":{"name":{"type":"string"}},"required":["name"]}}})")
            .receive(R"({"jsonrpc":"2.0","id":"$ask","result":)" + std::string(result) + "}");
        return outcome(script);
    };
    CHECK(answered(R"({"action":"accept","content":{"name":"Ada"}})") == "answers: 1");
    CHECK(answered(R"({"action":"decline"})") == "answers: 1");
    CHECK(answered(R"({"action":"cancel","content":null})") == "answers: 1");
    CHECK(answered(R"({"action":"accept","content":{"name":5}})").rfind("invalid_response", 0) ==
          0);
    CHECK(answered(R"({"action":"accept","content":{}})").rfind("invalid_response", 0) == 0);
    CHECK(answered(R"({"action":"accept"})").rfind("invalid_response", 0) == 0);
    CHECK(answered(R"({"action":"maybe"})").rfind("invalid_response", 0) == 0);
    CHECK(answered("{}").rfind("invalid_response", 0) == 0);
}

TEST_CASE("ELI-10 a form that asks for a secret is reported") {
    Script script;
    add_asker(script, form_question("f", "user_password"));
    script.legacy("2025-11-25", R"({"elicitation":{}})").receive(Script::call("1", "ask"));
    CHECK(script.core.reported("user_password"));
}
