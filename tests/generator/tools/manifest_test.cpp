// The forms in which manifests come, what is refused, and the one form in which they are saved.
#include <generator/pipeline.hpp>
#include <generator/tools/build.hpp>
#include <generator/tools/manifest.hpp>

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <string>
#include <string_view>

using namespace mcpgen;

namespace {

Manifest manifest_of(std::string_view text, Diagnostics& diagnostics) {
    Manifest manifest;
    auto document = parse_document("manifest.json", text, diagnostics);
    REQUIRE(document);
    add_to_manifest(manifest, *std::move(document), diagnostics);
    return manifest;
}

std::string problem_with(std::string_view text) {
    Diagnostics diagnostics;
    manifest_of(text, diagnostics);
    return diagnostics.all().empty() ? "" : to_text(diagnostics.all().front(), false);
}

/// The model of one tool with this schema for its arguments.
std::string model_of(const std::string& schema) {
    Diagnostics diagnostics;
    const Manifest manifest =
        manifest_of(R"({"tools":[{"name":"t","inputSchema":)" + schema + "}]}", diagnostics);
    REQUIRE(diagnostics.all().empty());
    return to_text(build_tools(manifest));
}

}  // namespace

TEST_CASE("tools: a manifest is a result, a message, several of them, or a list of tools") {
    for (
        const std::string_view text :
        {R"({"tools":[{"name":"a","inputSchema":{}}]})",
         R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{}}]}})",
         R"([{"tools":[{"name":"a","inputSchema":{}}]},{"prompts":[]}])",
         R"([{"name":"a","inputSchema":{}}])",
         R"({"tools":{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":"x"}})",
         R"([{"tools":[{"name":"a","inputSchema":{}}]},{"tools":[{"name":"a","inputSchema":{}}]}])"}) {
        Diagnostics diagnostics;
        const Manifest manifest = manifest_of(text, diagnostics);
        INFO(text);
        CHECK(diagnostics.all().empty());
        REQUIRE(manifest.tools.size() == 1);
        CHECK(manifest.tools[0].name == "a");
    }
}

TEST_CASE("tools: what is wrong with a manifest is said with its place") {
    CHECK(problem_with(R"({"tools":[{"inputSchema":{}}]})").find("#/tools/0") != std::string::npos);
    CHECK(problem_with(R"([{"tools":[{"name":"a"}]},{"tools":[{"name":"a","title":"b"}]}])")
              .find("`a` is listed twice") != std::string::npos);
    CHECK(problem_with(R"({"resourceTemplates":[{"name":"a"}]})").find("uriTemplate") !=
          std::string::npos);
    const test::TemporaryFolder folder;
    folder.put("empty.json", "{}");
    Diagnostics diagnostics;
    CHECK_FALSE(read_manifest({(folder / "empty.json").string()}, diagnostics));
    CHECK(diagnostics.error_count() == 1);
}

TEST_CASE("tools: a saved manifest is sorted, complete, and gives itself again") {
    Diagnostics diagnostics;
    const Manifest manifest = manifest_of(
        R"({"tools":[{"name":"b","x":[1.50,null]},{"name":"a","_meta":{"k":true}}],"nextCursor":"c"})",
        diagnostics);
    const std::string text = to_text(manifest);
    CHECK(text.find("\"a\"") < text.find("\"b\""));
    CHECK(text.find("1.50") != std::string::npos);
    CHECK(text.find("nextCursor") == std::string::npos);
    CHECK(to_text(manifest_of(text, diagnostics)) == text);
}

TEST_CASE("tools: schemas that lead back to themselves, or grow, end") {
    CHECK(
        model_of(
            R"({"properties":{"a":{"$ref":"#","minProperties":1},"b":{"$ref":"#","minProperties":2}}})")
            .size() < 2000);
    std::string chain = R"({"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{)";
    for (int i = 0; i < 40; ++i) {
        const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}";
        chain += "\"d" + std::to_string(i) + R"(":{"allOf":[)" + next + "," + next + "]},";
    }
    CHECK(model_of(chain + R"("d40":{"properties":{"x":{}}}}})").find("as Json") !=
          std::string::npos);
    std::string deep = "{\"properties\":{\"a\":";
    for (int i = 0; i < 50; ++i) deep += R"({"properties":{"a":)";
    deep += "{}";
    for (int i = 0; i < 50; ++i) deep += "}}";
    CHECK(model_of(deep + "}}").find("51 members") != std::string::npos);
}

TEST_CASE("tools: valid schemas of every kind have a type") {
    for (const char* schema : {"true",
                               "{}",
                               R"({"type":[]})",
                               R"({"enum":[]})",
                               R"({"anyOf":[]})",
                               R"({"oneOf":[true,false]})",
                               R"({"allOf":[]})",
                               R"({"$ref":"#/nowhere"})",
                               R"({"$ref":"#/"})",
                               R"({"$dynamicRef":"#x"})",
                               R"({"type":"array"})",
                               R"({"items":[]})",
                               R"({"items":false})",
                               R"({"prefixItems":[true]})",
                               R"({"if":{},"then":{},"else":{}})",
                               R"({"not":{}})",
                               R"({"const":null})",
                               R"({"const":{}})",
                               R"({"enum":[1,1.5,1e400]})",
                               R"({"type":"integer","minimum":-1e999})",
                               R"({"type":"string","minLength":3})",
                               R"({"anyOf":[{"anyOf":[{"type":"null"}]}]})",
                               R"({"type":["object","array","null","string","number","boolean"]})",
                               R"({"properties":{"":{}},"required":["",""]})",
                               R"({"patternProperties":{"a":{},"b":{}}})",
                               R"({"propertyNames":{"enum":["a"]}})",
                               R"({"dependentRequired":{}})",
                               R"({"unevaluatedProperties":false})",
                               R"({"anyOf":[{"type":"string"},{"$ref":"#/properties/x"}]})"}) {
        INFO(schema);
        CHECK_FALSE(model_of(std::string(R"({"properties":{"x":)") + schema + "}}").empty());
        CHECK_FALSE(model_of(schema).empty());
    }
}
