// Arguments that are headers, too.
#include "rig.hpp"

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;

namespace {

std::string tool(std::string_view name, std::string_view properties) {
    return R"({"name":")" + std::string(name) +
           R"(","inputSchema":{"type":"object","properties":)" + std::string(properties) + "}}";
}

std::string list(std::initializer_list<std::string> tools, std::string_view more = {}) {
    std::string text = R"({"tools":[)";
    for (const std::string& each : tools) text += (text.back() == '[' ? "" : ",") + each;
    return text + "]" + std::string(more) + "}";
}

const std::string query = tool(
    "query",
    R"({"region":{"type":"string","x-mcp-header":"Region"},"method":{"type":"string","x-mcp-header":"Method"},)"
    R"("count":{"type":"integer","x-mcp-header":"Count"},"dry":{"type":"boolean","x-mcp-header":"Dry"},)"
    R"("deep":{"type":"object","properties":{"tenant":{"type":"string","x-mcp-header":"Tenant"}}},)"
    R"("plain":{"type":"string"}})");

/// The tools are listed; then `arguments` are sent.
Asked called(Rig& rig, std::string_view arguments) {
    rig.send(modern(1, "tools/list"));
    rig.json(rig.asked("POST tools/list"), result(1, list({query})));
    rig.send(modern(2, "tools/call", R"("name":"query","arguments":)" + std::string(arguments)));
    return rig.asked("POST tools/call");
}

std::vector<std::string> names(const Json& message) {
    std::vector<std::string> found;
    for (const JsonView each : message["result"]["tools"].elements()) {
        found.push_back(each["name"].as_string().value());
    }
    return found;
}

}  // namespace

TEST_CASE("R151 R156 R158 arguments are mirrored where the schema says so, and only there") {
    Rig rig;
    const Asked asked = called(
        rig,
        R"({"region":"us west 1","method":"m","count":42,"dry":false,"deep":{"tenant":"acme"},"plain":"p"})");
    CHECK(asked.header("Mcp-Param-Region") == "us west 1");
    CHECK(asked.header("Mcp-Param-Method") == "m");
    CHECK(asked.header("Mcp-Param-Count") == "42");
    CHECK(asked.header("Mcp-Param-Dry") == "false");
    CHECK(asked.header("Mcp-Param-Tenant") == "acme");
    CHECK(asked.header("Mcp-Method") == "tools/call");
    for (const auto& [name, value] : asked.request.headers) CHECK(value != "p");
}

TEST_CASE("R156 values are encoded when they are no plain text") {
    const auto [value, expected] = GENERATE(
        table<std::string, std::string>({{R"(" x")", "=?base64?IHg=?="},
                                         {R"("x ")", "=?base64?eCA=?="},
                                         {R"("\tx")", "=?base64?CXg=?="},
                                         {R"("a\nb")", "=?base64?YQpi?="},
                                         {R"("a\r\nX-Evil: 1")", "=?base64?YQ0KWC1FdmlsOiAx?="},
                                         {R"("日本語")", "=?base64?5pel5pys6Kqe?="},
                                         {R"("=?base64?a?=")", "=?base64?PT9iYXNlNjQ/YT89?="},
                                         {R"("")", ""},
                                         {R"("=?BASE64?a?=")", "=?BASE64?a?="}}));
    Rig rig;
    INFO(value);
    CHECK(called(rig, R"({"region":)" + value + "}").header("Mcp-Param-Region") == expected);
}

TEST_CASE("R157 null and absent arguments have no header") {
    Rig rig;
    const Asked asked = called(rig, R"({"region":null,"deep":{}})");
    for (const auto& [name, value] : asked.request.headers) {
        INFO(name);
        CHECK_FALSE(name.starts_with("Mcp-Param-"));
    }
}

TEST_CASE("R155 an integer that is not exact everywhere is refused here") {
    Rig rig;
    rig.send(modern(1, "tools/list"));
    rig.json(rig.asked(), result(1, list({query})));
    const std::string good = GENERATE("9007199254740991", "-9007199254740991", "-7", "42.0");
    rig.send(modern(2, "tools/call", R"("name":"query","arguments":{"count":)" + good + "}"));
    CHECK(rig.asked().header("Mcp-Param-Count") == (good == "42.0" ? "42" : good));
    const std::string bad = GENERATE("9007199254740992", "-9007199254740992", "1e300", "1.5");
    rig.send(modern(3, "tools/call", R"("name":"query","arguments":{"count":)" + bad + "}"));
    CHECK(rig.nothing_asked());
    REQUIRE(rig.undelivered.contains("3"));
    CHECK(rig.undelivered["3"].failure == Failure::invalid_argument);
    CHECK(rig.undelivered["3"].message.find("count") != std::string::npos);
}

