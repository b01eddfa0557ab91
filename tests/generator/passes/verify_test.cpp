// The last look: forms without a C++ type, names that lead nowhere, records that are too large.
#include <generator/passes/verify.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::errors_of;

TEST_CASE("verify: a value that is always null has no C++ type") {
    CHECK(
        errors_of(R"({"A": {"properties": {"n": {"type": "null"}}}})") ==
        "2021-01-01#/$defs/A/properties/n: there is no C++ form for a value that is always null\n");
}

TEST_CASE("verify: constants stand in members only") {
    CHECK(errors_of(R"({"A": {"const": "a"}})") ==
          "2021-01-01#/$defs/A: there is no C++ form for a constant in this place\n");
    CHECK(errors_of(R"({"A": {"properties": {"c": {"const": 1}}, "required": ["c"]}})").empty());
    CHECK(errors_of(R"({"A": {"properties": {"c": {"const": 1}}}})") ==
          "2021-01-01#/$defs/A/properties/c: there is no C++ form for an optional constant that is "
          "not a string\n");
}

TEST_CASE("verify: a name that an override leads nowhere") {
    CHECK(errors_of(R"({"A": {"properties": {"x": {}}}})",
                    R"({"types": [{"at": "A.x", "type": {"$ref": "#/$defs/None"}, "why": "w"}]})")
              .find("there is no definition called `None`") != std::string::npos);
}

TEST_CASE("verify: a record of more members than the codec handles") {
    std::string members;
    for (int i = 0; i < 257; ++i)
        members += (i == 0 ? "\"m" : ", \"m") + std::to_string(i) + "\": {}";
    CHECK(errors_of("{\"A\": {\"properties\": {" + members + "}}}") ==
          "2021-01-01#/$defs/A: `A` has 257 members; the codec handles at most 256\n");
}

TEST_CASE("verify: a name for a type that holds itself without a record between") {
    const std::string sentence = ": there is no C++ form for `";
    CHECK(errors_of(R"({"L": {"items": {"$ref": "#/$defs/L"}}})") ==
          "2021-01-01#/$defs/L" + sentence + "L`, which holds itself without a record between\n");
    CHECK(
        errors_of(
            R"({"A": {"items": {"$ref": "#/$defs/B"}}, "B": {"additionalProperties": {"$ref": "#/$defs/A"}},
                        "Outside": {"items": {"$ref": "#/$defs/A"}}})") ==
        "2021-01-01#/$defs/B" + sentence + "B`, which holds itself without a record between\n" +
            "2021-01-01#/$defs/A" + sentence + "A`, which holds itself without a record between\n");
    CHECK(errors_of(R"({"V": {"anyOf": [{"type": "string"}, {"items": {"$ref": "#/$defs/V"}}]}})")
              .empty());
    CHECK(
        errors_of(
            R"({"L": {"items": {"$ref": "#/$defs/R"}}, "R": {"properties": {"l": {"$ref": "#/$defs/L"}}}})")
            .empty());
}
