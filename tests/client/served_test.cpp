// What an older server asks of a client: who answers, with what, and what is refused.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("PNG-01 PNG-02 RPC-04 a ping is answered at once, with the id as it came") {
    Script script;
    script.open_legacy(r2025_11_25);
    const std::string id = GENERATE(R"("1")", "1", "0", R"("")", "-5", "9007199254740992");
    const std::string params = GENERATE("", R"(,"params":{})");
    script.receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping")" + params + "}");
    const Json answer = script.sent();
    CHECK(answer["id"].text() == id);
    CHECK(answer["result"].text() == "{}");
    CHECK(script.waiting_work() == 0);
}

TEST_CASE("LIF-11 a ping during the handshake is answered") {
    Script script;
    script.options.versions = VersionPolicy::legacy();
    script.start();
    script.sent("initialize");
    script.receive(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    script.expect_send(R"({"jsonrpc":"2.0","id":7,"result":{}})");
}

TEST_CASE("ELI-01 LIF-15 capabilities say what the handlers are good for, at the revision") {
    Script script;
    const bool form = GENERATE(true, false);
    const bool url = GENERATE(true, false);
    const Revision revision = GENERATE(r2024_11_05, r2025_06_18, r2025_11_25);
    if (form) {
        script.handlers.form = detail::ask_handler<ElicitRequestFormParams, ElicitResult>(
            [](const ElicitRequestFormParams&, CallContext&) { return ElicitResult{}; });
    }
    if (url) {
        script.handlers.url = detail::ask_handler<ElicitRequestURLParams, ElicitResult>(
            [](const ElicitRequestURLParams&, CallContext&) { return ElicitResult{}; });
    }
    script.options.revisions = until(revision);
    script.options.versions = VersionPolicy::legacy();
    script.start();
    const Json request = script.sent("initialize");
    const auto elicitation = request["params"]["capabilities"].find("elicitation");
    if (revision == r2024_11_05) {
        CHECK_FALSE(elicitation);
    } else if (revision == r2025_06_18) {
        CHECK(elicitation.has_value() == form);
        if (form) CHECK(elicitation->text() == "{}");
    } else {
        CHECK(elicitation.has_value() == (form || url));
        if (elicitation) CHECK(elicitation->contains("form") == form);
        if (elicitation) CHECK(elicitation->contains("url") == url);
    }
}

TEST_CASE("requests beyond what may be served at once, and beyond the workers, are refused") {
    Script script;
    sample(script, [](const CreateMessageRequestParams&, CallContext&) { return said("x"); });
    script.options.max_serving = 1;
    script.open_legacy(r2025_11_25);
    script.receive(sampling_request);
    script.receive(R"({"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{}})");
    CHECK(error_code_of(script.sent()) == error_code::internal_error);
    script.receive(sampling_request);  // an id in use: dropped
    CHECK(script.nothing_sent());
    script.refuse_work();
    CHECK(error_code_of(script.sent()) == error_code::internal_error);
    script.receive(sampling_request);
    script.work();
    CHECK(script.sent().contains("result"));
}

TEST_CASE("CAN-04 CAN-05 CAN-09 a request that the server cancels is not answered") {
    Script script;
    bool stopped = false;
    sample(script, [&](const CreateMessageRequestParams&, CallContext& context) {
        stopped = context.cancelled();
        return said("x");
    });
    script.open_legacy(r2025_11_25);
    script.receive(
        R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":5,"messages":[]}})");
    const auto cancel = [&](const std::string& params) {
        script.receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + params +
                       "}");
    };
    SECTION("it") {
        cancel(R"({"requestId":1,"reason":"changed my mind"})");
        script.work();
        CHECK(stopped);
        CHECK(script.nothing_sent());
        CHECK(script.reports.back().find("changed my mind") != std::string::npos);  // CAN-08
        cancel(R"({"requestId":1})");
    }
    SECTION("another one, or nothing") {
        cancel(R"({"requestId":"1"})");
        cancel(R"({"requestId":2})");
        cancel(R"({"requestId":null})");
        cancel(R"({})");
        script.receive(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
        script.work();
        CHECK_FALSE(stopped);
        CHECK(script.sent().contains("result"));
    }
    CHECK(script.nothing_sent());
}

TEST_CASE("when the connection ends, handlers that run are told to stop") {
    Script script;
    bool stopped = false;
    sample(script, [&](const CreateMessageRequestParams&, CallContext& context) {
        stopped = context.stop_token().stop_requested();
        return said("x");
    });
    script.open_legacy(r2025_11_25);
    script.receive(sampling_request);
    script.close("gone");
    script.work();
    CHECK(stopped);
    CHECK(script.nothing_sent());
}

