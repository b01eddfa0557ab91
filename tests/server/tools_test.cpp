// tools/call: arguments, results, failures, at the revisions where they differ.
#include "tests/server/rig.hpp"

#include <stdexcept>

using namespace mcp;
using namespace mcp::testing;

namespace {

Tool weather() {
    Tool tool;
    tool.name = "weather";
    tool.inputSchema = *JsonObject::parse(
        R"({"type":"object","properties":{"city":{"type":"string"}},"required":["city"]})");
    return tool;
}

}  // namespace

TEST_CASE(
    "a tool that was called is known no longer when it is removed, and anew when it is back") {
    Rig rig;
    const std::string call = R"({"name":"a"})";
    rig.server.tool("b", "", [] { return "b"; });
    for (const char* answer : {"first", "second", "third"}) {
        rig.server.tool("a", "", [answer] { return std::string(answer); });
        for (int i = 0; i < 3; ++i) {
            CHECK(first_text(rig.result("tools/call", call)) == answer);
            CHECK(first_text(rig.result("tools/call", R"({"name":"b"})")) == "b");
        }
        rig.server.remove_tool("a");
        CHECK(rig.error("tools/call", call).message == "Unknown tool: a");
    }
    // Another server has another one of this name.
    Rig other;
    other.server.tool("b", "", [] { return "other"; });
    CHECK(first_text(other.result("tools/call", R"({"name":"b"})")) == "other");
    CHECK(first_text(rig.result("tools/call", R"({"name":"b"})")) == "b");
}

TEST_CASE("TOL-01 tools are declared when there are some, and only then") {
    Rig rig;
    CHECK_FALSE(rig.core().capabilities().tools.has_value());
    CHECK_FALSE(rig.core().offers("tools/list"));
    rig.server.tool("a", "A tool", [] { return "x"; });
    REQUIRE(rig.core().capabilities().tools.has_value());
    CHECK(rig.core().capabilities().tools->listChanged == true);
    CHECK(rig.core().offers("tools/call"));
}

TEST_CASE("R260 what was declared stays answered when the list becomes empty") {
    Rig rig;
    rig.server.tool("a", "A tool", [] { return "x"; });
    CHECK(rig.server.remove_tool("a"));
    CHECK_FALSE(rig.server.remove_tool("a"));
    CHECK(rig.core().offers("tools/list"));
    CHECK(rig.result("tools/list")["tools"].size() == 0);

    ServerOptions options;
    options.offer_tools = options.offer_prompts = options.offer_resources = true;
    Rig early(std::move(options));
    for (const char* method : {"tools/list", "prompts/list", "resources/list"}) {
        CHECK(early.core().offers(method));
        CHECK(early(method).has_value());
    }
}

TEST_CASE("TOL-03 R261 an input schema that is no object schema is refused with the reason") {
    Rig rig;
    for (const char* schema : {R"({"type":"array"})", R"({"properties":{}})",
                               R"({"type":"object","properties":{"a":{"type":"nothing"}}})",
                               R"({"type":["object","null"]})"}) {
        Tool tool;
        tool.name = "bad";
        tool.inputSchema = *JsonObject::parse(schema);
        INFO(schema);
        CHECK_THROWS_AS(rig.server.tool(tool, [] { return "x"; }), std::invalid_argument);
    }
    CHECK_FALSE(rig.core().offers("tools/list"));
}

TEST_CASE("TOL-03 R274 schemas are listed as they were given") {
    Rig rig;
    const char* schema =
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",)"
        R"("$defs":{"address":{"$anchor":"addressDef","type":"object"}},)"
        R"("properties":{"a":{"$ref":"#/$defs/address"}},"x-own":[1,{"b":null}],)"
        R"("allOf":[{"anyOf":[{"required":["a"]},{"required":["b"]}]}],)"
        R"("if":{"required":["a"]},"then":{},"else":{},"additionalProperties":false})";
    Tool tool;
    tool.name = "verbatim";
    tool.inputSchema = *JsonObject::parse(schema);
    tool.outputSchema = *JsonObject::parse(schema);
    rig.server.tool(tool, [] { return "x"; });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const Json result = rig.result("tools/list");
        CHECK(result["tools"][0]["inputSchema"].text() == schema);
        if (revision >= r2025_06_18) {
            CHECK(result["tools"][0]["outputSchema"].text() == schema);
        }
    }
}

