// Lists, and results that are checked against them, with the whole client.
#include "fake_server.hpp"

#include <mcp/client.hpp>

#include <atomic>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::client::test;
using namespace std::chrono_literals;

namespace {}  // namespace

TEST_CASE("PAG-02 PAG-03 PAG-04 R221 R222 lists are fetched to their end, whatever the pages are") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    std::vector<std::string> cursors;
    server.methods["tools/list"] = [&](const Json& params, const Json&) {
        cursors.push_back(params.contains("cursor") ? *params["cursor"].as_string() : "-");
        const auto tool = [](const std::string& name) {
            return R"({"name":")" + name + R"(","inputSchema":{"type":"object"}})";
        };
        const std::string& at = cursors.back();
        std::string page;
        if (at == "-") page = R"("tools":[)" + tool("a") + "," + tool("b") + R"(],"nextCursor":"")";
        if (at.empty()) page = R"("tools":[],"nextCursor":"ö \"\u0000\n")";
        if (at.size() > 1) page = R"("tools":[)" + tool("c") + "]";
        return "{" + hints(modern) + page + "}";
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    const auto tools = client.tools();
    REQUIRE(tools);
    REQUIRE(tools->size() == 3);
    CHECK((*tools)[2].name == "c");
    CHECK(cursors == std::vector<std::string>{"-", "", std::string("ö \"\0\n", 6)});
}

TEST_CASE("PAG-07 a list that does not end is given up") {
    FakeServer server(false);
    const bool same = GENERATE(true, false);
    int page = 0;
    server.methods["prompts/list"] = [&](const Json&, const Json&) {
        return R"({"prompts":[],"nextCursor":")" + std::to_string(same ? 1 : ++page) + "\"}";
    };
    ClientOptions options;
    options.max_pages = 20;
    Client client{me, options};
    REQUIRE(client.connect(server.start()));
    const auto prompts = client.prompts();
    REQUIRE_FALSE(prompts);
    CHECK(prompts.error().failure == Failure::invalid_response);
    CHECK(server.count("prompts/list") == (same ? 2U : 20U));
}

TEST_CASE("R219 a cursor that the server does not know any more begins the list again, once") {
    FakeServer server(true);
    const bool for_ever = GENERATE(false, true);
    int bad = 0;
    server.methods["resources/list"] = [&](const Json& params, const Json&) -> std::string {
        if (!params.contains("cursor")) {
            return "{" + hints(true, 60'000) +
                   R"("resources":[{"name":"a","uri":"a:b"}],"nextCursor":"2"})";
        }
        if (for_ever || bad++ == 0) return "!-32602";
        return "{" + hints(true) + R"("resources":[]})";
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    const auto resources = client.resources();
    CHECK(resources.has_value() == !for_ever);
    if (resources) CHECK(resources->size() == 1);
    CHECK(server.count("resources/list") == 4);
}

TEST_CASE("TOL-11 R265 R359 structured results are checked against the schemas that were listed") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    server.methods["tools/list"] = [&](const Json&, const Json&) {
        return "{" + hints(modern) +
               R"("tools":[{"name":"n","inputSchema":{"type":"object"},"outputSchema":{"type":"object",
               "properties":{"n":{"type":"integer"}},"required":["n"]}},
               {"name":"odd","inputSchema":{"type":"object"},"outputSchema":{"type":"object","$ref":"http://x.invalid/"}}]})";
    };
    server.methods["tools/call"] = [&](const Json& params, const Json&) {
        const std::string kind = params["arguments"]["kind"].as_string().value_or("good");
        std::string more = R"("structuredContent":{"n":5})";
        if (kind == "bad") more = R"("structuredContent":{"n":"5"})";
        if (kind == "none") more = R"("isError":false)";
        if (kind == "error") more = R"("isError":true,"structuredContent":{"why":"x"})";
        return "{" + std::string(modern ? R"("resultType":"complete",)" : "") + R"("content":[],)" +
               more + "}";
    };
    std::atomic<int> reports{0};
    ClientOptions options;
    options.report = [&](std::string_view) { ++reports; };
    Client client{me, options};
    REQUIRE(client.connect(server.start()));
    CHECK(client.call_tool("n", {{"kind", "bad"}}));  // nothing is known yet
    REQUIRE(client.tools());
    CHECK(client.call_tool("n"));
    CHECK(client.call_tool("n", {{"kind", "error"}}));
    CHECK(client.call_tool("other", {{"kind", "bad"}}));
    CHECK(client.call_tool("odd", {{"kind", "bad"}}));  // a schema that cannot be used
    CHECK(reports == 1);
    for (const char* kind : {"bad", "none"}) {
        const auto answer = client.call_tool("n", {{"kind", kind}});
        REQUIRE_FALSE(answer);
        CHECK(answer.error().failure == Failure::invalid_response);
        CHECK(answer.error().message.find("structuredContent") != std::string::npos);
    }
}

TEST_CASE(
    "TOL-12 structured content that is no object is refused before 2026-07-28; R267 later any") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    server.methods["tools/call"] = [&](const Json&, const Json&) {
        return "{" + std::string(modern ? R"("resultType":"complete",)" : "") +
               R"("content":[],"structuredContent":[1]})";
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    const auto answer = client.call_tool("x");
    CHECK(answer.has_value() == modern);
    if (!answer) CHECK(answer.error().failure == Failure::invalid_response);
}
