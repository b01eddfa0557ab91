// Decisions about the merged model: defaults, fallbacks, error codes.
#include <generator/passes/decide.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

std::string decided(const std::string& definitions, const std::string& overrides) {
    const Stages stages(Given{{definitions}, overrides});
    return stages.after("names") + stages.errors();
}

}  // namespace

TEST_CASE("decide: a default for a member that is always required") {
    CHECK(
        decided(
            R"({"AResult": {"properties": {"kind": {"type": "string"}, "n": {"type": "integer"}, "o": {}}, "required": ["kind", "n"]}})",
            R"({"defaults": [{"at": "*Result.kind", "value": "complete", "why": "w"}, {"at": "AResult.n", "value": 0, "why": "w"}]})") ==
        "record AResult\n  kind: string = \"complete\"\n  n: integer = 0\n  o?: any\n");
}

TEST_CASE("decide: a default belongs to a record that is there") {
    for (const char* at : {"Gone.n", "E.n", "n"}) {
        const std::string entry =
            std::string(R"({"defaults": [{"at": ")") + at + R"(", "value": 1, "why": "w"}]})";
        CHECK(decided(R"({"E": {"enum": ["n"]}})", entry).find("override matches nothing") !=
              std::string::npos);
    }
}

TEST_CASE("decide: a default is a scalar") {
    for (const char* value : {"null", "[]", "{}", "[1]"}) {
        const std::string entry =
            std::string(R"({"defaults": [{"at": "A.n", "why": "w", "value": )") + value + "}]}";
        CHECK(decided(R"({"A": {"properties": {"n": {"type": "integer"}}, "required": ["n"]}})",
                      entry)
                  .find("expected a string, a number or a boolean as `value`") !=
              std::string::npos);
    }
}

TEST_CASE("decide: no default where none can be") {
    CHECK(decided(R"({"A": {"properties": {"o": {}}}})",
                  R"({"defaults": [{"at": "A.o", "value": 1, "why": "w"}]})") ==
          "record A\n  o?: any\noverrides.json#/defaults/0: override matches nothing: defaults "
          "A.o\n");
    CHECK(decided(R"({"A": {"properties": {"t": {"const": "a"}}, "required": ["t"]}})",
                  R"({"defaults": [{"at": "A.t", "value": 1, "why": "w"}]})") ==
          "record A\n  t: \"a\"\noverrides.json#/defaults/0: override matches nothing: defaults "
          "A.t\n");
}

TEST_CASE("decide: what stands in for an alternative") {
    const std::string definitions =
        R"({"U": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}, "A": {"properties": {"x": {}}}})";
    const std::string text =
        decided(definitions, R"({"fallbacks": [{"union": "U", "alternative": "A", "why": "w",
        "pieces": ["\"", {"member": "x", "or": "y"}, "\""]}]})");
    CHECK(text.find("  A when value is object with fallback\n") != std::string::npos);
    CHECK(
        decided(definitions,
                R"({"fallbacks": [{"union": "U", "alternative": "B", "why": "w", "pieces": []}]})")
            .find("override matches nothing: fallbacks U B") != std::string::npos);
}

TEST_CASE("decide: error codes with their revisions") {
    const Stages stages(
        Given{{R"({"A": {}})", R"({"A": {}})"},
              R"({"errors": [{"name": "bad", "code": -32700, "description": "d", "why": "w"},
                                             {"name": "new", "code": 7, "in": "2022-01-01", "why": "w"}]})"});
    CHECK(stages.after("names") ==
          "alias A = any\nerror bad = -32700\nerror new = 7 @2022-01-01\n");
    CHECK(
        Stages(Given{{R"({"A": {}})"}, R"({"errors": [{"name": "bad", "code": "x", "why": "w"}]})"})
            .errors() == "overrides.json#/errors/0: expected an integer as `code`\n");
}