TEST_CASE("TOL-04 a tool without arguments takes none") {
    Rig rig;
    rig.server.tool("none", "No arguments", [] { return "done"; });
    const Json list = rig.result("tools/list");
    CHECK(list["tools"][0]["inputSchema"].text() ==
          R"({"type":"object","additionalProperties":false})");
    CHECK(first_text(rig.result("tools/call", R"({"name":"none"})")) == "done");
    CHECK(first_text(rig.result("tools/call", R"({"name":"none","arguments":{}})")) == "done");
    CHECK(is_error(rig.result("tools/call", R"({"name":"none","arguments":{"a":1}})")));
}

TEST_CASE("arguments and a cursor that are null are as if they were not there") {
    Rig rig;
    rig.server.tool(weather(), [](const JsonObject& given) { return given.dump(); });
    rig.server.prompt({.name = "p"}, [] { return "x"; });
    CHECK(rig.result("tools/call", R"({"name":"weather","arguments":null})").text() ==
          rig.result("tools/call", R"({"name":"weather"})").text());
    CHECK(rig("prompts/get", R"({"name":"p","arguments":null})").has_value());
    CHECK(rig("tools/list", R"({"cursor":null})").has_value());
}

TEST_CASE("TOL-05 R268 an unknown tool or a malformed call is an error, not a result") {
    Rig rig;
    rig.server.tool(weather(), [] { return "x"; });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        CHECK(rig.error("tools/call", R"({"name":"nope"})").code == -32602);
        CHECK(rig.error("tools/call", R"({"name":7})").message ==
              "params.name: expected string, found number");
        CHECK(rig.error("tools/call", R"({})").code == -32602);
        CHECK(rig.error("tools/call").code == -32602);
        CHECK(rig.error("tools/call", R"({"name":"weather","arguments":[]})").message ==
              "params.arguments: expected object, found array");
        CHECK(rig.error("tools/call", R"({"name":"WEATHER","arguments":{}})").code == -32602);
    }
}

TEST_CASE("TOL-06 R268 wrong arguments are a result since 2025-11-25 and an error before") {
    Rig rig;
    int calls = 0;
    rig.server.tool(weather(), [&] { return ++calls, "x"; });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        for (const char* arguments : {R"({"city":7})", R"({})"}) {
            const std::string params =
                std::string(R"({"name":"weather","arguments":)") + arguments + "}";
            if (revision >= r2025_11_25) {
                const Json result = rig.result("tools/call", params);
                CHECK(is_error(result));
                CHECK(first_text(result).find("city") != std::string::npos);
            } else {
                const RpcError error = rig.error("tools/call", params);
                CHECK(error.code == -32602);
                CHECK(error.message.find("city") != std::string::npos);
            }
        }
    }
    CHECK(calls == 0);
}

TEST_CASE("TOL-07 R268 a failing tool is a result, and only its own text is sent") {
    Rig rig;
    rig.server.tool("tells", "", []() -> std::string { throw ToolError("no such city"); });
    rig.server.tool("secret", "", []() -> std::string { throw std::runtime_error("pw=hunter2"); });
    rig.server.tool("odd", "", []() -> std::string { throw 7; });
    rig.server.tool("rpc", "", []() -> std::string { throw RpcError(-32099, "own error"); });
    rig.server.tool("answer", "", []() -> Answer<std::string> {
        return Unexpected(RpcError::invalid_params("no"));
    });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const Json tells = rig.result("tools/call", R"({"name":"tells"})");
        CHECK(is_error(tells));
        CHECK(first_text(tells) == "no such city");
        const Json secret = rig.result("tools/call", R"({"name":"secret"})");
        CHECK(is_error(secret));
        CHECK(secret.dump().find("hunter2") == std::string::npos);
        CHECK(is_error(rig.result("tools/call", R"({"name":"odd"})")));
        CHECK(rig.error("tools/call", R"({"name":"rpc"})").code == -32099);
        CHECK(rig.error("tools/call", R"({"name":"answer"})").code == -32602);
    }
    CHECK(rig.log.has("tool secret: pw=hunter2"));
    CHECK_FALSE(rig.log.has("no such city"));
}

