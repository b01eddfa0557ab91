// Schema -> Model: which form a schema has, and what is not supported.
#include <generator/model/build.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using namespace mcpgen;
using test::after;
using test::errors_of;

namespace {

/// `alias X = …`, the form alone.
std::string form(const std::string& schema) {
    const std::string text = after("build", "{\"X\": " + schema + ", \"Other\": {}}");
    const std::string start = "alias X = ";
    if (!text.starts_with(start)) return text;
    return text.substr(start.size(), text.find('\n') - start.size());
}

std::string unsupported(const std::string& schema) {
    const std::string errors =
        errors_of("{\"X\": " + schema + ", \"Other\": {\"type\": \"object\"}}");
    const std::string start = "2021-01-01#/$defs/X: there is no C++ form for ";
    return errors.starts_with(start) ? errors.substr(start.size()) : errors;
}

}  // namespace

TEST_CASE("build: scalars") {
    CHECK(form(R"({"type": "string"})") == "string");
    CHECK(form(R"({"type": "boolean"})") == "boolean");
    CHECK(form(R"({"type": "integer", "minimum": 0, "maximum": 10})") == "integer min 0 max 10");
    CHECK(form(R"({"type": "number", "maximum": 0.5})") == "number max 0.5");
    CHECK(form(R"({"type": "null"})") == "null");
    CHECK(form(R"({"const": "a"})") == "\"a\"");
    CHECK(form(R"({"const": 3, "type": "integer"})") == "3");
    CHECK(form(R"({"enum": ["b", "a"], "type": "string"})") == "\"b\"|\"a\"");
    CHECK(form("{}") == "any");
    CHECK(form("true") == "any");
}

TEST_CASE("build: lists, maps and objects") {
    CHECK(form(R"({"type": "array"})") == "[any]");
    CHECK(form(R"({"items": {"type": "string"}})") == "[string]");
    CHECK(
        form(
            R"({"type": "array", "items": {"$ref": "#/$defs/Other"}, "minItems": 1, "maxItems": 3})") ==
        "[Other] min-items 1 max-items 3");
    CHECK(form(R"({"type": "object"})") == "object");
    CHECK(form(R"({"type": "object", "properties": {}})") == "object");
    CHECK(form(R"({"type": "object", "additionalProperties": {}})") == "object");
    CHECK(form(R"({"additionalProperties": {"type": "string"}})") == "{string}");
    CHECK(form(R"({"type": "object", "additionalProperties": false})") == "closed { }");
}

TEST_CASE("build: a record lists its members by name, required or not") {
    CHECK(form(R"({"properties": {"b": {"type": "string"}, "a": {}}, "required": ["b"]})") ==
          "{ a?: any; b: string; }");
    CHECK(form(R"({"properties": {"a": {}}, "additionalProperties": false})") ==
          "closed { a?: any; }");
    CHECK(form(R"({"properties": {"a": {}}, "additionalProperties": {}})") == "{ a?: any; }");
}

TEST_CASE("build: a required member without a schema is any value, once") {
    CHECK(form(R"({"required": ["a", "a"]})") == "{ a: any; }");
    CHECK(form(R"({"properties": {"a": {"type": "string"}}, "required": ["b", "a", "b"]})") ==
          "{ a: string; b: any; }");
}

TEST_CASE("build: several types are a union") {
    CHECK(form(R"({"type": ["integer", "string"]})") == "(string | integer)");
    CHECK(form(R"({"type": ["object", "null"], "properties": {"a": {}}})") ==
          "({ a?: any; } | null)");
    CHECK(form(R"({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Other"}]})") ==
          "(string | Other)");
    CHECK(form(R"({"type": "object", "oneOf": [{"$ref": "#/$defs/Other"}]})") == "(Other)");
}

TEST_CASE("build: what stands beside allOf is one more part") {
    const std::string other = R"("allOf": [{"$ref": "#/$defs/Other"}])";
    CHECK(form("{" + other + "}") == "(Other)");
    CHECK(form("{" + other + R"(, "properties": {"a": {}}, "required": ["a"]})") ==
          "(Other & { a: any; })");
    CHECK(form("{" + other + R"(, "required": ["a"]})") == "(Other & { a: any; })");
}

TEST_CASE("build: nothing that a schema says is dropped silently") {
    CHECK(unsupported(R"({"$ref": "#/$defs/Other", "required": ["a"]})") ==
          "`$ref` with other keywords beside it\n");
    CHECK(unsupported(R"({"$ref": "#/$defs/Other", "anyOf": [{}]})") ==
          "`$ref` with other keywords beside it\n");
    CHECK(unsupported(R"({"anyOf": [{"$ref": "#/$defs/Other"}], "properties": {"a": {}}})") ==
          "`anyOf` with other keywords beside it\n");
    CHECK(unsupported(
              R"({"anyOf": [{"$ref": "#/$defs/Other"}], "allOf": [{"$ref": "#/$defs/Other"}]})") ==
          "`allOf` beside `anyOf`\n");
    CHECK(unsupported(R"({"enum": ["a", 1]})") ==
          "an enumeration of values that are not strings\n");
    CHECK(unsupported(R"({"properties": {"a": {}}, "additionalProperties": {"type": "string"}})") ==
          "an object with named members and a schema for all others\n");
    CHECK(errors_of(R"({"X": false})") ==
          "2021-01-01#/$defs/X: nothing can satisfy this schema: it is `false`\n");
    CHECK(form(R"({"$ref": "#/$defs/Other", "description": "fine", "deprecated": true})") ==
          "Other");
}

TEST_CASE("build: definitions are published as what they are") {
    Diagnostics diagnostics;
    SchemaFile file;
    file.revision = "2021-01-01";
    const auto document = parse_document(
        "x", R"({"$defs": {"A": {"type": "string", "description": "Doc.", "deprecated": true}}})",
        diagnostics);
    parse_json_schema(*document, file, diagnostics);
    const Model model = build(file, {"2020-01-01", "2021-01-01"}, 1, diagnostics);
    REQUIRE(model.published.size() == 1);
    CHECK(model.published[0].definition == "A");
    CHECK(model.published[0].as == "type");
    CHECK(model.published[0].in == Revisions::one(1));
    const auto& alias = std::get<Alias>(model.declarations.at(0));
    CHECK(alias.doc == "Doc.");
    CHECK(alias.deprecated);
    CHECK(alias.in == Revisions::one(1));
    CHECK(model.own("A"));
    CHECK_FALSE(model.own("B"));
}
