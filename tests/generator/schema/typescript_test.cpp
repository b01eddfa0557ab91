// Each construct of TypeScript declarations that is understood, and the schema that it becomes.
#include "typescript_testing.hpp"

using namespace mcpgen;
using mcpgen::testing::canonical;
using mcpgen::testing::declarations;
using mcpgen::testing::definition;

TEST_CASE("plain types become their JSON types") {
    const auto type = [](const std::string& text) { return definition("type T = " + text + ";"); };
    CHECK(type("string") == R"({"type":"string"})");
    CHECK(type("number") == R"({"type":"integer"})");
    CHECK(type("boolean") == R"({"type":"boolean"})");
    CHECK(type("null") == R"({"type":"null"})");
    CHECK(type("unknown") == "{}");
    CHECK(type("any") == "{}");
    CHECK(type("never") == R"({"not":{}})");
    CHECK(type("object") == R"({"additionalProperties":true,"properties":{},"type":"object"})");
    CHECK(type("{}") == R"({"properties":{},"type":"object"})");
    CHECK(type("(string)") == R"({"type":"string"})");
}

TEST_CASE("literals become constants") {
    const auto type = [](const std::string& text) { return definition("type T = " + text + ";"); };
    CHECK(type("\"a\"") == R"({"const":"a","type":"string"})");
    CHECK(type("'it\\'s \\u00e9 \\x41 \\u{1F600}\\n'") ==
          canonical("{\"const\":\"it's é A 😀\\n\",\"type\":\"string\"}"));
    CHECK(type("true") == R"({"const":true,"type":"boolean"})");
    CHECK(type("-32_700") == R"({"const":-32700,"type":"integer"})");
    CHECK(type("0x1F") == R"({"const":31,"type":"integer"})");
    CHECK(type(".5") == R"({"const":0.5,"type":"number"})");
}

TEST_CASE("constants give types, and error codes are kept by name") {
    const Document document = declarations(R"(
        export const LATEST_PROTOCOL_VERSION = "2031-02-03";
        export const VERSION = "2.0";
        export const PARSE_ERROR = -32700;
        const hidden: number = -32001;
        export declare const LIMIT: 100;
        export const FLAG = true as const
        export interface T {
            v: typeof VERSION; code: typeof PARSE_ERROR; n: typeof hidden; l: typeof LIMIT
        }
    )");
    CHECK(canonical(document.root) == canonical(R"({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "x-mcp-revision": "2031-02-03",
        "x-mcp-constants": {"PARSE_ERROR": -32700},
        "$defs": {"T": {
            "type": "object",
            "properties": {
                "v": {"const": "2.0", "type": "string"},
                "code": {"const": -32700, "type": "integer"},
                "n": {"type": "integer"},
                "l": {"const": 100, "type": "integer"}
            },
            "required": ["code", "l", "n", "v"]
        }}
    })"));
}

TEST_CASE("a protocol version that is no date is no revision") {
    CHECK(declarations("export const LATEST_PROTOCOL_VERSION = \"draft\";")
              .root.find("x-mcp-revision") == nullptr);
}

TEST_CASE("members are required unless marked, and keep their spelling") {
    CHECK(definition(R"(interface T {
        "io.example/key"?: string,
        readonly default: string
        readonly: boolean;
        type?: number; 7: null
        enum: {
          export: string | undefined;
        }
    })") == canonical(R"({
        "type": "object",
        "properties": {
            "io.example/key": {"type": "string"},
            "default": {"type": "string"},
            "readonly": {"type": "boolean"},
            "type": {"type": "integer"},
            "7": {"type": "null"},
            "enum": {"type": "object", "properties": {"export": {"type": "string"}}}
        },
        "required": ["7", "default", "enum", "readonly"]
    })"));
    CHECK(definition("interface T {}") == R"({"type":"object"})");
    CHECK(definition("interface T { gone?: never }") == R"({"type":"object"})");
}

