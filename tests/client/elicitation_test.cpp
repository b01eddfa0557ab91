// Forms and web pages that a server asks the user for.
#include "script.hpp"

#include <mcp/elicit_form.hpp>
#include <mcp/sampling.hpp>
#include <mcp/url_check.hpp>

using namespace mcp;
using namespace mcp::client::test;

namespace {

void answer_forms(Script& script, std::function<ElicitResult(const ElicitRequestFormParams&)> f) {
    script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
        [f = std::move(f)](const ElicitRequestFormParams& params, CallContext&) {
            return f(params);
        });
}
void visit_pages(Script& script, ElicitAction action, int* visits = nullptr) {
    script.handlers.url = detail::ask_handler<ElicitRequestURLParams, ElicitResult>(
        [=](const ElicitRequestURLParams&, CallContext&) {
            if (visits) ++*visits;
            ElicitResult result{.action = action};
            result.content.emplace()["password"] = std::string("1234");  // never sent
            return result;
        });
}
std::string elicit(const std::string& params, int id = 1) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"elicitation/create","params":)" + params + "}";
}
std::string form(const std::string& properties, const std::string& required = "[]") {
    return R"({"message":"m","requestedSchema":{"type":"object","properties":{)" + properties +
           R"(},"required":)" + required + "}}";
}

/// Whether `value` fits a form with one field.
std::optional<std::string> violation(const std::string& field, const std::string& value) {
    const auto schema =
        decode<ElicitSchema>(R"({"type":"object","properties":{"f":)" + field + "}}", r2025_11_25);
    REQUIRE(schema);
    const auto result =
        decode<ElicitResult>(R"({"action":"accept","content":{"f":)" + value + "}}", r2025_11_25);
    REQUIRE(result);
    return form_violation(*schema, *result->content);
}
bool fits(const std::string& field, const std::string& value) { return !violation(field, value); }

}  // namespace

TEST_CASE("ELI-04 R312 a request without mode is a form") {
    Script script;
    int asked = 0;
    answer_forms(script, [&](const ElicitRequestFormParams& params) {
        ++asked;
        CHECK(params.message == "m");
        return ElicitResult{.action = ElicitActionTag::decline};
    });
    script.open_legacy(GENERATE(r2025_06_18, r2025_11_25));
    script.receive(elicit(form(R"("a":{"type":"string"})")));
    script.work();
    CHECK(asked == 1);
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"action":"decline"}})");
}

TEST_CASE("ELI-03 R311 a mode that was not declared is -32602") {
    Script script;
    const bool has_form = GENERATE(true, false);
    if (has_form) {
        answer_forms(script, [](const ElicitRequestFormParams&) { return ElicitResult{}; });
    } else {
        visit_pages(script, ElicitActionTag::accept);
    }
    script.open_legacy(r2025_11_25);
    script.receive(elicit(
        has_form ? R"({"mode":"url","message":"m","url":"https://x.org/","elicitationId":"e"})"
                 : form("")));
    script.work();
    CHECK(script.sent()["error"]["code"].as_int64() == error_code::invalid_params);
}

