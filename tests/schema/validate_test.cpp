// What is said about values that do not fit: where in the value, where in the schema, why.
#include "schema/check.hpp"

using namespace mcp;
using namespace mcp::test;

TEST_CASE("a violation has both places and a sentence") {
    const auto found =
        compiled(R"({"properties": {"a/b": {"items": {"type": ["string", "null"]}}}})")
            .validate(json(R"({"a/b": ["x", 3, null]})"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].instance_path == "/a~1b/1");
    CHECK(found[0].schema_path == "/properties/a~1b/items/type");
    CHECK(found[0].message == "expected string or null, found 3");
    CHECK(to_string(found) == "[\"a/b\"][1]: expected string or null, found 3");
}

TEST_CASE("several violations are reported, but not more than asked for") {
    const char* text = R"({"properties": {"a": {"type": "string"}, "b": {"minimum": 3}},
                           "required": ["c", "d"], "additionalProperties": false})";
    CHECK(violations(text, R"({"a": 1, "b": 2, "e": 3})") ==
          "a: expected string, found 1; b: expected at least 3, found 2; "
          "e: no such member is allowed; document: `c` is missing; document: `d` is missing");
    SchemaOptions options;
    options.max_violations = 2;
    CHECK(violations(text, R"({"a": 1, "b": 2, "e": 3})", options) ==
          "a: expected string, found 1; b: expected at least 3, found 2");
}

TEST_CASE("every keyword says what it wants") {
    struct Case {
        const char* schema;
        const char* value;
        const char* message;
    };
    const Case cases[] = {
        {R"({"type": "integer"})", "1.5", "expected integer, found 1.5"},
        {R"({"type": "object"})", "[]", "expected object, found array"},
        {R"({"const": {"a": 1}})", "{}", R"(expected {"a":1}, found {})"},
        {R"({"enum": ["a", "b"]})", R"("c")", R"(expected one of "a", "b", found "c")"},
        {R"({"exclusiveMinimum": 1})", "1", "expected more than 1, found 1"},
        {R"({"maximum": 1e2})", "101", "expected at most 1e2, found 101"},
        {R"({"exclusiveMaximum": 1})", "1.0", "expected less than 1, found 1.0"},
        {R"({"multipleOf": 0.01})", "0.075", "expected a multiple of 0.01, found 0.075"},
        {R"({"minLength": 2})", "\"\xc3\xa9\"", "expected at least 2 characters, found 1"},
        {R"({"maxLength": 1})", R"("ab")", "expected at most 1 characters, found 2"},
        {R"({"pattern": "^a"})", R"("b")", "expected text that matches `^a`"},
        {R"({"minItems": 1})", "[]", "expected at least 1 items, found 0"},
        {R"({"uniqueItems": true})", "[1, 2, 1.0]", "the items 0 and 2 are the same"},
        {R"({"contains": {"type": "null"}})", "[1]",
         "expected at least 1 items that fit `contains`, found 0"},
        {R"({"contains": true, "maxContains": 1})", "[1, 2]",
         "expected at most 1 items that fit `contains`, found 2"},
        {R"({"minProperties": 1})", "{}", "expected at least 1 members, found 0"},
        {R"({"dependentRequired": {"a": ["b"]}})", R"({"a": 1})",
         "`b` is missing, which `a` needs"},
        {R"({"anyOf": [{"type": "null"}, {"type": "string"}]})", "1",
         "fits none of 2 alternatives"},
        {R"({"oneOf": [true, false, true]})", "1", "fits the alternatives 1 and 3, expected one"},
        {R"({"not": {}})", "1", "expected a value that the schema refuses"},
        {"false", "1", "no value is allowed"},
    };
    for (const Case& each : cases) {
        INFO(each.schema);
        CHECK(violations(each.schema, each.value) == std::string("document: ") + each.message);
    }
}

