// Several revisions become one model in which everything knows where it exists.
#include <generator/passes/merge.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

std::string merged(std::vector<std::string> revisions) {
    return Stages(Given{std::move(revisions)}).after("merge");
}

std::string errors(std::vector<std::string> revisions) {
    return Stages(Given{std::move(revisions)}).errors();
}

std::string record(const std::string& members, const std::string& required = "") {
    return "{\"A\": {\"properties\": {" + members + "}, \"required\": [" + required + "]}}";
}

/// What becomes of a member `x` that has these schemas, one in each revision.
std::string merged_x(const std::vector<std::string>& schemas) {
    std::vector<std::string> revisions;
    for (const std::string& schema : schemas) revisions.push_back(record("\"x\": " + schema));
    return merged(std::move(revisions));
}

const std::string integer = R"({"type": "integer"})";
const std::string number = R"({"type": "number"})";

}  // namespace

TEST_CASE("merge: what exists throughout has no mark, what came or went has one") {
    CHECK(merged({R"({"A": {}, "Gone": {}})", R"({"A": {}})", R"({"A": {}, "New": {}})"}) ==
          "alias A = any\n"
          "alias New @2023-01-01 = any\n"
          "alias Gone @2021-01-01 = any\n");
}

TEST_CASE("merge: members are added, removed and become required") {
    CHECK(merged({record(R"("gone": {}, "kept": {}, "firm": {})", R"("gone")"),
                  record(R"("kept": {}, "firm": {}, "new": {})", R"("firm", "new")")}) ==
          "record A\n"
          "  firm?: any required @2022-01-01\n"
          "  kept?: any\n"
          "  new: any @2022-01-01\n"
          "  gone: any @2021-01-01\n");
}

TEST_CASE("merge: a type that grows keeps what it was as a facet") {
    CHECK(errors({record(R"("x": {"type": "integer"})"), record(R"("x": {"type": "number"})"),
                  record(R"("x": {"type": ["number", "null"]})")}) ==
          "2023-01-01#/$defs/A/properties/x: `A.x` does not merge: 2021-01-01 has `integer`, "
          "2023-01-01 has `number|null`\n");
    CHECK(merged_x({R"({"type": "integer", "minimum": 0})", number}) ==
          "record A\n"
          "  x?: number\n"
          "    @2021-01-01: integer min 0\n"
          "    @2022-01-01: number\n");
}

TEST_CASE("merge: revisions in which a member looks the same share a facet") {
    CHECK(merged_x({integer, number, number}) ==
          "record A\n"
          "  x?: number\n"
          "    @2021-01-01: integer\n"
          "    @2022-01-01..2023-01-01: number\n");
    CHECK(merged_x({integer, integer, number}) ==
          "record A\n"
          "  x?: number\n"
          "    @2021-01-01..2022-01-01: integer\n"
          "    @2023-01-01: number\n");
}

TEST_CASE("merge: a member that always looks the same has no facets, behind a name or not") {
    CHECK(merged(
              {R"({"N": {"type": "integer"}, "A": {"properties": {"x": {"$ref": "#/$defs/N"}}}})",
               R"({"N": {"type": "integer"}, "A": {"properties": {"x": {"type": "integer"}}}})"}) ==
          "alias N = integer\n"
          "record A\n"
          "  x?: integer\n");
}

TEST_CASE("merge: a member may lose and regain a form") {
    CHECK(merged_x({number, integer, number}) ==
          "record A\n"
          "  x?: number\n"
          "    @2021-01-01: number\n"
          "    @2022-01-01: integer\n"
          "    @2023-01-01: number\n");
}

TEST_CASE("merge: limits of each revision stay its own") {
    CHECK(merged_x({R"({"type": "integer", "maximum": 5})", integer}) ==
          "record A\n"
          "  x?: integer\n"
          "    @2021-01-01: integer max 5\n"
          "    @2022-01-01: integer\n");
}

TEST_CASE("merge: enumerations and unions grow, the newest order first") {
    CHECK(merged({R"({"E": {"enum": ["a", "old"]}})", R"({"E": {"enum": ["new", "a"]}})"}) ==
          "enum E\n  new @2022-01-01\n  a\n  old @2021-01-01\n");
    CHECK(merged({R"({"U": {"type": ["string", "boolean"]}})",
                  R"({"U": {"type": ["integer", "string"]}})"}) ==
          "union U\n  string\n  integer @2022-01-01\n  boolean @2021-01-01\n");
}

