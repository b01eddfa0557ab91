// Names for inline types.
#include <generator/passes/hoist.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::after;
using mcpgen::test::errors_of;

TEST_CASE("hoist: a name is the way to the type") {
    CHECK(after("hoist", R"({"Tool": {"properties": {
              "icons": {"items": {"properties": {"src": {"type": "string"}}}},
              "meta-data": {"properties": {"inner": {"enum": ["a"]}}},
              "texts": {"additionalProperties": {"type": ["string", "integer"]}}}}})") ==
          "record Tool\n"
          "  icons?: [ToolIcons]\n"
          "  meta-data?: ToolMetaData\n"
          "  texts?: {ToolTexts}\n"
          "record ToolIcons\n"
          "  src?: string\n"
          "enum ToolMetaDataInner\n"
          "  a\n"
          "record ToolMetaData\n"
          "  inner?: ToolMetaDataInner\n"
          "union ToolTexts\n"
          "  string\n"
          "  integer\n");
}

TEST_CASE("hoist: an alternative is named for its constant, or its number") {
    CHECK(after("hoist", R"({"U": {"anyOf": [
              {"properties": {"type": {"const": "big-text"}}, "required": ["type"]},
              {"properties": {"x": {}}},
              {"type": "string"}]}})") ==
          "union U\n"
          "  UBigText\n"
          "  U2\n"
          "  string\n"
          "record UBigText\n"
          "  type: \"big-text\"\n"
          "record U2\n"
          "  x?: any\n");
}

TEST_CASE("hoist: what a definition lists or may be is named after it") {
    CHECK(after("hoist", R"({"Tools": {"items": {"properties": {"x": {}}}},
                             "Maybe": {"type": ["object", "null"], "properties": {"y": {}}},
                             "Ages": {"additionalProperties": {"type": ["integer", "string"]}}})") ==
          "alias Tools = [ToolsItem]\n"
          "alias Maybe = MaybeValue|null\n"
          "alias Ages = {AgesValue}\n"
          "record ToolsItem\n"
          "  x?: any\n"
          "record MaybeValue\n"
          "  y?: any\n"
          "union AgesValue\n"
          "  string\n"
          "  integer\n");
}

TEST_CASE("hoist: an inline record with a constant that equals a definition is that definition") {
    const std::string text =
        R"({"properties": {"type": {"const": "text"}, "text": {"type": "string"}}, "required": ["type"]})";
    CHECK(after("hoist",
                R"({"Text": )" + text + R"(, "User": {"properties": {"t": )" + text + "}}}") ==
          "record Text\n"
          "  text?: string\n"
          "  type: \"text\"\n"
          "record User\n"
          "  t?: Text\n");
}

TEST_CASE("hoist: equal shapes without a constant mean nothing") {
    const std::string plain = R"({"properties": {"x": {"type": "string"}}})";
    CHECK(after("hoist",
                R"({"Plain": )" + plain + R"(, "User": {"properties": {"p": )" + plain + "}}}") ==
          "record Plain\n  x?: string\nrecord User\n  p?: UserP\nrecord UserP\n  x?: string\n");
}

TEST_CASE("hoist: two inline types of one name and one shape are one type") {
    CHECK(
        after(
            "hoist",
            R"({"A": {"properties": {"s": {"enum": ["x"]}}}, "B": {"properties": {"s": {"enum": ["x"]}}}})",
            R"({"names": [{"at": "*.s", "name": "S", "why": "w"}]})") ==
        "record A\n  s?: S\nrecord B\n  s?: S\nenum S\n  x\n");
}

TEST_CASE("hoist: two inline types of one name and different shapes are an error") {
    CHECK(
        errors_of(
            R"({"A": {"properties": {"s": {"enum": ["x"]}}}, "B": {"properties": {"s": {"enum": ["y"]}}}})",
            R"({"names": [{"at": "*.s", "name": "S", "why": "w"}]})") ==
        "2021-01-01#/$defs/B/properties/s: the inline type would be called `S`, which another type "
        "has "
        "with another shape\n");
    CHECK(errors_of(R"({"A": {"properties": {"s": {"enum": ["x"]}}}, "AS": {"type": "string"}})") ==
          "2021-01-01#/$defs/A/properties/s: the inline type would be called `AS`, which another "
          "type has "
          "with another shape\n");
}

TEST_CASE("hoist: an inline type may be named as a definition of its shape") {
    CHECK(
        after("hoist", R"({"A": {"properties": {"s": {"enum": ["x"]}}}, "AS": {"enum": ["x"]}})") ==
        "record A\n  s?: AS\nenum AS\n  x\n");
}

TEST_CASE("hoist: a closed record stays closed") {
    CHECK(
        after(
            "hoist",
            R"({"A": {"properties": {"s": {"properties": {"x": {}}, "additionalProperties": false}}}})") ==
        "record A\n  s?: AS\nrecord AS closed\n  x?: any\n");
}
