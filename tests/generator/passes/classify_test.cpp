// How the alternatives of a union are told apart, and what happens when no rule does it.
#include <generator/passes/classify.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::errors_of;
using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

/// The union U with its conditions.
std::string classified(const std::string& alternatives, const std::string& others,
                       const std::string& overrides = {}) {
    const std::string definitions =
        "{\"U\": {\"anyOf\": [" + alternatives + "]}" + (others.empty() ? "" : ", " + others) + "}";
    const Stages stages(Given{{definitions}, overrides});
    const std::string text = stages.after("classify");
    const std::size_t start = text.find("union U");
    if (!stages.errors().empty() || start == text.npos) return stages.errors();
    std::size_t end = text.find("\n", start) + 1;
    while (text.compare(end, 2, "  ") == 0) end = text.find("\n", end) + 1;
    return text.substr(start, end - start);
}

std::string ref(const std::string& name) { return "{\"$ref\": \"#/$defs/" + name + "\"}"; }

/// A record with members `name: type`, all of them required.
std::string record(const std::string& name, const std::string& members,
                   const std::string& required) {
    return "\"" + name + "\": {\"type\": \"object\", \"properties\": {" + members +
           "}, \"required\": [" + required + "]}";
}

std::string tagged(const std::string& name, const std::string& tag, const std::string& more = {}) {
    return record(name, "\"type\": {\"const\": \"" + tag + "\"}" + more, "\"type\"");
}

}  // namespace

TEST_CASE("classify: alternatives of different JSON kinds") {
    CHECK(classified(
              R"({"type": "string"}, {"type": "boolean"}, {"type": "array"}, {"type": "object"})",
              "") ==
          "union U\n"
          "  string when value is string\n"
          "  boolean when value is boolean\n"
          "  [any] when value is array\n"
          "  object when value is object\n");
}

TEST_CASE("classify: integers are looked for before numbers") {
    CHECK(classified(R"({"type": "number"}, {"type": "string"}, {"type": "integer"})", "") ==
          "union U\n"
          "  integer when value is integer\n"
          "  number when value is number\n"
          "  string when value is string\n");
}

TEST_CASE("classify: kinds are found behind names, enumerations and nullable types") {
    CHECK(classified(
              ref("E") + ", " + ref("N") + ", " + ref("L"),
              R"("E": {"enum": ["a"]}, "N": {"type": ["integer", "null"]}, "L": {"items": {}})") ==
          "union U\n"
          "  E when value is string\n"
          "  N when value is integer|null\n"
          "  L when value is array\n");
}

TEST_CASE("classify: a constant in every alternative") {
    CHECK(classified(ref("A") + ", " + ref("B"), tagged("A", "a") + ", " + tagged("B", "b")) ==
          "union U open by type\n"
          "  A when type = \"a\"\n"
          "  B when type = \"b\"\n");
}

TEST_CASE("classify: an enumeration can be the tag of an alternative") {
    CHECK(classified(ref("A") + ", " + ref("B"),
                     tagged("A", "a") + ", " +
                         record("B", R"("type": {"enum": ["b", "c"]})", R"("type")")) ==
          "union U open by type\n"
          "  A when type = \"a\"\n"
          "  B when type in \"b\"|\"c\"\n");
}

TEST_CASE("classify: an alternative whose tag is optional or absent comes last") {
    const std::string optional = record("A", R"("type": {"const": "a"})", "");
    CHECK(classified(ref("A") + ", " + ref("B"), optional + ", " + tagged("B", "b")) ==
          "union U by type\n"
          "  B when type = \"b\"\n"
          "  A\n");
    CHECK(classified(
              ref("A") + ", " + ref("B") + ", " + ref("C"),
              record("A", R"("x": {})", "") + ", " + tagged("B", "b") + ", " + tagged("C", "c")) ==
          "union U by type\n"
          "  B when type = \"b\"\n"
          "  C when type = \"c\"\n"
          "  A\n");
}

TEST_CASE("classify: a required member that no other alternative has") {
    CHECK(classified(ref("A") + ", " + ref("B"),
                     record("A", R"("text": {}, "uri": {})", R"("uri", "text")") + ", " +
                         record("B", R"("blob": {}, "uri": {})", R"("blob", "uri")")) ==
          "union U\n"
          "  A when has text\n"
          "  B when has blob\n");
}

TEST_CASE("classify: kinds first, then the objects among them") {
    CHECK(classified(ref("A") + R"(, {"type": "string"}, )" + ref("B"),
                     tagged("A", "a") + ", " + tagged("B", "b")) ==
          "union U open by type\n"
          "  string when value is string\n"
          "  A when type = \"a\"\n"
          "  B when type = \"b\"\n");
}