TEST_CASE("merge: a union that was one of its alternatives") {
    const std::string parts =
        R"("T": {"properties": {"t": {}}, "required": ["t"]}, "I": {"properties": {"i": {}}, "required": ["i"]})";
    CHECK(merged({"{" + parts + R"(, "A": {"properties": {"c": {"$ref": "#/$defs/T"}}}})",
                  "{" + parts + R"(, "U": {"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/I"}]},
                                     "A": {"properties": {"c": {"$ref": "#/$defs/U"}}}})"}) ==
          "record T\n  t: any\n"
          "record I\n  i: any\n"
          "union U\n  T\n  I @2022-01-01\n"
          "record A\n"
          "  c?: U\n"
          "    @2021-01-01: T\n"
          "    @2022-01-01: U\n");
}

TEST_CASE("merge: a record that was any object before exists there too") {
    CHECK(
        merged(
            {record(R"("o": {"type": "object"})"),
             R"({"A": {"properties": {"o": {"$ref": "#/$defs/O"}}}, "O": {"properties": {"x": {}}}})"}) ==
        "record A\n"
        "  o?: O\n"
        "    @2021-01-01: object\n"
        "    @2022-01-01: O\n"
        "record O\n"
        "  x?: any @2022-01-01\n");
}

TEST_CASE("merge: types that do not merge show both shapes and the override") {
    const Stages stages(
        Given{{record(R"("x": {"type": "string"})"), record(R"("x": {"type": "integer"})")}});
    REQUIRE(stages.all().size() == 1);
    CHECK(stages.all()[0].message ==
          "`A.x` does not merge: 2021-01-01 has `string`, 2022-01-01 has `integer`");
    CHECK(stages.all()[0].hint.find("overrides.json (`types`)") != std::string::npos);
    CHECK(stages.all()[0].where.pointer == "#/$defs/A/properties/x");
}

TEST_CASE("merge: definitions of different forms do not merge") {
    CHECK(errors({R"({"A": {"properties": {"x": {}}}})", R"({"A": {"enum": ["x"]}})"}) ==
          "2022-01-01#/$defs/A: `A` does not merge: 2021-01-01 has a record, 2022-01-01 has an "
          "enumeration\n");
    CHECK(errors({R"({"A": {"type": "string"}})", R"({"A": {"type": "integer"}})"}) ==
          "2022-01-01#/$defs/A: `A` does not merge: 2021-01-01 has another name for string, "
          "2022-01-01 has "
          "another name for integer\n");
    CHECK(errors({R"({"A": {"type": "object"}})", R"({"A": {"properties": {"x": {}}}})"}).empty());
}

TEST_CASE("merge: every pair that does not merge is reported") {
    CHECK(errors({record(R"("x": {"type": "string"}, "y": {"type": "string"})"),
                  record(R"("x": {"type": "integer"}, "y": {"type": "boolean"})")}) ==
          "2022-01-01#/$defs/A/properties/x: `A.x` does not merge: 2021-01-01 has `string`, "
          "2022-01-01 has `integer`\n"
          "2022-01-01#/$defs/A/properties/y: `A.y` does not merge: 2021-01-01 has `string`, "
          "2022-01-01 has `boolean`\n");
}

TEST_CASE("merge: a closed record is closed where it was") {
    CHECK(merged({R"({"A": {"properties": {"x": {}}, "additionalProperties": false}})",
                  R"({"A": {"properties": {"x": {}}}})"}) ==
          "record A closed @2021-01-01\n  x?: any\n");
}

TEST_CASE("merge: methods keep their revisions, directions and demands") {
    const std::string request =
        R"("GetRequest": {"properties": {"method": {"const": "get"}, "params": {"$ref": "#/$defs/P"}},
                                   "required": [)";
    const std::string rest =
        R"(]}, "GetResult": {"properties": {"x": {}}}, "P": {"properties": {"p": {}}})";
    CHECK(merged({"{" + request + R"("method")" + rest + "}",
                  "{" + request + R"("method", "params")" + rest +
                      R"(, "DoneNotification": {"properties": {"method": {"const": "done"}}}})"}) ==
          "record GetResult\n  x?: any\n"
          "record P\n  p?: any\n"
          "request get from client\n"
          "  params P required @2022-01-01\n"
          "  result GetResult\n"
          "notification done @2022-01-01 from server\n");
}