TEST_CASE("numbers are compared and divided exactly") {
    CHECK(violations(R"({"multipleOf": 0.1})", "0.3").empty());
    CHECK(violations(R"({"multipleOf": 0.01})", "19.99").empty());
    CHECK(violations(R"({"multipleOf": 3})", "900000000000000000000000000000000000000003").empty());
    CHECK_FALSE(
        violations(R"({"multipleOf": 3})", "900000000000000000000000000000000000000004").empty());
    CHECK(violations(R"({"multipleOf": 1e-300})", "1e300").empty());
    CHECK_FALSE(violations(R"({"multipleOf": 1e300})", "5").empty());
    CHECK(violations(R"({"multipleOf": 7})", "-14").empty());
    CHECK(violations(R"({"multipleOf": 7})", "0.0").empty());
    CHECK_FALSE(violations(R"({"maximum": 9007199254740992})", "9007199254740993").empty());
    CHECK_FALSE(violations(R"({"minimum": 0.1})", "0.09999999999999999999999").empty());
    CHECK(violations(R"({"const": 100})", "1e2").empty());
    CHECK(violations(R"({"const": 0})", "-0.0").empty());
    CHECK(violations(R"({"type": "integer"})", "1e400").empty());
    CHECK(violations(R"({"minimum": 1e999})", "1e1000").empty());
}

TEST_CASE("values are equal as JSON says, whatever their spelling") {
    CHECK(violations(R"({"const": {"a": [1, "\u0041"], "b": null}})",
                     R"({"b": null, "a": [1.0, "A"]})")
              .empty());
    CHECK_FALSE(violations(R"({"const": [1, 2]})", "[2, 1]").empty());
    CHECK_FALSE(violations(R"({"const": {"a": 1}})", R"({"a": 1, "b": 2})").empty());
    CHECK_FALSE(violations(R"({"const": 1})", "true").empty());
    CHECK_FALSE(violations(R"({"uniqueItems": true})", R"([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])")
                    .empty());
}

TEST_CASE("names with escapes are the names that they stand for") {
    const char* text = R"({"properties": {"a\"b": {"type": "string"}}, "required": ["a\"b"],
                           "additionalProperties": false})";
    CHECK(violations(text, R"({"a\u0022b": "x"})").empty());
    CHECK(violations(text, R"({"a\"b": 1})") == R"(["a\"b"]: expected string, found 1)");
    CHECK(violations(R"({"propertyNames": {"maxLength": 1}})", R"({"\u00e9": 1})").empty());
}

TEST_CASE("many names are found as well as few") {
    std::string text =
        R"({"additionalProperties": false, "required": ["n7", "n99"], "properties": {)";
    for (int i = 0; i < 100; ++i)
        text += (i > 0 ? ",\"n" : "\"n") + std::to_string(i) + R"(": {"const": )" +
                std::to_string(i) + "}";
    text += "}}";
    CHECK(violations(text, R"({"n7": 7, "n99": 99, "n0": 0})").empty());
    CHECK(violations(text, R"({"n7": 7, "n98": 99, "x": 0})") ==
          "n98: expected 98, found 99; x: no such member is allowed; document: `n99` is missing");
}

TEST_CASE("unevaluated members are those that no fitting subschema looked at") {
    const char* text = R"({"properties": {"kind": {"type": "string"}},
        "anyOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]},
                  {"properties": {"b": true}, "required": ["b"]}],
        "unevaluatedProperties": false})";
    CHECK(violations(text, R"({"kind": "x", "a": 1, "b": 2})").empty());
    CHECK(violations(text, R"({"kind": "x", "a": "no", "b": 2})") ==
          "a: no such member is allowed");
    CHECK(violations(text, R"({"b": 2, "c": 3})") == "c: no such member is allowed");
}

TEST_CASE("formats are notes, and asserted when asked for") {
    CHECK(violations(R"({"format": "date"})", R"("no")").empty());
    SchemaOptions options;
    options.assert_formats = true;
    CHECK(violations(R"({"format": "date"})", R"("no")", options) ==
          "document: expected the format date");
    CHECK(violations(R"({"format": "date"})", R"("2024-02-29")", options).empty());
    CHECK(violations(R"({"format": "date"})", "3", options).empty());
    CHECK(violations(R"({"format": "unheard-of"})", R"("x")", options).empty());
}
