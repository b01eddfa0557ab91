// The JSON Schema front end: every keyword that is understood, and what is refused.
#include <generator/schema/json_schema.hpp>

#include "catch.hpp"

using namespace mcpgen;

namespace {

struct Parsed {
    SchemaFile file;
    std::string errors;
    std::vector<Diagnostic> all;
};

Parsed parse(const std::string& text) {
    Diagnostics diagnostics;
    Parsed out;
    const auto document = parse_document("x.json", text, diagnostics);
    if (document) parse_json_schema(*document, out.file, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
        out.errors += diagnostic.where.pointer.str() + ": " + diagnostic.message + "\n";
    out.all = diagnostics.all();
    return out;
}

/// The schema called X, as text, with what was wrong behind it.
std::string text_of(const std::string& schema) {
    const Parsed parsed = parse("{\"$defs\": {\"X\": " + schema + "}}");
    std::string out = to_text(parsed.file);
    out.erase(0, out.find('\n') + 1);
    out.erase(0, out.find('\n') + 1);
    return out + parsed.errors;
}

}  // namespace

TEST_CASE("json schema: every keyword of a value is read") {
    CHECK(text_of(R"({"type": "string", "format": "uri"})") == "  type string\n  format uri\n");
    CHECK(text_of(R"({"type": ["string", "null"]})") == "  type null string\n");
    CHECK(text_of(R"({"type": "integer", "minimum": 0, "maximum": 1.5})") ==
          "  type integer\n  minimum 0.000000\n  maximum 1.500000\n");
    CHECK(text_of(R"({"const": "a\n"})") == "  const \"a\\n\"\n");
    CHECK(text_of(R"({"const": 1e2})") == "  const 1e2\n");
    CHECK(text_of(R"({"const": null})") == "  const null\n");
    CHECK(text_of(R"({"enum": ["a", true]})") == "  value \"a\"\n  value true\n");
    CHECK(text_of(
              R"({"type": "array", "items": {"type": "number"}, "minItems": 1, "maxItems": 2})") ==
          "  type array\n  minItems 1\n  maxItems 2\n  items\n    type number\n");
    CHECK(text_of("true").empty());
    CHECK(text_of("{}").empty());
    CHECK(text_of("false") == "  closed\n");
    CHECK(text_of(R"({"not": {}})") == "  closed\n");
}

TEST_CASE("json schema: every keyword of an object is read") {
    CHECK(
        text_of(
            R"({"type": "object", "properties": {"b": {}, "a": {"type": "null"}}, "required": ["a"]})") ==
        "  type object\n  optional b\n  member a\n    type null\n");
    CHECK(text_of(R"({"additionalProperties": false})") == "  closed\n");
    CHECK(text_of(R"({"additionalProperties": {"not": {}}})") == "  closed\n");
    CHECK(text_of(R"({"additionalProperties": true})") == "  others\n");
    CHECK(text_of(R"({"additionalProperties": {"type": "string"}})") ==
          "  others\n    type string\n");
    CHECK(
        text_of(R"({"additionalProperties": {"type": "object", "additionalProperties": false}})") ==
        "  others\n    type object\n    closed\n");
    CHECK(text_of(R"({"propertyNames": {"type": "string"}})").empty());
}

TEST_CASE("json schema: combinations and references are read") {
    CHECK(text_of(R"({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/X"}]})") ==
          "  any of\n    -\n      type null\n    -\n      ref X\n");
    CHECK(text_of(R"({"oneOf": [{}]})") == "  any of\n    -\n");
    CHECK(text_of(R"({"allOf": [{"$ref": "#/definitions/a~1b~0c"}]})") ==
          "  all of\n    -\n      ref a/b~c\n");
}

TEST_CASE("json schema: annotations are taken or left, none is an error") {
    const Parsed parsed = parse(R"({"$schema": "s", "$id": "i", "title": "t", "$defs": {"X":
        {"description": "What it is.", "deprecated": true, "title": "t", "default": [1],
         "examples": [{}], "$comment": "c", "$id": "i", "$schema": "s"}}})");
    CHECK(parsed.errors.empty());
    REQUIRE(parsed.file.definitions.size() == 1);
    const Schema& schema = parsed.file.definitions[0].schema;
    CHECK(schema.description == "What it is.");
    CHECK(schema.deprecated);
    CHECK(schema.is_anything());
}

TEST_CASE("json schema: a schema knows its place") {
    const Parsed parsed = parse("{\n \"definitions\": {\n  \"a/b\": {\"items\": {}}}}");
    REQUIRE(parsed.file.definitions.size() == 1);
    const Location& where = parsed.file.definitions[0].schema.items->where;
    CHECK(where.file == "x.json");
    CHECK(where.pointer == "#/definitions/a~1b/items");
    CHECK(where.line == 3);
}

