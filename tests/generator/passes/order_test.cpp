// Which members are boxed, and in which order declarations and members stand.
#include <generator/passes/order.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

#include <chrono>

using mcpgen::test::after;
using mcpgen::test::errors_of;
using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

std::string ordered(const std::string& definitions, const std::string& overrides = {}) {
    return after("order", definitions, overrides);
}

std::string to(const std::string& name) { return "{\"$ref\": \"#/$defs/" + name + "\"}"; }

std::string holder(const std::string& name, const std::string& members) {
    return "\"" + name + "\": {\"properties\": {" + members + "}}";
}

}  // namespace

TEST_CASE("order: a record that holds itself is boxed") {
    CHECK(ordered("{" + holder("A", "\"a\": " + to("A")) + "}") == "record A\n  a?: box A\n");
    CHECK(ordered("{" + holder("A", R"("a": {"anyOf": [{"type": "null"}, )" + to("A") + "]}") +
                  "}") == "record A\n  a?: box A|null\n");
}

TEST_CASE("order: one box is enough for two records that hold each other") {
    CHECK(ordered("{" + holder("A", "\"b\": " + to("B")) + ", " + holder("B", "\"a\": " + to("A")) +
                  "}") == "record B\n  a?: box A\nrecord A\n  b?: B\n");
}

TEST_CASE("order: lists and maps break a cycle without a box") {
    CHECK(ordered("{" +
                  holder("A", "\"list\": {\"items\": " + to("A") +
                                  "}, \"map\": {\"additionalProperties\": " + to("A") + "}") +
                  "}") == "record A\n  list?: [A]\n  map?: {A}\n");
    CHECK(ordered("{" + holder("A", "\"list\": {\"items\": " + to("B") + "}") + ", " +
                  holder("B", "\"a\": " + to("A")) + "}") ==
          "record A\n  list?: [B]\nrecord B\n  a?: A\n");
    CHECK(ordered(
              "{" +
              holder("A", R"("many": {"anyOf": [)" + to("A") + ", {\"items\": " + to("A") + "}]}") +
              "}") == "record A\n  many?: one-or-many A\n");
}

TEST_CASE("order: an alternative that holds its union is boxed in one place") {
    CHECK(ordered(R"({"U": {"anyOf": [{"type": "string"}, )" + to("A") + "]}, " +
                  holder("A", "\"u\": " + to("U")) + "}") ==
          "record A\n  u?: box U\n"
          "union U\n  string when value is string\n  A when value is object\n");
}

TEST_CASE("order: a union on a cycle is left alone even when it closes the cycle") {
    // By name A comes first, so U closes the circle; the box is before U all the same.
    CHECK(ordered(R"({"U": {"anyOf": [{"type": "string"}, )" + to("A") + "]}, " +
                  holder("A", "\"n\": " + to("N")) + ", \"N\": " + to("U") + "}")
              .find("alias N = box U\n") != std::string::npos);
}

TEST_CASE("order: a cycle over another name is found") {
    CHECK(ordered("{" + holder("A", "\"n\": " + to("N")) +
                  ", \"N\": {\"anyOf\": [{\"type\": \"null\"}, " + to("A") + "]}}") ==
          "alias N = box A|null\nrecord A\n  n?: N\n");
}

TEST_CASE("order: an alias comes before everything that names it, even in a list") {
    CHECK(ordered("{" + holder("A", "\"l\": {\"items\": " + to("N") + "}") +
                  ", \"N\": {\"anyOf\": [{\"type\": \"null\"}, " + to("A") + "]}}") ==
          "alias N = A|null\nrecord A\n  l?: [N]\n");
    CHECK(ordered("{" + holder("Z", "\"one\": " + to("N") + ", \"many\": " + to("M")) +
                  ", \"N\": {\"anyOf\": [{\"type\": \"null\"}, " + to("Z") + "]}" +
                  ", \"M\": {\"items\": " + to("N") + "}}") ==
          "alias N = box Z|null\nalias M = [N]\nrecord Z\n  many?: M\n  one?: N\n");
    CHECK(ordered("{" + holder("A", "\"n\": " + to("N")) + ", " + holder("Z", "\"x\": {}") +
                  ", \"N\": {\"anyOf\": [{\"type\": \"null\"}, " + to("Z") + "]}}") ==
          "record Z\n  x?: any\nalias N = Z|null\nrecord A\n  n?: N\n");
}

TEST_CASE("order: what is used comes before its user, otherwise by name") {
    CHECK(ordered("{" + holder("B", "\"x\": {}") + ", " + holder("A", "\"z\": " + to("Z")) + ", " +
                  holder("Z", "\"x\": {}") + ", " +
                  holder("C", "\"l\": {\"items\": " + to("D") + "}") + ", " +
                  holder("D", "\"x\": {}") + "}") ==
          "record Z\n  x?: any\nrecord A\n  z?: Z\nrecord B\n  x?: any\nrecord D\n  x?: "
          "any\nrecord C\n  l?: [D]\n");
}

TEST_CASE("order: constants and required members come first, then listed names, then by name") {
    const std::string record =
        R"({"A": {"properties": {"z": {}, "b": {}, "_meta": {}, "type": {"const": "a"}, "name": {}, "title": {}},
                  "required": ["z", "name", "type"]}})";
    CHECK(ordered(record) ==
          "record A\n  type: \"a\"\n  name: any\n  z: any\n  _meta?: any\n  b?: any\n  title?: "
          "any\n");
    CHECK(ordered(record, R"({"member_order": ["title", "z", "...", "_meta"]})") ==
          "record A\n  type: \"a\"\n  z: any\n  name: any\n  title?: any\n  b?: any\n  _meta?: "
          "any\n");
}

TEST_CASE("order: methods stand by name") {
    const std::string text =
        ordered(R"({"ZRequest": {"properties": {"method": {"const": "a/z"}}}, "ZResult": {},
                                         "ARequest": {"properties": {"method": {"const": "b/a"}}}, "AResult": {}})");
    CHECK(text.find("a/z") < text.find("b/a"));
}

TEST_CASE("order: the order does not depend on the order of the document") {
    const std::string a = holder("A", "\"b\": " + to("B"));
    const std::string b = holder("B", "\"c\": {\"items\": " + to("C") + "}");
    const std::string c = holder("C", "\"x\": {}");
    CHECK(ordered("{" + a + ", " + b + ", " + c + "}") ==
          ordered("{" + c + ", " + b + ", " + a + "}"));
}

TEST_CASE("order: a chain of very many records needs no deep stack") {
    for (const bool listed : {false, true}) {
        std::string definitions = "{";
        for (int i = 0; i < 6000; ++i) {
            const std::string next = to("R" + std::to_string(i + 1));
            definitions += holder("R" + std::to_string(i),
                                  "\"n\": " + (listed ? "{\"items\": " + next + "}" : next)) +
                           ", ";
        }
        CHECK(errors_of(definitions + holder("R6000", "\"x\": {}") + "}").empty());
    }
}

TEST_CASE("order: two members of the same type at every level are looked at once") {
    std::string definitions = "{" + holder("A", "\"l\": {\"items\": " + to("R0") + "}") + ", ";
    for (int i = 0; i < 60; ++i) {
        const std::string next = to("R" + std::to_string(i + 1));
        definitions +=
            holder("R" + std::to_string(i), "\"a\": " + next + ", \"b\": " + next) + ", ";
    }
    CHECK(errors_of(definitions + holder("R60", "\"x\": {}") + "}").empty());
}