TEST_CASE("R152 R153 a tool with headers that cannot be is left out, with a warning") {
    const std::string bad = GENERATE(
        R"({"a":{"type":"string","x-mcp-header":""}})",
        R"({"a":{"type":"string","x-mcp-header":"a b"}})",
        R"({"a":{"type":"string","x-mcp-header":"a:b"}})",
        R"({"a":{"type":"string","x-mcp-header":"ä"}})",
        R"({"a":{"type":"string","x-mcp-header":"a\nb"}})",
        R"({"a":{"type":"string","x-mcp-header":1}})",
        R"({"a":{"type":"number","x-mcp-header":"A"}})",
        R"({"a":{"type":"object","x-mcp-header":"A"}})",
        R"({"a":{"type":"array","x-mcp-header":"A"}})",
        R"({"a":{"type":["string","null"],"x-mcp-header":"A"}})",
        R"({"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}})",
        R"({"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}})",
        R"({"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}})",
        R"({"a":{"allOf":[{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}]}})");
    INFO(bad);
    Rig rig;
    rig.send(modern(1, "tools/list"));
    const Asked asked = rig.asked();
    const std::string answer = result(1, list({tool("good", "{}"), tool("bad-one", bad), query},
                                              R"(,"nextCursor":"c","ttlMs":5)"));
    if (GENERATE(true, false)) {
        rig.json(asked, answer);
    } else {
        rig.begin_events(asked);
        rig.event(asked, answer);
        rig.end(asked);
    }
    CHECK(names(rig.last()) == std::vector<std::string>{"good", "query"});
    CHECK(rig.last()["result"]["nextCursor"].as_string() == "c");
    CHECK(rig.last()["result"]["ttlMs"].as_int64() == 5);
    REQUIRE(rig.reports.size() == 1);
    CHECK(rig.reports[0].find("bad-one") != std::string::npos);
    CHECK(rig.reports[0].find("x-mcp-header") != std::string::npos);
}

TEST_CASE("R152 legacy tools are not looked at") {
    Rig rig;
    rig.open_legacy();
    rig.send(request(2, "tools/list"));
    rig.json(rig.asked(),
             result(2, list({tool("x", R"({"a":{"type":"number","x-mcp-header":"A"}})")})));
    CHECK(names(rig.last()) == std::vector<std::string>{"x"});
    CHECK(rig.reports.empty());
}

TEST_CASE("R161 R162 a call whose headers are refused is made again with those of the new schema") {
    constexpr std::string_view mismatch =
        R"({"jsonrpc":"2.0","id":2,"error":{"code":-32020,"message":"header missing"}})";
    Rig rig;
    // Nothing is known of the tool yet.
    rig.send(modern(2, "tools/call", R"("name":"query","arguments":{"region":"eu"},"_x":1)"));
    const Asked first = rig.asked("POST tools/call");
    CHECK_FALSE(first.header("Mcp-Param-Region"));
    rig.json(first, mismatch, 400);
    CHECK(rig.messages.empty());
    const Asked listing = rig.asked("POST tools/list");
    CHECK(listing.header("Mcp-Method") == "tools/list");
    CHECK(listing.header("MCP-Protocol-Version") == "2026-07-28");
    CHECK(
        listing.body()["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_string() ==
        "2026-07-28");
    const auto answer = [&](const Asked& to, const std::string& value) {
        rig.json(to, rpc::result_text(*MessageId::from(to.body()["id"]), value));
    };

    SECTION("on the second page") {
        answer(listing, list({tool("other", "{}")}, R"(,"nextCursor":"p2")"));
        const Asked second = rig.asked("POST tools/list");
        CHECK(second.body()["params"]["cursor"].as_string() == "p2");
        answer(second, list({query}));
        const Asked again = rig.asked("POST tools/call");
        CHECK(again.header("Mcp-Param-Region") == "eu");
        CHECK(again.body()["id"] != first.body()["id"]);
        CHECK(again.body()["params"] == first.body()["params"]);
        SECTION("and answered") {
            answer(again, R"({"content":[]})");
            CHECK(rig.last()["id"].as_int64() == 2);
            CHECK(rig.last()["result"]["content"].is_array());
        }
        SECTION("and refused: once is enough") {
            rig.json(again, mismatch, 400);
            CHECK(rig.nothing_asked());
            CHECK(rig.last()["id"].as_int64() == 2);
            CHECK(rig.last()["error"]["code"].as_int64() == -32020);
        }
        SECTION("and given up meanwhile") {
            rig.send(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
            CHECK(rig.was_stopped(again));
        }
    }
    SECTION("the schema has not changed: the refusal stands") {
        answer(listing, list({tool("query", "{}")}));
        CHECK(rig.nothing_asked());
        CHECK(rig.last()["error"]["code"].as_int64() == -32020);
    }
    SECTION("the tools are not to be had: the refusal stands") {
        rig.status(listing, 503);
        CHECK(rig.nothing_asked());
        CHECK(rig.last()["error"]["code"].as_int64() == -32020);
    }
    CHECK(rig.undelivered.empty());
}

TEST_CASE("R162 the newest schema counts") {
    Rig rig;
    (void)called(rig, R"({"region":"a"})");
    rig.send(modern(3, "tools/list"));
    rig.json(rig.asked(), result(3, list({tool("query", R"({"region":{"type":"string"}})")})));
    rig.send(modern(4, "tools/call", R"("name":"query","arguments":{"region":"a"})"));
    CHECK_FALSE(rig.asked().header("Mcp-Param-Region"));
}