TEST_CASE(
    "PRG-03 PRG-04 PRG-05 PRG-06 a handler tells progress to who asked for it, growing only") {
    Script script;
    sample(script, [](const CreateMessageRequestParams&, CallContext& context) {
        context.progress(0.25, 1.0, "thinking");
        context.progress(0.25);
        context.progress(0.1);
        context.progress(0.5);
        return said("x");
    });
    const bool old = GENERATE(false, true);
    script.open_legacy(old ? r2024_11_05 : r2025_11_25);
    SECTION("asked") {
        script.receive(
            R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"maxTokens":5,
            "messages":[],"_meta":{"progressToken":0}}})");
        script.work();
        const Json first = script.sent("notifications/progress");
        CHECK(first["params"]["progressToken"].text() == "0");
        CHECK(first["params"]["progress"].as_double() == 0.25);
        CHECK(first["params"].contains("message") == !old);
        CHECK(script.sent("notifications/progress")["params"]["progress"].as_double() == 0.5);
        CHECK(script.sent().contains("result"));
    }
    SECTION("not asked") {
        script.receive(sampling_request);
        script.work();
        CHECK(script.sent().contains("result"));
    }
    CHECK(script.nothing_sent());
}

TEST_CASE("ROO-01 ROO-03 roots are declared when there are some, and a change is told once") {
    Script script;
    const bool there = GENERATE(true, false);
    if (there) script.roots.emplace().push_back({.uri = "file:///a", .name = "a"});
    script.open_legacy(r2025_11_25);
    REQUIRE(script.profile->desk.set_roots({{.uri = "file:///b"}}));
    script.session->roots_changed();
    script.pump();
    if (there) {
        script.expect_send(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})");
        script.receive(R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})");
        script.work();
        script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///b"}]}})");
    }
    CHECK(script.nothing_sent());
}

TEST_CASE("ROO-02 ROO-05 R340 only folders without a way out are roots") {
    const auto is_root = client::is_root_uri;
    for (const char* good : {"file:///", "file:///home/a", "file://localhost/home", "file:///a%20b",
                             "file:///..a/b..", "file:///a/..b"}) {
        CHECK(is_root(good));
    }
    for (const char* bad :
         {"http://x/", "/home/a", "file:/a", "file://host", "file:///a/../b", "file:///a/..",
          "file:///a/%2e%2e/b", "file:///a/%2E./b", "file:///a?x", "file:///a#x", "file:///a b",
          "file:///a%00b", "file:///a%2", "FILE:///a", ""}) {
        INFO(bad);
        CHECK_FALSE(is_root(bad));
    }
}

TEST_CASE("custom requests of the server reach their handler") {
    Script script;
    script.handlers.requests["acme/ask"] =
        detail::ask_handler<Json, Json>([](const Json& params, CallContext&) {
            return Json::object({{"twice", params["n"].as_int64().value_or(0) * 2}});
        });
    script.open_legacy(r2025_11_25);
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"acme/ask","params":{"n":21}})");
    script.work();
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"twice":42}})");
}

TEST_CASE("a handler may be a coroutine") {
    Script script;
    script.handlers.requests["acme/ask"] =
        detail::ask_handler<Json, Json>([](const Json& params, CallContext&) -> Async<Json> {
            if (params.contains("bad")) throw std::runtime_error("secret");
            co_return Json::object({{"ok", true}});
        });
    script.open_legacy(r2025_11_25);
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"acme/ask"})");
    script.receive(R"({"jsonrpc":"2.0","id":2,"method":"acme/ask","params":{"bad":1}})");
    script.work();
    CHECK(script.sent()["result"].text() == R"({"ok":true})");
    CHECK(error_code_of(script.sent()) == error_code::internal_error);
}

TEST_CASE("RPC-02 requests with bad ids are refused, and no handler runs") {
    Script script;
    sample(script, [](const CreateMessageRequestParams&, CallContext&) { return said("x"); });
    const Revision revision = GENERATE(r2025_06_18, r2025_11_25);
    script.open_legacy(revision);
    const std::string id = GENERATE("null", "1.5", "true", "{}");
    script.receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"sampling/createMessage"})");
    const Json answer = script.sent();
    CHECK(error_code_of(answer) == error_code::invalid_request);
    CHECK(answer.contains("id") == (revision == r2025_06_18));
    CHECK(answer["id"].is_null());
    CHECK(script.waiting_work() == 0);
}

TEST_CASE("RPC-09 notifications are never answered, whatever they are") {
    Script script;
    script.open_legacy(r2025_11_25);
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/unheard"})");
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/message","params":5})");
    script.receive(
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}})");
    script.receive(R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{}})");
    CHECK(script.nothing_sent());
}

TEST_CASE("RPC-13 STD-15 2025-03-26 takes several messages at once") {
    Script script;
    script.open_legacy(r2025_03_26);
    const auto outcome = script.call<Ping>();
    const Json request = script.sent("ping");
    script.receive(
        R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"x/y"},
        {"jsonrpc":"2.0","method":"notifications/unheard"},{"jsonrpc":"2.0","id":)" +
        std::string(request["id"].text()) + R"(,"result":{}}])");
    CHECK((*outcome)->has_value());
    CHECK(script.sent()["id"].text() == "1");
    CHECK(error_code_of(script.sent()) == error_code::method_not_found);
    CHECK(script.nothing_sent());
    script.receive("[]");  // RPC-16
    CHECK(error_code_of(script.sent()) == error_code::invalid_request);
}

TEST_CASE("RPC-17 later revisions refuse several messages at once") {
    Script script;
    script.open_legacy(r2025_06_18);
    script.receive(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])");
    CHECK(error_code_of(script.sent()) == error_code::invalid_request);
    CHECK(script.nothing_sent());
}