TEST_CASE("an index signature says what other members are") {
    CHECK(definition("interface T { [key: string]: unknown }") ==
          R"({"additionalProperties":{},"type":"object"})");
    CHECK(definition("type T = { a: string; [key: string]: string };") == canonical(R"({
        "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
        "additionalProperties": {"type": "string"}
    })"));
    SECTION("an inherited one only when it restricts them") {
        CHECK(
            definition("interface B { [k: string]: unknown } interface T extends B { a?: null }") ==
            R"({"properties":{"a":{"type":"null"}},"type":"object"})");
        CHECK(definition("interface B { [k: string]: number } interface T extends B {}") ==
              R"({"additionalProperties":{"type":"integer"},"type":"object"})");
    }
}

TEST_CASE("arrays in both spellings") {
    CHECK(definition("type T = string[][];") ==
          R"({"items":{"items":{"type":"string"},"type":"array"},"type":"array"})");
    CHECK(definition("type T = Array<{ const: string; }>;") == canonical(R"({
        "type": "array",
        "items": {
            "type": "object", "properties": {"const": {"type": "string"}}, "required": ["const"]
        }
    })"));
    CHECK(definition("type T = readonly (string | null)[];") ==
          R"({"items":{"type":["string","null"]},"type":"array"})");
    CHECK(definition("type T = ReadonlyArray<'a'>") ==
          R"({"items":{"const":"a","type":"string"},"type":"array"})");
}

TEST_CASE("interfaces flatten what they extend") {
    const std::string text = R"(
        interface Base { a: string; b?: number; [k: string]: unknown }
        interface Other { b?: number; c: Base }
        interface T extends Base, Other { a: "x"; d: boolean }
    )";
    CHECK(definition(text) == canonical(R"({
        "type": "object",
        "properties": {
            "a": {"const": "x", "type": "string"},
            "b": {"type": "integer"},
            "c": {"$ref": "#/$defs/Base"},
            "d": {"type": "boolean"}
        },
        "required": ["a", "c", "d"]
    })"));
    SECTION("inherited members stand first, and a redeclared one keeps its place") {
        const Document document = declarations(text);
        std::string order;
        for (const KeyValue& member :
             document.root.find("$defs")->find("T")->find("properties")->members) {
            order += member.key;
        }
        CHECK(order == "abcd");
    }
}

TEST_CASE("types made from other types have the members that result") {
    const std::string base = "interface B { a: string; b?: number; c: null }\n";
    CHECK(definition(base + "interface T extends Omit<B, \"a\" | \"b\"> { d: string }") ==
          canonical(
              R"({"type": "object", "properties": {"c": {"type": "null"}, "d": {"type": "string"}},
                        "required": ["c", "d"]})"));
    CHECK(
        definition(base + "type K = 'a' | 'b'; type T = Pick<B, K>;") ==
        canonical(
            R"({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
                        "required": ["a"]})"));
    CHECK(
        definition(base + "interface T { p: Partial<Pick<B, 'a'>>; q: Required<Pick<B, 'b'>> }") ==
        canonical(R"({"type": "object", "properties": {
              "p": {"type": "object", "properties": {"a": {"type": "string"}}},
              "q": {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}
          }, "required": ["p", "q"]})"));
    CHECK(definition(base + "type T = { b: Readonly<B> }") ==
          canonical(
              R"({"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}},
                        "required": ["b"]})"));
    CHECK(definition("type T = Record<string, unknown>;") == R"({"type":"object"})");
    CHECK(definition("type T = Record<string, string>;") ==
          R"({"additionalProperties":{"type":"string"},"type":"object"})");
    CHECK(definition("type T = Record<string, never>;") ==
          R"({"additionalProperties":{"not":{}},"type":"object"})");
    CHECK(
        definition("type T = Record<'a' | 'b', string>;") ==
        canonical(
            R"({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                        "required": ["a", "b"]})"));
    SECTION("a declaration of the same name goes first") {
        CHECK(definition("interface Record { a: string } type T = Record[];") ==
              R"({"items":{"$ref":"#/$defs/Record"},"type":"array"})");
    }
}

