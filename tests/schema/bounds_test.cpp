// Hostile schemas and values: everything ends soon, with a clear answer that is never "it fits".
#include "schema/check.hpp"

#include <chrono>

using namespace mcp;
using namespace mcp::test;

namespace {

std::string repeated(std::string_view text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
}

/// `$defs` of a chain in which every link asks the next one twice.
std::string doubling(std::string_view keyword, int links) {
    std::string text = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < links; ++i) {
        const std::string next = R"({"$ref": "#/$defs/d)" + std::to_string(i + 1) + "\"}";
        text += "\"d" + std::to_string(i) + "\": {\"" + std::string(keyword) + "\": [" + next +
                "," + next + "]},";
    }
    return text + "\"d" + std::to_string(links) + R"(": {"type": "null"}}})";
}

}  // namespace

TEST_CASE("R357 schemas that nest too deeply are refused") {
    const std::string deep = repeated(R"({"allOf":[)", 100) + "{}" + repeated("]}", 100);
    const auto compiled = JsonSchema::compile(json(deep, {1'000'000, 1'000}));
    REQUIRE_FALSE(compiled);
    CHECK(compiled.error().message == "schemas nest too deeply");
    CHECK(refusal(repeated(R"({"not":)", 60) + "{}" + repeated("}", 60)).empty());
}

TEST_CASE("R357 schemas with too many subschemas are refused") {
    std::string text = R"({"anyOf": [true)" + repeated(",true", 10'000) + "]}";
    CHECK(refusal(text).ends_with(": too many subschemas"));
    SchemaOptions options;
    options.max_subschemas = 3;
    CHECK(refusal(R"({"anyOf": [true, true, true]})", options) == "/anyOf/2: too many subschemas");
}

TEST_CASE("R357 exponential combinations are given up") {
    for (const char* keyword : {"anyOf", "oneOf"}) {
        SchemaOptions options;
        options.max_steps = 100'000;
        CHECK(violations(doubling(keyword, 28), "1", options) ==
              "document: checking this takes too many steps");
    }
    // Neither does `not` turn giving up into a yes.
    SchemaOptions options;
    options.max_steps = 100'000;
    const std::string text = doubling("anyOf", 28);
    CHECK(violations(R"({"not": )" + ("{" + text.substr(1, text.find(", \"$defs\"") - 1) + "}, ") +
                         text.substr(text.find("\"$defs\"")),
                     "1", options) == "document: checking this takes too many steps");
}

TEST_CASE("R357 references that go round without progress are refused") {
    for (const char* text :
         {R"({"$ref": "#"})", R"({"allOf": [{"$ref": "#"}]})",
          R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"},
                                 "b": {"anyOf": [true, {"$ref": "#/$defs/a"}]}}})",
          R"({"if": {"not": {"$ref": "#"}}})", R"({"dependentSchemas": {"a": {"$ref": "#"}}})"}) {
        INFO(text);
        CHECK(refusal(text).ends_with("references lead back to this schema without an end"));
    }
    CHECK(refusal(R"({"properties": {"a": {"$ref": "#"}}})").empty());
}

TEST_CASE("R357 a dynamic reference that goes round is given up") {
    const char* text = R"({"$id": "urn:a", "$dynamicAnchor": "x", "$dynamicRef": "#x"})";
    CHECK(violations(text, "1") == "document: references nest too deeply");
}

TEST_CASE("R357 patterns that explode are given up soon") {
    const auto start = std::chrono::steady_clock::now();
    const std::string subject = "\"" + repeated("a", 40'000) + "!\"";
    for (const char* pattern : {"^(a+)+$", "^(a|a)*$", "(a*)*b", "^(a|aa)+$", "(.*a){12}$"}) {
        INFO(pattern);
        const std::string said =
            violations(R"({"not": {"pattern": ")" + std::string(pattern) + "\"}}", subject);
        CHECK((said == "document: pattern too complex" || said.empty()));
    }
    CHECK(violations(R"({"pattern": "x"})", "\"" + repeated("a", 100'000) + "\"") ==
          "document: pattern too complex");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
    CHECK_FALSE(
        refusal(R"({"pattern": ")" + repeated("(", 5'000) + repeated(")", 5'000) + "\"}").empty());
    CHECK_FALSE(
        refusal(R"({"pattern": ")" + repeated("(", 3'000) + repeated(")", 3'000) + "\"}").empty());
}

TEST_CASE("R357 large schemas and large values take no long time") {
    const auto start = std::chrono::steady_clock::now();
    const std::string long_text = "\"description\":\"" + repeated("x", 900'000) + "\"";
    CHECK(refusal(repeated(R"({"not":)", 60) + "{" + long_text + "}" + repeated("}", 60)).empty());
    CHECK(refusal("{" + long_text + "," + long_text.substr(0, 12) + "2" + long_text.substr(12) +
                  "}") == ": the schema's text is too long");
    // Thousands of references to places that are found only by walking there.
    std::string text = "{" + long_text + R"(,"x":{)";
    for (int i = 0; i < 1'000; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":{}";
    text += R"(},"allOf":[true)";
    for (int i = 0; i < 1'000; ++i) text += R"(,{"$ref":"#/x/)" + std::to_string(i) + "\"}";
    CHECK(refusal(text + "]}").ends_with("/$ref: too many references"));
    // A value that is read again at each of many levels.
    SchemaOptions options;
    options.max_steps = 500'000;
    const std::string value =
        repeated("[", 60) + "\"" + repeated("x", 1'000'000) + "\"" + repeated("]", 60);
    CHECK(violations(R"({"items": {"$ref": "#"}})", value, options)
              .ends_with(": checking this takes too many steps"));
    CHECK(violations(R"({"items": {"$ref": "#"}})", value).empty());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("at least one violation is reported") {
    SchemaOptions options;
    options.max_violations = 0;
    CHECK(violations("false", "1", options) == "document: no value is allowed");
}

TEST_CASE("R358 a value that nests a million times does not overflow the stack") {
    const std::string deep = repeated("[", 1'000'000) + repeated("]", 1'000'000);
    CHECK_FALSE(Json::parse(deep));
    const Json value = json(deep, {10'000'000, 2'000'000});
    const auto recursive = compiled(R"({"items": {"$ref": "#"}})");
    CHECK(to_string(recursive.validate(value)).ends_with(": the value nests too deeply"));
    CHECK_FALSE(compiled(R"({"const": []})").accepts(value));
    CHECK(compiled(R"({"type": "array", "maxItems": 1})").accepts(value));
}

TEST_CASE("R358 depth of references and of values together is bounded") {
    // Each level of the value costs sixty references.
    std::string text = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < 60; ++i)
        text += "\"d" + std::to_string(i) + R"(": {"$ref": "#/$defs/d)" + std::to_string(i + 1) +
                "\"},";
    text += R"("d60": {"items": {"$ref": "#"}}}})";
    const std::string value = repeated("[", 60) + repeated("]", 60);
    CHECK(violations(text, value).ends_with(": references nest too deeply"));
    CHECK(violations(text, "[[[[]]]]").empty());
}