TEST_CASE("TOL-08 TOL-10 R266 a structured result always has content, a copy as text") {
    Rig rig;
    rig.server.tool("object", "", [] { return JsonObject{{"a", 1}}; });
    rig.server.tool("array", "", [] { return Json::array({1, 2}); });
    rig.server.tool("nothing", "", [] {});
    rig.server.tool("both", "", [] {
        CallToolResult result;
        result.content.push_back(ImageContent{.data = "aGk=", .mimeType = "image/png"});
        result.structuredContent = Json::array({});
        return result;
    });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const Json object = rig.result("tools/call", R"({"name":"object"})");
        CHECK(first_text(object) == R"({"a":1})");
        CHECK(object.contains("structuredContent") == (revision >= r2025_06_18));

        // TOL-12 R267: only objects until 2025-11-25, anything since.
        const Json array = rig.result("tools/call", R"({"name":"array"})");
        CHECK(first_text(array) == "[1,2]");
        CHECK(array.contains("structuredContent") == (revision >= r2026_07_28));

        const Json nothing = rig.result("tools/call", R"({"name":"nothing"})");
        CHECK(nothing["content"].is_array());
        CHECK(nothing["content"].size() == 0);

        const Json both = rig.result("tools/call", R"({"name":"both"})");
        CHECK(both["content"].size() == 2);
        CHECK(both["content"][1]["text"].as_string() == "[]");
    }
}

TEST_CASE("R267 null and false are structured results too") {
    Rig rig;
    rig.revision = r2026_07_28;
    rig.server.tool("null", "", [] { return Json(); });
    rig.server.tool("false", "", [] { return Json(false); });
    const Json null = rig.result("tools/call", R"({"name":"null"})");
    REQUIRE(null.contains("structuredContent"));
    CHECK(null["structuredContent"].is_null());
    CHECK(first_text(null) == "null");
    CHECK(rig.result("tools/call", R"({"name":"false"})")["structuredContent"].as_bool() == false);
}

TEST_CASE("TOL-09 R264 a result that does not fit the output schema is never sent") {
    Rig rig;
    Tool tool;
    tool.outputSchema = *JsonObject::parse(
        R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
    const auto add = [&](const char* name, auto handler) {
        tool.name = name;
        rig.server.tool(tool, handler);
    };
    add("good", [] { return JsonObject{{"n", 1}}; });
    add("bad", [] { return JsonObject{{"n", "private"}}; });
    add("text", [] { return "only text"; });
    add("failed", []() -> std::string { throw ToolError("sorry"); });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        CHECK_FALSE(is_error(rig.result("tools/call", R"({"name":"good"})")));
        const Json bad = rig.result("tools/call", R"({"name":"bad"})");
        CHECK(is_error(bad));
        CHECK(bad.dump().find("private") == std::string::npos);
        CHECK_FALSE(bad.contains("structuredContent"));
        CHECK(is_error(rig.result("tools/call", R"({"name":"text"})")));
        CHECK(first_text(rig.result("tools/call", R"({"name":"failed"})")) == "sorry");
    }
    CHECK(rig.log.has("tool bad gave a wrong result"));
    tool.name = "unfit";
    tool.outputSchema = *JsonObject::parse(R"({"type":"wrong"})");
    CHECK_THROWS_AS(rig.server.tool(tool, [] {}), std::invalid_argument);
}

TEST_CASE("TOL-13 content that an older revision lacks is replaced or refused") {
    Rig rig;
    rig.server.tool("link", "",
                    [] { return ContentBlock(ResourceLink{.name = "n", .uri = "test://a"}); });
    rig.revision = r2025_06_18;
    CHECK(rig.result("tools/call", R"({"name":"link"})")["content"][0]["type"].as_string() ==
          "resource_link");
    rig.revision = r2025_03_26;
    const Json old = rig.result("tools/call", R"({"name":"link"})");
    CHECK(old["content"][0]["type"].as_string() == "text");
    CHECK(first_text(old).find("test://a") != std::string::npos);
}

