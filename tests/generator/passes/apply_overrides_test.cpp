// What overrides do to one revision before anything is derived: names, types, members,
// enumerations.
#include <generator/passes/apply_overrides.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using namespace mcpgen;
using test::errors_of;
using test::Given;
using test::Stages;

namespace {

std::string applied(const std::string& definitions, const std::string& overrides) {
    const Stages stages(Given{{definitions}, overrides});
    return stages.after("overrides") + stages.errors();
}

const std::string tool = R"({"Tool": {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string"},
    "io.example/x": {"type": "string"},
    "icons": {"type": "array", "items": {"type": "object", "properties": {"src": {"type": "string"}}}},
    "texts": {"additionalProperties": {"type": "string"}}}}})";

}  // namespace

TEST_CASE("apply_overrides: rename changes the definition and what refers to it") {
    CHECK(applied(R"({"Old": {"type": "string"}, "User": {"items": {"$ref": "#/$defs/Old"}}})",
                  R"({"rename": [{"from": "Old", "to": "New", "why": "w"}]})") ==
          "alias New = string\nalias User = [New]\n");
}

TEST_CASE("apply_overrides: rename to a name that is there is an error") {
    CHECK(errors_of(R"({"A": {}, "B": {}})",
                    R"({"rename": [{"from": "A", "to": "B", "why": "w"}]})") ==
          "overrides.json#/rename/0: definition `B` is given twice\n");
}

TEST_CASE("apply_overrides: types replaces the type at a path") {
    CHECK(
        applied(tool, R"({"types": [
            {"at": "Tool.icons[].src", "type": {"type": "integer"}, "why": "w"},
            {"at": "Tool.texts{}", "type": {"type": "boolean"}, "why": "w"},
            {"at": "Tool.io.example/x", "type": {"enum": ["a"]}, "why": "w"}]})") ==
        "alias Tool = { icons?: [{ src?: integer; }]; io.example/x?: \"a\"; name: string; texts?: "
        "{boolean}; }\n");
}

TEST_CASE("apply_overrides: a whole definition can be replaced") {
    CHECK(applied(R"({"A": {"type": "string"}})",
                  R"({"types": [{"at": "A", "type": {"type": "integer"}, "why": "w"}]})") ==
          "alias A = integer\n");
}

TEST_CASE("apply_overrides: a wrong type in an override is reported in its file") {
    const Stages stages(Given{{R"({"A": {}})"},
                              "\n{\"types\": [{\"at\": \"A\", \"why\": \"w\",\n"
                              "\"type\": {\"tipe\": 1}}]}"});
    REQUIRE(stages.all().size() == 1);
    CHECK(stages.all()[0].where.file == "overrides.json");
    CHECK(stages.all()[0].where.line == 3);
    CHECK(stages.all()[0].message == "unknown keyword `tipe`");
}

TEST_CASE("apply_overrides: raw keeps the text and remembers its shape") {
    CHECK(
        applied(
            R"({"A": {"properties": {"o": {"type": "object"},
                                           "r": {"properties": {"x": {"type": "string"}}},
                                           "l": {"items": {}}}}})",
            R"({"raw": [{"at": "A.o", "why": "w"}, {"at": "A.r", "why": "w"}, {"at": "A.l", "why": "w"}]})") ==
        "alias A = { l?: any shaped [any]; o?: object; r?: object shaped { x?: string; }; }\n");
}

TEST_CASE("apply_overrides: members adds what is not there") {
    const std::string entry =
        R"({"members": [{"at": "*.params", "member": "_meta", "type": {"type": "object"}, "why": "w"}]})";
    CHECK(applied(R"({"A": {"properties": {"params": {"type": "object"}}},
                      "B": {"properties": {"params": {"properties": {"_meta": {"type": "string"}}}}}})",
                  entry) ==
          "alias A = { params?: { _meta?: object; }; }\n"
          "alias B = { params?: { _meta?: string; }; }\n");
}

TEST_CASE("apply_overrides: enums makes an enumeration of a string, or orders one") {
    CHECK(applied(
              R"({"A": {"properties": {"s": {"type": "string"}, "e": {"enum": ["b", "a", "c"]}}}})",
              R"({"enums": [{"at": "A.s", "values": ["x", "y"], "name": "S", "why": "w"},
                                {"at": "A.e", "values": ["a", "b"], "why": "w"}]})") ==
          "alias A = { e?: \"a\"|\"b\"|\"c\"; s?: \"x\"|\"y\"; }\n");
    CHECK(errors_of(R"({"A": {"type": "integer"}})",
                    R"({"enums": [{"at": "A", "values": ["x"], "why": "w"}]})") ==
          "overrides.json#/enums/0: override matches nothing: enums A\n");
}

TEST_CASE("apply_overrides: names are given to inline types only") {
    const Stages stages(
        Given{{tool}, R"({"names": [{"at": "Tool.icons[]", "name": "Icon", "why": "w"}]})"});
    CHECK(stages.after("hoist").find("record Icon\n  src?: string\n") != std::string::npos);
    CHECK(errors_of(tool, R"({"names": [{"at": "Tool.name", "name": "X", "why": "w"}]})") ==
          "overrides.json#/names/0: override matches nothing: names Tool.name X\n");
}

TEST_CASE("apply_overrides: a path leads into the parts of an intersection") {
    CHECK(
        applied(
            R"({"B": {"type": "object"}, "A": {"allOf": [{"$ref": "#/$defs/B"}], "properties": {"x": {"type": "string"}}}})",
            R"({"types": [{"at": "A.x", "type": {"type": "integer"}, "why": "w"}]})") ==
        "alias B = object\nalias A = (B & { x?: integer; })\n");
}

TEST_CASE("apply_overrides: an entry speaks of its revisions only") {
    const Stages stages(Given{
        {R"({"A": {"type": "string"}})", R"({"A": {"type": "string"}})"},
        R"({"types": [{"at": "A", "in": "2022-01-01", "type": {"type": "integer"}, "why": "w"}]})"});
    CHECK(stages.after("overrides") ==
          "alias A @2021-01-01 = string\nalias A @2022-01-01 = integer\n");
}
