// A union with null is nullable.
#include <generator/passes/nulls.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::after;

TEST_CASE("nulls: null and one other type") {
    CHECK(after("nulls", R"({"A": {"type": ["string", "null"]},
                             "B": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/A"}]},
                             "C": {"properties": {"c": {"type": ["null", "integer"]}}}})") ==
          "alias A = string|null\nalias B = A|null\nalias C = { c?: integer|null; }\n");
}

TEST_CASE("nulls: null and several other types") {
    CHECK(after("nulls", R"({"A": {"type": ["string", "integer", "null"]}})") ==
          "alias A = (string | integer)|null\n");
}

TEST_CASE("nulls: null inside lists and maps") {
    CHECK(after("nulls", R"({"A": {"items": {"type": ["string", "null"]}},
                             "B": {"additionalProperties": {"type": ["string", "null"]}}})") ==
          "alias A = [string|null]\nalias B = {string|null}\n");
}

TEST_CASE("nulls: a union without null stays") {
    CHECK(after("nulls", R"({"A": {"type": ["string", "integer"]}})") ==
          "alias A = (string | integer)\n");
}