TEST_CASE("TOL-15 R262 odd names are noted, taken ones are refused, case counts") {
    Rig rig;
    rig.server.tool("plain.name-1_x", "", [] { return "x"; });
    CHECK(rig.log.lines.empty());
    rig.server.tool("has space", "", [] { return "x"; });
    CHECK(rig.log.has("has space"));
    rig.server.tool(std::string(129, 'a'), "", [] { return "x"; });
    CHECK(rig.log.has("128"));
    CHECK_THROWS_AS(rig.server.tool("plain.name-1_x", "", [] { return "x"; }),
                    std::invalid_argument);
    rig.server.tool("PLAIN.name-1_x", "", [] { return "y"; });
    CHECK(first_text(rig.result("tools/call", R"({"name":"PLAIN.name-1_x"})")) == "y");
    CHECK_THROWS_AS(rig.server.tool("", "", [] { return "x"; }), std::invalid_argument);
}

TEST_CASE("TOL-18 R271 R220 what a principal may not use is not there for it") {
    Rig rig;
    rig.server.tool("open", "", [] { return "x"; });
    rig.server.tool("closed", "", [] { return "secret"; });
    rig.server.permit([](const AccessRequest& access) {
        return access.name != "closed" || access.principal == "admin";
    });
    CHECK(rig.result("tools/list")["tools"].size() == 1);
    CHECK(rig.error("tools/call", R"({"name":"closed"})") ==
          RpcError::invalid_params("Unknown tool: closed"));
    rig.principal = "admin";
    CHECK(rig.result("tools/list")["tools"].size() == 2);
    CHECK(first_text(rig.result("tools/call", R"({"name":"closed"})")) == "secret");
}

TEST_CASE("TOL-22 embedding resources without offering any is noted once") {
    Rig rig;
    rig.server.tool("embeds", "", [] {
        return ContentBlock(
            EmbeddedResource{.resource = TextResourceContents{.uri = "test://a", .text = "x"}});
    });
    static_cast<void>(rig.result("tools/call", R"({"name":"embeds"})"));
    static_cast<void>(rig.result("tools/call", R"({"name":"embeds"})"));
    REQUIRE(rig.log.lines.size() == 1);
    CHECK(rig.log.has("embeds resources"));
}

TEST_CASE("R273 binary content that is not base64, or has no type, is not sent") {
    Rig rig;
    const auto add = [&](const char* name, ContentBlock block) {
        rig.server.tool(name, "", [block] { return block; });
    };
    add("good", ImageContent{.data = "iVBORw0KGgo=", .mimeType = "image/png"});
    add("not base64", ImageContent{.data = "not base64!", .mimeType = "image/png"});
    add("no type", AudioContent{.data = "aGk=", .mimeType = ""});
    add("no address",
        EmbeddedResource{.resource = BlobResourceContents{.uri = "", .blob = "aGk="}});
    CHECK_FALSE(is_error(rig.result("tools/call", R"({"name":"good"})")));
    for (const char* name : {"not base64", "no type", "no address"}) {
        INFO(name);
        CHECK(is_error(rig.result("tools/call", Json::object({{"name", name}}).dump())));
    }
}

TEST_CASE("R045 a modern result names the server, an older one does not") {
    Rig rig;
    rig.server_info = Implementation{.name = "test", .version = "1"};
    rig.server.tool("a", "", [] { return "x"; });
    rig.revision = r2026_07_28;
    for (const char* method : {"tools/call", "tools/list"}) {
        const Json result = rig.result(method, R"({"name":"a"})");
        CHECK(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"].as_string() == "test");
        CHECK(result["resultType"].as_string() == "complete");
    }
}

TEST_CASE("TOL-23 TSK-05 there is a store for tasks as soon as a tool may run as one") {
    Rig rig;
    rig.server.tool("plain", "", [] { return "x"; });
    CHECK(rig.core().tasks() == nullptr);
    Tool tool;
    tool.name = "long";
    tool.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::optional;
    rig.server.tool(tool, [] { return "x"; });
    CHECK(rig.core().tasks() != nullptr);
    CHECK(rig.core().task_support("long") == ToolExecutionTaskSupportTag::optional);
    CHECK(rig.core().task_support("plain") == ToolExecutionTaskSupportTag::forbidden);
    CHECK(rig.core().task_support("none") == ToolExecutionTaskSupportTag::forbidden);
}
