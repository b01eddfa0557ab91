// Doc comments: what becomes a description, and what the tags do to a schema.
#include "typescript_testing.hpp"

using namespace mcpgen;
using mcpgen::testing::canonical;
using mcpgen::testing::definition;

TEST_CASE("a doc comment becomes the description, without margin and tags") {
    CHECK(definition(R"(
        /* not a doc comment */
        /**
         * First line.
         * Second line:
         *
         *  - an indented item
         *
         * @internal
         * @example Title
         * {@includeCode ./example.json}
         * @see {@link Other}
         */
        // neither is this
        export type T = string;
    )") == canonical(R"({"type": "string",
        "description": "First line.\nSecond line:\n\n - an indented item"})"));
    CHECK(definition("/** One line. */ type T = null") ==
          R"({"description":"One line.","type":"null"})");
    CHECK(definition("/***/ type T = null") == R"({"type":"null"})");
}

TEST_CASE("only the last doc comment before a declaration is its own") {
    CHECK(definition("/** File. */\n\n/** Type. */\ntype T = null;") ==
          R"({"description":"Type.","type":"null"})");
}

TEST_CASE("links become their text") {
    CHECK(definition("/** See {@link A}, {@link B | the b} and {@link C. */ type T = null;") ==
          canonical(R"({"type": "null", "description": "See A, the b and {@link C."})"));
}

TEST_CASE("a description tag is the description") {
    CHECK(definition("/**\n * Text.\n * @description Better text.\n */\ntype T = null;") ==
          R"({"description":"Better text.","type":"null"})");
}

TEST_CASE("each tag that restricts values has its keyword") {
    CHECK(definition(R"(interface T {
        /**
         * How much.
         * @minimum 0
         * @maximum 1.5
         * @TJS-type number
         */
        a: number;
        /**
         * @maxItems 100
         * @minItems 1
         */
        b: string[];
        /** @format uri */
        c: string;
        /** @format int */
        d: number;
        /** @default 7 */
        e?: number;
        /** @default "x" */
        f?: string;
        /** @deprecated since 2031 */
        g?: Ref;
    }
    interface Ref {})") == canonical(R"({
        "type": "object",
        "properties": {
            "a": {"type": "number", "description": "How much.", "minimum": 0, "maximum": 1.5},
            "b": {"type": "array", "items": {"type": "string"}, "maxItems": 100, "minItems": 1},
            "c": {"type": "string", "format": "uri"},
            "d": {"type": "integer"},
            "e": {"type": "integer", "default": 7},
            "f": {"type": "string", "default": "x"},
            "g": {"$ref": "#/$defs/Ref", "deprecated": true}
        },
        "required": ["a", "b", "c", "d"]
    })"));
    CHECK(definition("/** @deprecated */ interface T {}") ==
          R"({"deprecated":true,"type":"object"})");
}

TEST_CASE("nullable allows null as well") {
    CHECK(definition(R"(interface T {
        /** @nullable */
        a: number;
        /** @nullable */
        b: number | null;
        /**
         * Text.
         * @nullable
         */
        c: Ref;
        /** @nullable */
        d: Ref | T;
        /** @nullable */
        e: Ref | T | string;
        /** @nullable */
        f: unknown;
    }
    interface Ref {})") == canonical(R"({
        "type": "object",
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": ["integer", "null"]},
            "c": {"anyOf": [{"$ref": "#/$defs/Ref"}, {"type": "null"}], "description": "Text."},
            "d": {"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/Ref"}, {"type": "null"}]},
            "e": {"anyOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/Ref"},
                            {"type": ["string", "null"]}]},
            "f": {}
        },
        "required": ["a", "b", "c", "d", "e", "f"]
    })"));
}

TEST_CASE("a redeclared member inherits the description, but no tag") {
    CHECK(definition(R"(
        interface Base {
            /**
             * The code.
             * @minimum 5
             */
            code: number;
            /** Old text. */
            text: string;
        }
        interface T extends Base {
            code: 7;
            /** New text. */
            text: string;
        }
    )") == canonical(R"({
        "type": "object",
        "properties": {
            "code": {"const": 7, "type": "integer", "description": "The code."},
            "text": {"type": "string", "description": "New text."}
        },
        "required": ["code", "text"]
    })"));
}