TEST_CASE("unions of literals become an enum, sorted") {
    CHECK(definition("type T = | 'b' | 'a' | 'b';") == R"({"enum":["a","b"],"type":"string"})");
    CHECK(definition("type T = 2 | 10;") == R"({"enum":[10,2],"type":"number"})");
    CHECK(definition("type T = 'a' | 1;") == R"({"enum":[1,"a"]})");
    CHECK(definition("type T = true | false;") == R"({"type":"boolean"})");
}

TEST_CASE("unions of plain types become a list of types") {
    CHECK(definition("type T = boolean | number | string;") ==
          R"({"type":["string","integer","boolean"]})");
    CHECK(definition("type T = number | null;") == R"({"type":["integer","null"]})");
}

TEST_CASE("a literal beside its own type says nothing") {
    CHECK(definition("type T = 'a' | 'b' | string;") == R"({"type":"string"})");
    CHECK(definition("type T = 'a' | 'b' | (string & {});") == R"({"type":"string"})");
    CHECK(definition("type T = true | boolean | 'a';") == canonical(R"({
        "anyOf": [{"const": "a", "type": "string"}, {"type": "boolean"}]})"));
    CHECK(definition("interface A {} type T = A | unknown;") == "{}");
}

TEST_CASE("other unions list schemas first, then literals, then plain types") {
    CHECK(definition("interface A {} interface B {} type T = null | string | 1 | A | B[];") ==
          canonical(R"({"anyOf": [
              {"$ref": "#/$defs/A"},
              {"type": "array", "items": {"$ref": "#/$defs/B"}},
              {"const": 1, "type": "number"},
              {"type": ["string", "null"]}
          ]})"));
}