TEST_CASE("classify: a union that no rule tells apart names its alternatives and the override") {
    const std::string members =
        record("A", R"("x": {})", "") + ", " + record("B", R"("x": {})", "");
    const std::string definitions =
        "{\"U\": {\"anyOf\": [" + ref("A") + ", " + ref("B") + "]}, " + members + "}";
    const Stages stages(Given{{definitions}});
    REQUIRE(stages.all().size() == 1);
    CHECK(stages.all()[0].message == "no rule tells the alternatives of union `U` apart: A, B");
    CHECK(stages.all()[0].where.pointer == "#/$defs/U");
    CHECK(stages.all()[0].hint.find(R"({"unions": [{"union": "U", "order": [)") !=
          std::string::npos);
}

TEST_CASE("classify: nothing is guessed") {
    const std::string ambiguous =
        "2021-01-01#/$defs/U: no rule tells the alternatives of union `U` apart: ";
    // Two kinds of objects behind the same tag.
    CHECK(classified(ref("A") + ", " + ref("B"), tagged("A", "a") + ", " + tagged("B", "a")) ==
          ambiguous + "A, B\n");
    // Two alternatives that may both lack the tag.
    CHECK(classified(ref("A") + ", " + ref("B") + ", " + ref("C"),
                     record("A", R"("x": {})", "") + ", " + record("B", R"("x": {})", "") + ", " +
                         tagged("C", "c")) == ambiguous + "A, B, C\n");
    // Any value is also a string.
    CHECK(classified(R"({"type": "string"}, {})", "") == ambiguous + "string, any\n");
    CHECK(classified(R"({"type": "string"}, {"enum": ["a"]})", "") == ambiguous + "string, U2\n");
    CHECK(
        classified(
            R"({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "integer"}})",
            "") == ambiguous + "[string], [integer]\n");
    CHECK(classified(R"({"type": "object"}, )" + ref("A"), tagged("A", "a")) ==
          ambiguous + "object, A\n");
}

TEST_CASE("classify: an override gives order and conditions") {
    const std::string members =
        record("A", R"("x": {})", "") + ", " + record("B", R"("x": {}, "y": {}, "z": {})", "");
    CHECK(classified(ref("A") + ", " + ref("B"), members,
                     R"({"unions": [{"union": "U", "why": "w", "order": [
                        {"alternative": "B", "when": [{"has": "y"}, {"lacks": "q"}, {"path": "z/0", "equals": 1},
                                                      {"path": "x", "one_of": ["a", true]}, {"path": "x", "kind": "array"}]},
                        {"alternative": "A"}]}]})") ==
          "union U by x\n"
          "  B when has y and lacks q and z/0 = 1 and x in \"a\"|true and x is array\n"
          "  A\n");
}

TEST_CASE("classify: an override must name every alternative, and no others") {
    const std::string members =
        record("A", R"("x": {})", "") + ", " + record("B", R"("x": {})", "");
    CHECK(
        classified(
            ref("A") + ", " + ref("B"), members,
            R"({"unions": [{"union": "U", "why": "w", "order": [{"alternative": "A", "when": [{"has": "x"}]}]}]})") ==
        "2021-01-01#/$defs/U: no rule tells the alternatives of union `U` apart: A, B\n");
    CHECK(
        classified(
            ref("A") + ", " + ref("B"), members,
            R"({"unions": [{"union": "U", "why": "w", "order": [{"alternative": "A", "when": [{"has": "x"}]},
                        {"alternative": "B"}, {"alternative": "C"}]}]})") ==
        "overrides.json#/unions/0: override matches nothing: unions U alternative C\n");
    CHECK(
        classified(
            ref("A") + ", " + ref("B"), members,
            R"({"unions": [{"union": "U", "why": "w", "order": [{"alternative": "A", "when": [{"hat": "x"}]},
                        {"alternative": "B"}]}]})") ==
        "overrides.json#/unions/0: override lacks `equals, has, lacks, kind or one_of`\n");
}

TEST_CASE("classify: an override can close a tagged union") {
    CHECK(classified(ref("A") + ", " + ref("B"), tagged("A", "a") + ", " + tagged("B", "b"),
                     R"({"unions": [{"union": "U", "open": false, "why": "w"}]})")
              .starts_with("union U by type\n"));
}

TEST_CASE("classify: alternatives of different revisions may share a tag") {
    const std::string old = "{\"U\": {\"anyOf\": [" + ref("A") + ", " + ref("B") + "]}, " +
                            tagged("A", "a") + ", " + tagged("B", "b") + "}";
    const std::string now = "{\"U\": {\"anyOf\": [" + ref("A") + ", " + ref("C") + "]}, " +
                            tagged("A", "a") + ", " + tagged("C", "b") + "}";
    const std::string text = Stages(Given{{old, now}}).after("classify");
    CHECK(text.find("union U open by type\n"
                    "  A when type = \"a\"\n"
                    "  C @2022-01-01 when type = \"b\"\n"
                    "  B @2021-01-01 when type = \"b\"\n") != std::string::npos);
}