TEST_CASE("ELI-08 R317 fields that are left out get the defaults of the form") {
    Script script;
    answer_forms(script, [](const ElicitRequestFormParams&) {
        ElicitResult result{.action = ElicitActionTag::accept};
        result.content.emplace()["name"] = std::string("mine");
        return result;
    });
    script.open_legacy(r2025_11_25);
    script.receive(elicit(form(
        R"("name":{"type":"string","default":"theirs"},"age":{"type":"integer","default":30},
           "score":{"type":"number","default":9.5},"ok":{"type":"boolean","default":true},
           "color":{"type":"string","enum":["red","blue"],"default":"blue"},
           "many":{"type":"array","items":{"type":"string","enum":["a","b"]},"default":["a"]},
           "free":{"type":"string"})")));
    script.work();
    CHECK(same(script.sent()["result"],
               json(R"({"action":"accept","content":{"name":"mine","age":30,"score":9.5,"ok":true,
                        "color":"blue","many":["a"]}})")));
}

TEST_CASE("ELI-07 ELI-09 what does not fit the form is not sent") {
    Script script;
    answer_forms(script, [](const ElicitRequestFormParams&) {
        ElicitResult result{.action = ElicitActionTag::accept};
        result.content.emplace()["age"] = std::int64_t{200};
        return result;
    });
    script.open_legacy(r2025_11_25);
    script.receive(elicit(form(R"("age":{"type":"integer","maximum":130})")));
    script.work();
    const Json answer = script.sent();
    CHECK(answer["error"]["code"].as_int64() == error_code::internal_error);
    CHECK(answer.text().find("200") == std::string::npos);
    CHECK(script.reports.back().find("age: at most 130") != std::string::npos);
}

TEST_CASE("ELI-09 cancel and decline carry no content") {
    Script script;
    const ElicitActionTag action = GENERATE(ElicitActionTag::cancel, ElicitActionTag::decline);
    answer_forms(script, [=](const ElicitRequestFormParams&) {
        ElicitResult result{.action = action};
        result.content.emplace()["a"] = std::string("x");
        return result;
    });
    script.open_legacy(r2025_11_25);
    script.receive(elicit(form(R"("a":{"type":"string"})")));
    script.work();
    CHECK_FALSE(script.sent()["result"].contains("content"));
}

TEST_CASE("ELI-12 a page needs message, id and an address that is one") {
    Script script;
    int visits = 0;
    visit_pages(script, ElicitActionTag::accept, &visits);
    script.open_legacy(r2025_11_25);
    script.receive(elicit(
        GENERATE(R"({"mode":"url","url":"https://x.org/","elicitationId":"e"})",
                 R"({"mode":"url","message":"m","elicitationId":"e"})",
                 R"({"mode":"url","message":"m","url":"https://x.org/"})",
                 R"({"mode":"url","message":"m","url":"not a url","elicitationId":"e"})",
                 R"({"mode":"url","message":"m","url":"javascript:alert","elicitationId":"e"})",
                 R"({"mode":"url","message":"m","url":"https://","elicitationId":"e"})")));
    script.work();
    CHECK(script.sent()["error"]["code"].as_int64() == error_code::invalid_params);
    CHECK(visits == 0);
}

TEST_CASE(
    "ELI-13 ELI-18 the handler gets the whole address; accepting is consent, without content") {
    Script script;
    std::vector<std::string> shown;
    script.handlers.url = detail::ask_handler<ElicitRequestURLParams, ElicitResult>(
        [&](const ElicitRequestURLParams& page, CallContext&) {
            shown.push_back(page.url + " " + page.message + " " + page.elicitationId);
            ElicitResult result{.action = ElicitActionTag::accept};
            result.content.emplace()["password"] = std::string("1234");  // never sent
            return result;
        });
    script.open_legacy(r2025_11_25);
    script.receive(elicit(
        R"({"mode":"url","message":"m","url":"https://x.org/p?a=1&b=%20#c","elicitationId":"e"})"));
    CHECK(script.nothing_sent());
    script.work();
    CHECK(shown == std::vector<std::string>{"https://x.org/p?a=1&b=%20#c m e"});
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept"}})");
}

TEST_CASE("ELI-14 ELI-15 the end of a page is told once; unknown ones are ignored") {
    Script script;
    std::vector<std::string> done;
    visit_pages(script, ElicitActionTag::accept);
    script.handlers.elicitation_complete = [&](const std::string& id) { done.push_back(id); };
    script.open_legacy(r2025_11_25);
    script.receive(
        elicit(R"({"mode":"url","message":"m","url":"https://x.org/p","elicitationId":"e1"})"));
    script.work();
    script.sent();
    for (const char* id : {"\"other\"", "\"e1\"", "\"e1\"", "5"}) {
        script.receive(
            R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":)" +
            std::string(id) + "}}");
    }
    script.events();
    CHECK(done == std::vector<std::string>{"e1"});
    CHECK(script.nothing_sent());
}

TEST_CASE("ELI-17 the pages that a call needs are told, and their end is heard") {
    Script script;
    int heard = 0;
    script.handlers.elicitation_complete = [&](const std::string&) { ++heard; };
    script.open_legacy(r2025_11_25, everything);
    const auto outcome = script.call<CallTool>({.name = "x"});
    script.sent();
    script.reply_error(
        -32042, "visit",
        R"({"elicitations":[{"mode":"url","message":"m","url":"https://x.org/","elicitationId":"e9"}]})");
    REQUIRE(failed(outcome, Failure::peer));
    const auto pages = required_pages((*outcome)->error());
    REQUIRE(pages.size() == 1);
    CHECK(pages[0].elicitationId == "e9");
    CHECK(required_pages(RpcError(-32601, "no")).empty());
    CHECK(required_pages(RpcError(-32042, "no", json("5"))).empty());
    script.receive(
        R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e9"}})");
    script.events();
    CHECK(heard == 1);
}

TEST_CASE("ELI-23 a burst of requests is held off, and the user asked only so often") {
    Script script;
    int asked = 0;
    answer_forms(script, [&](const ElicitRequestFormParams&) {
        ++asked;
        return ElicitResult{.action = ElicitActionTag::decline};
    });
    script.options.elicitation_rate = {.per_second = 1, .burst = 5};
    script.open_legacy(r2025_11_25);
    for (int i = 0; i < 50; ++i) {
        script.receive(elicit(form(""), i));
        script.advance(20ms);
        script.work();
        CHECK_FALSE(script.sent().text().empty());
    }
    CHECK(asked == 5);
}

TEST_CASE("ELI-06 formats of text fields") {
    const auto check = [](const std::string& format, const std::string& text, bool good) {
        INFO(format << " " << text);
        CHECK(fits(R"({"type":"string","format":")" + format + "\"}",
                   std::string(Json(text).text())) == good);
    };
    for (const char* good : {"a@b.org", "first.last+tag@sub.example.com", "\"odd one\"@x.de"}) {
        check("email", good, true);
    }
    for (const char* bad :
         {"", "a", "@b.org", "a@", "a b@c.de", "a..b@c.de", ".a@c.de", "a@-c.de"}) {
        check("email", bad, false);
    }
    for (const char* good : {"https://x.org/a?b#c", "urn:isbn:1", "file:///a%20b"})
        check("uri", good, true);
    for (const char* bad :
         {"", "x.org/a", "https", "https:", "1a:b", "a b:c", "https://x/ y", "https://x/%g0"}) {
        check("uri", bad, false);
    }
    for (const char* good : {"2026-01-31", "2024-02-29", "2000-02-29"}) check("date", good, true);
    for (const char* bad : {"", "2026-1-31", "2026-02-30", "2023-02-29", "1900-02-29", "2026-13-01",
                            "2026-01-00", "31.01.2026"}) {
        check("date", bad, false);
    }
    for (const char* good : {"2026-01-31T12:00:00Z", "2026-01-31t23:59:60.25+01:30"})
        check("date-time", good, true);
    for (const char* bad : {"2026-01-31", "2026-01-31T12:00:00", "2026-01-31T24:00:00Z",
                            "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00+1:00"}) {
        check("date-time", bad, false);
    }
    check("made-up", "anything", true);
}

TEST_CASE("ELI-07 R313 fields of every kind are checked") {
    CHECK(fits(R"({"type":"string","minLength":2,"maxLength":3})", R"("äöü")"));
    CHECK_FALSE(fits(R"({"type":"string","minLength":2})", R"("ä")"));
    CHECK_FALSE(fits(R"({"type":"string","maxLength":3})", R"("abcd")"));
    CHECK_FALSE(fits(R"({"type":"string"})", "5"));
    CHECK(fits(R"({"type":"integer","minimum":1,"maximum":3})", "3"));
    CHECK(fits(R"({"type":"integer"})", "3.0"));
    CHECK_FALSE(fits(R"({"type":"integer"})", "3.5"));
    CHECK_FALSE(fits(R"({"type":"number","minimum":1})", "0.5"));
    CHECK_FALSE(fits(R"({"type":"number"})", R"("5")"));
    CHECK(fits(R"({"type":"boolean"})", "false"));
    CHECK_FALSE(fits(R"({"type":"boolean"})", "0"));
    CHECK(fits(R"({"type":"string","enum":["a","b"]})", R"("b")"));
    CHECK_FALSE(fits(R"({"type":"string","enum":["a","b"],"enumNames":["A","B"]})", R"("A")"));
    CHECK(fits(R"({"type":"string","oneOf":[{"const":"a","title":"A"}]})", R"("a")"));
    CHECK_FALSE(fits(R"({"type":"string","oneOf":[{"const":"a","title":"A"}]})", R"("A")"));
    const std::string many =
        R"({"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b","c"]}})";
    CHECK(fits(many, R"(["a","c"])"));
    CHECK_FALSE(fits(many, "[]"));
    CHECK_FALSE(fits(many, R"(["a","b","c"])"));
    CHECK_FALSE(fits(many, R"(["d"])"));
    CHECK_FALSE(fits(many, R"("a")"));
    const std::string titled = R"({"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}})";
    CHECK(fits(titled, R"(["x"])"));
    CHECK_FALSE(fits(titled, R"(["X"])"));
    CHECK(violation(R"({"type":"number","maximum":2.5})", "3") == "f: at most 2.5");

    ElicitSchema schema;
    schema.required.emplace().push_back("a");
    CHECK(form_violation(schema, {}) == "a: is required");
    Map<ElicitValue> more;
    more["b"] = true;
    schema.required.reset();
    CHECK(form_violation(schema, more) == "b: was not asked for");
}

TEST_CASE("ELI-19 R319 what a user should know of an address") {
    struct Row {
        const char* url;
        bool valid;
        const char* host;
        bool punycode;
        std::size_t warnings;
    };
    const Row row = GENERATE(
        Row{"https://example.com/a?b=c", true, "example.com", false, 0},
        Row{"https://EXAMPLE.com:443/", true, "example.com", false, 0},
        Row{"http://example.com/", true, "example.com", false, 1},
        Row{"http://localhost:8080/x", true, "localhost", false, 0},
        Row{"http://127.0.0.1:8080/x", true, "127.0.0.1", false, 0},
        Row{"https://xn--80ak6aa92e.com/", true, "xn--80ak6aa92e.com", true, 1},
        Row{"https://login.xn--pple-43d.com/", true, "login.xn--pple-43d.com", true, 1},
        Row{"https://аpple.com/", false, "аpple.com", true, 1},
        Row{"https://paypal.com@evil.example/", true, "evil.example", false, 1},
        Row{"https://evil.example\\@paypal.com/", false, "evil.example", false, 1},
        Row{"https://192.168.1.1/", true, "192.168.1.1", false, 1},
        Row{"https://[2001:db8::1]/", true, "[2001:db8::1]", false, 1},
        Row{"https://example.com:8443/", true, "example.com", false, 1},
        Row{"javascript:alert(1)", false, "", false, 1},
        Row{"file:///etc/passwd", false, "", false, 1}, Row{"https://", false, "", false, 1},
        Row{"https://a b/", false, "a b", false, 1}, Row{"", false, "", false, 1});
    const UrlCheck check = check_url(row.url);
    INFO(row.url);
    CHECK(check.valid == row.valid);
    CHECK(check.host == row.host);
    CHECK(check.punycode == row.punycode);
    CHECK(check.warnings.size() == row.warnings);
}

TEST_CASE("SMP-04 hints are tried in order, and match parts of names") {
    const std::vector<std::string> models = {"claude-3-opus", "claude-3-sonnet", "gpt-x"};
    const auto hint = [](std::vector<std::string> names) {
        ModelPreferences preferences;
        preferences.hints.emplace();
        for (auto& name : names) preferences.hints->push_back({.name = name});
        return preferences;
    };
    CHECK(pick_model(hint({"x9", "sonnet", "claude"}), models) == "claude-3-sonnet");
    CHECK(pick_model(hint({"claude", "sonnet"}), models) == "claude-3-opus");
    CHECK_FALSE(pick_model(hint({"llama"}), models));
    CHECK_FALSE(pick_model({}, models));
}
