// initialize, what may come before it, and the gates of what was negotiated.
#include "catch.hpp"
#include "session/script.hpp"

using namespace script;

namespace {

std::string initialize(std::string_view id, std::string_view version) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
           R"(,"method":"initialize","params":{"protocolVersion":")" + std::string(version) +
           R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})";
}

}  // namespace

TEST_CASE("LIF-04 a served revision is echoed") {
    for (const char* date : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
        Script script;
        script.legacy(date).expect_nothing();
        CHECK(script.session().negotiated() == revision_from(date));
    }
}

TEST_CASE("LIF-05 an unknown revision is answered with the newest one") {
    for (const char* date : {"1999-01-01", "2099-01-01", "2026-07-28", ""}) {
        Script script;
        script.receive(initialize("1", date))
            .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",
                "...":true}})");
    }
}

TEST_CASE("LIF-05 a server that serves fewer revisions names its newest") {
    Script script;
    script.core.served = until(r2025_03_26);
    script.receive(initialize("1", "2025-11-25"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26",
            "...":true}})");
}

TEST_CASE("LIF-02 each missing part of initialize is refused with its path") {
    const auto refused = [](std::string params, std::string path) {
        Script script;
        script.receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":)" + params + "}")
            .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"$why"}})");
        INFO(*script.caught("why").as_string());
        CHECK(script.caught("why").as_string()->find(path) != std::string::npos);
        CHECK_FALSE(script.session().negotiated().has_value());
    };
    refused(R"({"capabilities":{},"clientInfo":{"name":"c","version":"1"}})",
            "params.protocolVersion");
    refused(R"({"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"}})",
            "params.capabilities");
    refused(R"({"protocolVersion":"2025-11-25","capabilities":{}})", "params.clientInfo");
}

TEST_CASE("LIF-07 LIF-14 the answer has the shape of its revision") {
    const auto answer = [](const char* date, const char* expected) {
        Script script;
        script.core.info_.title = "Fake Server";
        script.core.info_.description = "For tests";
        script.core.instructions_ = "be kind";
        script.core.offers_.completions.emplace();
        script.receive(initialize("1", date)).expect_send(expected);
    };
    answer("2024-11-05", R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05",
        "capabilities":{"logging":{},"prompts":{},"resources":{"listChanged":true,"subscribe":true},
        "tools":{"listChanged":true}},"serverInfo":{"name":"fake","version":"1.0"},
        "instructions":"be kind"}})");
    answer("2025-06-18", R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18",
        "capabilities":{"completions":{},"logging":{},"prompts":{},
        "resources":{"listChanged":true,"subscribe":true},"tools":{"listChanged":true}},
        "serverInfo":{"name":"fake","version":"1.0","title":"Fake Server"},
        "instructions":"be kind"}})");
    answer("2025-11-25", R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",
        "capabilities":{"completions":{},"logging":{},"prompts":{},
        "resources":{"listChanged":true,"subscribe":true},"tools":{"listChanged":true}},
        "serverInfo":{"name":"fake","version":"1.0","title":"Fake Server",
        "description":"For tests"},"instructions":"be kind"}})");
}

TEST_CASE("LIF-11 PNG-01 PNG-02 ping is answered at any time") {
    Script script;
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})")
        .legacy("2025-06-18")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"ping","params":{}})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("LIF-12 other requests before initialize are refused at once") {
    Script script;
    script.receive(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"x/y"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"$any"}})")
        .legacy("2025-11-25");
    CHECK(script.core.served_calls == 0);
}

TEST_CASE("LIF-13 a second initialize is refused and changes nothing") {
    Script script;
    script.legacy("2025-03-26")
        .receive(initialize("2", "2025-11-25"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"$any"}})");
    CHECK(script.session().negotiated() == r2025_03_26);
}

TEST_CASE("LIF-15 RPC-10 methods that the revision or the server lacks are unknown") {
    const char* unknown = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"$any"}})";
    const auto asked = [&](const char* date, const char* method) {
        Script script;
        script.legacy(date)
            .receive(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + "\"}")
            .expect_send(unknown);
    };
    asked("2025-11-25", "x/y");
    asked("2025-11-25", "prompts/list");               // not offered
    asked("2025-11-25", "notifications/initialized");  // no request
    asked("2025-11-25", "sampling/createMessage");     // goes the other way
    asked("2025-06-18", "tasks/get");
    asked("2025-11-25", "tasks/get");  // not declared
}

TEST_CASE("LIF-15 a method that is no part of the protocol is served when the server has it") {
    Script script;
    script.core.handlers["acme/ask"] = [](std::optional<JsonView>, Context&,
                                          Done<std::string> done) { done(std::string("{}")); };
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"acme/ask"})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_CASE("LIF-10 ROO-08 SMP-16 what the server asks waits until the client is ready") {
    Script script;
    script.core.tool(
        "roots", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
            InputRequests questions;
            questions["r"] = ListRootsRequest{};
            auto shared = std::make_shared<Done<std::string>>(std::move(done));
            ask_later(context, std::move(questions), [shared](Answer<InputResponses>&& answer) {
                (*shared)(text_result(answer ? "got roots" : answer.error().message));
            });
        });
    script
        .receive(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
            "protocolVersion":"2025-11-25","capabilities":{"roots":{}},
            "clientInfo":{"name":"c","version":"1"}}})")
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})")
        .receive(Script::call("2", "roots"))
        .expect_nothing()
        .receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")
        .expect_send(R"({"jsonrpc":"2.0","id":"$ask","method":"roots/list"})")
        .receive(R"({"jsonrpc":"2.0","id":"$ask","result":{"roots":[]}})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text",
            "text":"got roots"}]}})");
}

TEST_CASE("LIF-17 nothing is sent after the end") {
    Script script;
    script.legacy("2025-11-25").fail_here();
    script.session().list_changed(ListKind::tools);
    script.session().log(LoggingLevelTag::error, Json("x"));
    script.session().end_streams();
    script.receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .advance(std::chrono::seconds(1))
        .expect_nothing();
}

TEST_CASE("GEN-07 a server without features passes the base protocol") {
    Script script;
    script.core.offers_ = {};
    script.core.handlers.clear();
    script.legacy("2025-11-25")
        .receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{}})")
        .receive(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"$any"}})");
}

TEST_CASE("R071 a server without legacy revisions names its versions to initialize") {
    Script script;
    script.core.served = since(r2026_07_28);
    script.receive(initialize("1", "2025-11-25"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"$text",
            "data":{"requested":"2025-11-25","supported":["2026-07-28"]}}})");
    CHECK(script.caught("text").as_string()->find("2026-07-28") != std::string::npos);
}

TEST_CASE("R076 both eras are served on one connection") {
    Script script;
    script.receive(Script::modern("1", "server/discover"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"...":true}})")
        .legacy("2025-06-18")
        .receive(Script::modern("2", "tools/list"))
        .expect_send(R"({"jsonrpc":"2.0","id":2,"result":{"tools":[],"resultType":"complete"}})")
        .receive(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})")
        .expect_send(R"({"jsonrpc":"2.0","id":3,"result":{"tools":[]}})");
}

TEST_CASE("A legacy-only server answers a modern probe with a prompt error") {
    Script script;
    script.core.served = until(r2025_11_25);
    script.receive(Script::modern("1", "server/discover"))
        .expect_send(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"$any"}})")
        .legacy("2025-11-25");
}
