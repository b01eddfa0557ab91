// States that may come back once, and what the log is told of forms.
#include "catch.hpp"
#include "session/asks.hpp"
#include "session/used_tokens.hpp"

using namespace script;
using namespace std::chrono_literals;

namespace {

constexpr const char* can_show_forms = R"({"elicitation":{}})";

/// A tool that asks twice, so that there is a state. Says how often it has come to its end.
void add_payment(Script& script, int& paid) {
    script.core.tool("pay",
                     [&paid](std::optional<JsonView>, Context& context, Done<std::string> done) {
                         context.keep("begun");
                         (void)context.ask(form_question("sure"));
                         ++paid;
                         done(text_result("paid"));
                     });
}

std::string again(std::string_view id) {
    return Script::modern(id, "tools/call",
                          R"("name":"pay","requestState":"$state",
                          "inputResponses":{"sure":{"action":"accept","content":{"name":"Ada"}}})",
                          can_show_forms);
}

constexpr const char* question = R"({"jsonrpc":"2.0","id":1,"result":{
    "resultType":"input_required","inputRequests":"$any","requestState":"$state","_meta":"$any"}})";

}  // namespace

TEST_CASE("R176 where states count once, one that comes back again is refused") {
    Script script;
    script.core.used = std::make_unique<session::UsedTokens>(100);
    int paid = 0;
    add_payment(script, paid);
    script.receive(Script::modern("1", "tools/call", R"("name":"pay")", can_show_forms))
        .expect_send(question)
        .receive(again("2"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"...":true}})")
        .receive(again("3"))
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,
            "message":"params.requestState: not valid"}})");
    CHECK(paid == 1);
    CHECK(script.core.reported("it has come back before"));
}

TEST_CASE("R176 where states may come back, each try is served") {
    Script script;
    int paid = 0;
    add_payment(script, paid);
    script.receive(Script::modern("1", "tools/call", R"("name":"pay")", can_show_forms))
        .expect_send(question);
    for (const char* id : {"2", "3"}) {
        script.receive(again(id)).expect_send(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                                              R"(,"result":{"...":true}})");
    }
    CHECK(paid == 2);
}

TEST_CASE("R176 a token is taken once, remembered to its end, and never forgotten to make room") {
    const session::UsedTokens::Time now{};
    session::UsedTokens used(2);
    CHECK(used.take("a", now, now + 10s));
    CHECK_FALSE(used.take("a", now + 9s, now + 19s));
    CHECK(used.take("b", now + 5s, now + 15s));
    CHECK_FALSE(used.take("c", now + 6s, now + 16s));  // full
    CHECK_FALSE(used.take("a", now + 6s, now + 16s));
    CHECK(used.take("c", now + 10s, now + 20s));  // `a` is over, and its state, too
    CHECK_FALSE(used.take("b", now + 11s, now + 21s));
}

TEST_CASE("R324 a form with a web address in its texts is reported") {
    const auto reported = [](auto change) {
        InputRequests questions = form_question("f");
        auto& form = std::get<ElicitRequestFormParams>(
            std::get<ElicitRequest>(questions.begin()->value).params);
        change(form);
        Script script;
        add_asker(script, std::move(questions));
        script.legacy("2025-11-25", can_show_forms).receive(Script::call("1", "ask"));
        return script.core.reported("a form has a web address in it");
    };
    CHECK_FALSE(reported([](ElicitRequestFormParams&) {}));
    CHECK(reported([](ElicitRequestFormParams& form) { form.message = "See https://a.example"; }));
    CHECK(reported([](ElicitRequestFormParams& form) {
        NumberSchema number;
        number.description = "HTTP://a.example/n";
        form.requestedSchema.properties["n"] = number;
    }));
    CHECK(reported([](ElicitRequestFormParams& form) {
        form.requestedSchema.properties["s"] = StringSchema{.title = "at http://a.example"};
    }));
    CHECK_FALSE(reported([](ElicitRequestFormParams& form) {
        form.requestedSchema.properties["s"] = StringSchema{.title = "Your home page"};
    }));
}

TEST_CASE("LIF-14 choices of a form are written as the older revision has them") {
    InputRequests questions = form_question("f");
    auto& form =
        std::get<ElicitRequestFormParams>(std::get<ElicitRequest>(questions.begin()->value).params);
    form.requestedSchema.properties.clear();
    form.requestedSchema.required.reset();
    form.requestedSchema.properties["size"] =
        UntitledSingleSelectEnumSchema{.enum_ = {"s", "m"}, .title = "Size", .default_ = "s"};
    TitledSingleSelectEnumSchema color;
    color.oneOf = {{.const_ = "r", .title = "Red"}, {.const_ = "b", .title = "Blue"}};
    color.description = "Of the shirt";
    form.requestedSchema.properties["color"] = color;
    Script script;
    add_asker(script, questions);
    script.legacy("2025-06-18", can_show_forms)
        .receive(Script::call("1", "ask"))
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"elicitation/create","params":{
            "message":"Who are you?","requestedSchema":{"type":"object","properties":{
            "size":{"type":"string","title":"Size","enum":["s","m"]},
            "color":{"type":"string","description":"Of the shirt","enum":["r","b"],
                     "enumNames":["Red","Blue"]}}}}})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"action":"accept",
            "content":{"size":"m","color":"b"}}})");
    CHECK(outcome(script) == "answers: 1");
}