TEST_CASE("unions inside unions are flattened, and doubles fall away") {
    CHECK(definition(R"(
        interface A {} interface B {} interface C {}
        type U = B | A;
        type SameAsA = A;
        type T = U | SameAsA | C;
    )") == canonical(R"({"anyOf": [
        {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"$ref": "#/$defs/C"}]})"));
}

TEST_CASE("alternatives stand in the order in which the file mentions them first") {
    const std::string first = "type First = { c: C };\n";
    const std::string rest = "type T = A | C | B;\ninterface A {} interface B {} interface C {}";
    CHECK(definition(rest) == canonical(R"({"anyOf": [
        {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/C"}, {"$ref": "#/$defs/B"}]})"));
    CHECK(definition(first + rest) == canonical(R"({"anyOf": [
        {"$ref": "#/$defs/C"}, {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]})"));
}

TEST_CASE("intersections stay allOf where they are written, and flatten where they are extended") {
    const std::string base = "interface A { a: string } interface B { b?: number }\n";
    CHECK(definition(base + "type T = A & B & { c: null };") == canonical(R"({"allOf": [
        {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"},
        {"type": "object", "properties": {"c": {"type": "null"}}, "required": ["c"]}]})"));
    CHECK(definition(base + "type AB = A & B; interface T extends AB { c: AB }") == canonical(R"({
        "type": "object", "properties": {
            "a": {"type": "string"}, "b": {"type": "integer"}, "c": {"$ref": "#/$defs/AB"}
        }, "required": ["a", "c"]})"));
}

TEST_CASE("a name is a reference, or a copy when it stands for something small") {
    const std::string text = R"(
        interface Record_ { a: string }
        type Object_ = { b: string };
        type Role = "x" | "y";
        type Id = string | number;
        /** Where to go on. */
        type Cursor = string;
        type Open = "p" | string;
        type Names = Cursor[];
        type SameAsCursor = Cursor;
        interface T {
            i: Record_; o: Object_; r: Role; id: Id; c: SameAsCursor; open: Open; n: Names
        }
    )";
    CHECK(definition(text) == canonical(R"({
        "type": "object",
        "properties": {
            "i": {"$ref": "#/$defs/Record_"},
            "o": {"$ref": "#/$defs/Object_"},
            "r": {"$ref": "#/$defs/Role"},
            "id": {"$ref": "#/$defs/Id"},
            "c": {"type": "string", "description": "Where to go on."},
            "open": {"type": "string"},
            "n": {"type": "array", "items": {"type": "string", "description": "Where to go on."}}
        },
        "required": ["c", "i", "id", "n", "o", "open", "r"]
    })"));
}

TEST_CASE(
    "another name for a definition refers to it once something refers to it, and repeats it "
    "before") {
    const std::string text = R"(
        interface Result { a: string }
        type Early = Result;
        interface Response { result: Result }
        type Late = Result;
    )";
    CHECK(definition(text, "Early") ==
          canonical(
              R"({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})"));
    CHECK(definition(text, "Late") == R"({"$ref":"#/$defs/Result"})");
    SECTION("a definition that contains itself is referred to") {
        CHECK(definition("interface Tree { below?: Tree[] } type T = Tree;") ==
              R"({"$ref":"#/$defs/Tree"})");
    }
}

TEST_CASE("types may contain themselves") {
    const std::string text = R"(
        type Value = string | null | Items | Members;
        type Members = { [key: string]: Value };
        type Items = Value[];
        type Nested = Nested[];
    )";
    CHECK(definition(text, "Value") == canonical(R"({"anyOf": [
        {"type": "array", "items": {"$ref": "#/$defs/Value"}},
        {"$ref": "#/$defs/Members"},
        {"type": ["string", "null"]}]})"));
    CHECK(definition(text, "Nested") == R"({"items":{"$ref":"#/$defs/Nested"},"type":"array"})");
}

TEST_CASE("imported names are references to definitions that live elsewhere") {
    const Document document = declarations(R"(
        import type { Error as RpcError, Result } from "./core.js";
        import { type Params } from './core';
        export type { Tool } from "./tools.js";
        export { T };
        export interface T extends Params { error: RpcError; tool?: Tool }
        export interface U extends Result {}
        export type V = Result & { a: string };
        export type W = Result;
    )");
    CHECK(canonical(*document.root.find("x-mcp-imports")) ==
          R"(["Error","Result","Params","Tool"])");
    CHECK(canonical(*document.root.find("$defs")) == canonical(R"({
        "T": {"allOf": [{"$ref": "#/$defs/Params"}, {
            "type": "object",
            "properties": {"error": {"$ref": "#/$defs/Error"}, "tool": {"$ref": "#/$defs/Tool"}},
            "required": ["error"]
        }]},
        "U": {"allOf": [{"$ref": "#/$defs/Result"}]},
        "V": {"allOf": [{"$ref": "#/$defs/Result"}, {
            "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]},
        "W": {"$ref": "#/$defs/Result"}
    })"));
}

TEST_CASE(
    "a declarations file may say declare, leave semicolons out, and begin with a byte order mark") {
    CHECK(definition("\xEF\xBB\xBF"
                     "declare interface A { a: string\n b: number }\n"
                     "export declare type T = A[]\ntype U = null") ==
          R"({"items":{"$ref":"#/$defs/A"},"type":"array"})");
}

TEST_CASE("nodes know where they were declared") {
    const Document document =
        declarations("\n  export interface T {\n    /** é */ é: {\n b: string } }");
    const Node& schema = *document.root.find("$defs")->find("T");
    CHECK(schema.line == 2);
    CHECK(schema.column == 20);
    const Node& member = *schema.find("properties")->find("é");
    CHECK(member.line == 3);
    CHECK(member.column == 14);
    CHECK(member.find("properties")->find("b")->line == 4);
}
