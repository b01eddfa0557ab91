// Unions while they are inline: enumerations, one-or-many, unions in unions.
#include <generator/passes/unions.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::after;
using mcpgen::test::errors_of;

TEST_CASE("unions: string constants become an enumeration") {
    CHECK(after("unions", R"({"A": {"anyOf": [{"const": "b"}, {"const": "a"}]}})") ==
          "alias A = \"b\"|\"a\"\n");
    CHECK(after("unions", R"({"A": {"anyOf": [{"const": "b"}, {"const": 1}]}})") ==
          "alias A = (\"b\" | 1)\n");
}

TEST_CASE("unions: one or many") {
    CHECK(
        after(
            "unions",
            R"({"A": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}})") ==
        "alias A = one-or-many string\n");
    CHECK(
        after(
            "unions",
            R"({"A": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/B"}}, {"$ref": "#/$defs/B"}]}, "B": {}})") ==
        "alias A = one-or-many B\nalias B = any\n");
}

TEST_CASE("unions: one or many of a union that is spelled out") {
    CHECK(
        after("unions", R"({"T": {"type": "object"}, "I": {"type": "object"},
                              "Block": {"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/I"}]},
                              "A": {"anyOf": [{"$ref": "#/$defs/I"}, {"$ref": "#/$defs/T"},
                                              {"items": {"$ref": "#/$defs/Block"}}]}})") ==
        "alias T = object\nalias I = object\nalias Block = (T | I)\nalias A = one-or-many Block\n");
}

TEST_CASE("unions: a list of something else is an ordinary alternative") {
    CHECK(after("unions",
                R"({"A": {"anyOf": [{"type": "string"}, {"items": {"type": "integer"}}]}})") ==
          "alias A = (string | [integer])\n");
    CHECK(
        after(
            "unions",
            R"({"A": {"anyOf": [{"type": "string"}, {"items": {"type": "string"}}, {"items": {"type": "integer"}}]}})") ==
        "alias A = (string | [string] | [integer])\n");
}

TEST_CASE("unions: a union in a union is spliced in at its place") {
    CHECK(after("unions", R"({"In": {"type": ["string", "integer"]},
                              "A": {"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/In"}, {"type": "object"}]},
                              "B": {"anyOf": [{"type": "boolean"}, {"type": ["string", "integer"]}]}})") ==
          "alias In = (string | integer)\n"
          "alias A = (boolean | string | integer | object)\n"
          "alias B = (boolean | string | integer)\n");
}

TEST_CASE("unions: splicing goes over other names and any depth") {
    std::string definitions = R"({"U0": {"type": ["string", "integer"]})";
    for (int i = 1; i <= 40; ++i) {
        const std::string last = std::to_string(i - 1);
        definitions += ", \"N" + last + "\": {\"$ref\": \"#/$defs/U" + last + "\"}, \"U" +
                       std::to_string(i) + "\": {\"anyOf\": [{\"$ref\": \"#/$defs/N" + last +
                       "\"}, {\"type\": \"boolean\"}]}";
    }
    const std::string text = after("unions", definitions + "}");
    CHECK(text.find("alias U40 = (string | integer | boolean)\n") != std::string::npos);
}

TEST_CASE("unions: an alternative that comes twice is one") {
    CHECK(after("unions", R"({"In": {"type": ["string", "integer"]},
                              "A": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/In"}]},
                              "B": {"anyOf": [{"type": "string"}, {"type": "string"}]}})") ==
          "alias In = (string | integer)\nalias A = (string | integer)\nalias B = string\n");
}

TEST_CASE("unions: a union that contains itself adds nothing to itself") {
    CHECK(
        after(
            "unions",
            R"({"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}, {"type": "integer"}]}})") ==
        "alias A = (string | integer)\n");
    CHECK(after("names", R"({"A": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "string"}]},
                             "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "integer"}]}})") ==
          "union A\n  string when value is string\n  integer when value is integer\n"
          "union B\n  string when value is string\n  integer when value is integer\n");
}

TEST_CASE("unions: a union of nothing but itself is an error") {
    CHECK(errors_of(R"({"A": {"anyOf": [{"$ref": "#/$defs/A"}]}})") ==
          "2021-01-01#/$defs/A: nothing can satisfy this schema: a union of nothing but itself\n");
}