TEST_CASE("json schema: names of keywords are ordinary names of members") {
    CHECK(
        text_of(
            R"({"properties": {"properties": {}, "enum": {}, "$ref": {}, "const": {"type": "string"}}})") ==
        "  optional properties\n  optional enum\n  optional $ref\n  optional const\n    type "
        "string\n");
}

TEST_CASE("json schema: what is not understood is refused with its place") {
    CHECK(text_of(R"({"patternProperties": {}})") ==
          "#/$defs/X/patternProperties: unknown keyword `patternProperties`\n");
    CHECK(text_of(R"({"items": {"if": {}}})") ==
          "  items\n#/$defs/X/items/if: unknown keyword `if`\n");
    CHECK(text_of(R"({"not": {"type": "string"}})") == "#/$defs/X/not: unknown keyword `not`\n");
    CHECK(text_of(R"({"propertyNames": {"enum": ["a"]}})") ==
          "#/$defs/X/propertyNames: unknown keyword `propertyNames`\n");
    CHECK(text_of(R"({"$ref": "other.json#/X"})") ==
          "#/$defs/X/$ref: reference `other.json#/X` leaves the document\n");
    CHECK(text_of(R"({"type": "text"})") == "#/$defs/X/type: unknown type `text`\n");
    CHECK(text_of(R"({"const": {}})") ==
          "#/$defs/X/const: only null, booleans, numbers and strings can be constants\n");
    CHECK(text_of(R"({"enum": [[]]})") ==
          "#/$defs/X/enum/0: only null, booleans, numbers and strings can be constants\n");
    CHECK(text_of(R"({"enum": []})") ==
          "#/$defs/X/enum: `enum` is empty, so nothing satisfies it\n");
    CHECK(text_of(R"({"allOf": []})") ==
          "#/$defs/X/allOf: `allOf` is empty, so nothing satisfies it\n");
    CHECK(text_of(R"({"anyOf": [{}], "oneOf": [{}]})") ==
          "  any of\n    -\n    -\n#/$defs/X/oneOf: there is no C++ form for `anyOf` beside "
          "`oneOf`\n");
    CHECK(text_of("3") == "#/$defs/X: a schema must be an object or a boolean\n");
}

TEST_CASE("json schema: a keyword with a value of the wrong kind is refused") {
    CHECK(text_of(R"({"type": 1})") == "#/$defs/X/type: expected a string\n");
    CHECK(text_of(R"({"properties": []})") == "#/$defs/X/properties: expected an object\n");
    CHECK(text_of(R"({"required": {}})") == "#/$defs/X/required: expected an array\n");
    CHECK(text_of(R"({"required": [1]})") == "#/$defs/X/required/0: expected a string\n");
    CHECK(text_of(R"({"minimum": "1"})") == "#/$defs/X/minimum: expected a number\n");
    CHECK(text_of(R"({"minItems": -1})") ==
          "#/$defs/X/minItems: expected a count from 0 to 1000000000\n");
    CHECK(text_of(R"({"deprecated": "yes"})") == "#/$defs/X/deprecated: expected true or false\n");
    CHECK(text_of(R"({"description": 1})") == "#/$defs/X/description: expected a string\n");
}

TEST_CASE("json schema: all problems of a document are reported together") {
    const Parsed parsed =
        parse(R"({"$defs": {"A": {"if": {}}, "B": {"type": "x"}, "C": 1}, "y": 1})");
    CHECK(parsed.all.size() == 4);
    for (const Diagnostic& diagnostic : parsed.all) {
        CHECK_FALSE(diagnostic.hint.empty());
        CHECK(diagnostic.where.line == 1);
    }
}

TEST_CASE("json schema: both names for definitions are read") {
    const Parsed parsed = parse(R"({"$defs": {"A": {}}, "definitions": {"B": {}}})");
    CHECK(parsed.errors.empty());
    CHECK(parsed.file.find("A") != nullptr);
    CHECK(parsed.file.find("B") != nullptr);
    CHECK(parsed.file.find("C") == nullptr);
}

TEST_CASE("json schema: a document without definitions is refused") {
    CHECK(parse("{}").errors == "#: the document has no definitions\n");
    CHECK(parse(R"({"$defs": []})").errors == "#: the document has no definitions\n");
    CHECK(parse("[]").errors == "#: a schema must be an object or a boolean\n");
}

TEST_CASE("json schema: the root says which revision or extension it is") {
    CHECK(parse(R"({"x-mcp-revision": "2025-11-25", "$defs": {}})").file.revision == "2025-11-25");
    const Parsed extension =
        parse(R"({"x-mcp-extension": "io.x/tasks", "x-mcp-extends": "2026-07-28", "$defs": {}})");
    CHECK(extension.file.extension == "io.x/tasks");
    CHECK(extension.file.revision == "2026-07-28");
}
