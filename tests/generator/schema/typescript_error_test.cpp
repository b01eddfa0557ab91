// Declarations that are wrong or not understood: every problem is named with its place, several in
// one run, and nothing comes out.
#include "typescript_testing.hpp"

using namespace mcpgen;
using mcpgen::testing::declared_problems;

TEST_CASE("open comments, strings and brackets are reported where they begin") {
    CHECK(declared_problems("type A = null;\n  /* no end") == "2:3: this comment is not closed\n");
    CHECK(declared_problems("type A = \"no end\ntype B = null;") ==
          "1:10: this string is not closed\n");
    CHECK(declared_problems("interface A {\n  a: string;") == "1:13: this `{` is not closed\n");
    CHECK(declared_problems("type A = Array<string") == "1:15: this `<` is not closed\n");
    CHECK(declared_problems("type A = (string") == "1:10: this `(` is not closed\n");
    CHECK(declared_problems("type A = `no end") ==
          "1:10: this template text is not closed\n"
          "1:10: a template type cannot be expressed in JSON Schema here\n");
}

TEST_CASE("a forgotten brace does not hide the declarations after it") {
    CHECK(declared_problems(
              "export interface A {\n  a: string;\n\nexport interface B {\n  b: Missing;\n}\n"
              "export class C {}\n") ==
          "1:20: this `{` is not closed\n"
          "7:8: a class cannot be expressed in JSON Schema here\n");
}

TEST_CASE("all problems of a stage are reported in one run") {
    CHECK(declared_problems("type A = keyof B;\nexport enum E { a }\ninterface C { d(): void }\n"
                            "type D = [string];\ntype Good = null;\nexport function f() {}\n") ==
          "1:10: a `keyof` type cannot be expressed in JSON Schema here\n"
          "2:8: an enum cannot be expressed in JSON Schema here\n"
          "3:16: a method cannot be expressed in JSON Schema here\n"
          "4:10: a tuple cannot be expressed in JSON Schema here\n"
          "6:8: a function cannot be expressed in JSON Schema here\n");
}

TEST_CASE("every other type construct is refused by its name") {
    const auto refused = [](const std::string& type) {
        const std::string text = declared_problems("type T = " + type + ";");
        const std::size_t begin = text.find(": ") + 2;
        const std::size_t end = text.find(" cannot be expressed");
        return end == std::string::npos ? text : text.substr(begin, end - begin);
    };
    CHECK(refused("() => void") == "a function type");
    CHECK(refused("(a: string) => null") == "a function type");
    CHECK(refused("string => null") == "a function type");
    CHECK(refused("new () => T") == "a constructor");
    CHECK(refused("`a${string}`") == "a template type");
    CHECK(refused("bigint") == "`bigint`");
    CHECK(refused("void") == "`void`");
    CHECK(refused("Date") == "`Date`");
    CHECK(refused("A extends B ? C : D") == "a conditional type");
    CHECK(refused("A['b']") == "a type looked up by member name");
    CHECK(refused("a.b.C") == "a name inside a namespace");
    CHECK(refused("typeof A.b") == "the type of a constant's member");
    CHECK(refused("import('x').Y") == "an inline import");
    CHECK(refused("{ [K in A]: string }") == "a mapped type");
    CHECK(refused("{ [Symbol.x]: string }") == "a computed member name");
    CHECK(refused("{ [key: number]: string }") == "an index that is not `string`");
    CHECK(refused("{ [k: string]: null; [l: string]: null }") == "a second index signature");
    CHECK(refused("{ get a(): string }") == "an accessor");
    CHECK(refused("{ (): string }") == "a function");
}

TEST_CASE("every other declaration is refused by its name") {
    const auto refused = [](const std::string& statement) {
        const std::string text = declared_problems(statement);
        const std::size_t begin = text.find(": ") + 2;
        const std::size_t end = text.find(" cannot be expressed");
        return end == std::string::npos ? text : text.substr(begin, end - begin);
    };
    CHECK(refused("interface T<A> {}") == "a generic type of one's own");
    CHECK(refused("import x from 'x';") == "an import without a list of names");
    CHECK(refused("import * as x from 'x';") == "an import without a list of names");
    CHECK(refused("import 'x';") == "an import without a list of names");
    CHECK(refused("export * from 'x';") == "an export without a list of names");
    CHECK(refused("export default interface T {}") == "an export without a list of names");
    CHECK(refused("interface T {}\nexport { T as U };") == "an export under another name");
    CHECK(refused("namespace N {}") == "a namespace");
    CHECK(refused("declare module 'x' {}") == "a module");
    CHECK(refused("let x = 1;") == "a variable");
    CHECK(refused("const enum E {}") == "an enum");
    CHECK(refused("x + 1;") == "1:1: expected a declaration, found `x`\n");
}

TEST_CASE("constants need a literal") {
    CHECK(declared_problems("const A = [1];") == "1:11: constant `A` has no literal value\n");
    CHECK(declared_problems("const A = 1 + 2;") == "1:13: expected `;`, found `+`\n");
    CHECK(declared_problems("const A;") == "1:8: expected `=`, found `;`\n");
    CHECK(declared_problems("const A = 1n;") == "1:11: `1n` is not a number that JSON can hold\n");
    CHECK(declared_problems("const A = 'a\\q';") == "1:13: unknown escape `\\q` in a string\n");
    CHECK(declared_problems("const A = '\\u{110000}\\ud800\\x4';") ==
          "1:12: unknown escape `\\u{` in a string\n"
          "1:22: unknown escape `\\u` in a string\n"
          "1:28: unknown escape `\\x` in a string\n");
}

TEST_CASE("syntax errors say what was expected") {
    CHECK(declared_problems("interface T { a string }") == "1:17: expected `:`, found `string`\n");
    CHECK(declared_problems("interface T { a: string b: null }") ==
          "1:25: expected `;` after the member, found `b`\n");
    CHECK(declared_problems("type T = ;") == "1:10: expected a type, found `;`\n");
    CHECK(declared_problems("type T =") == "1:9: expected a type, found the end of the file\n");
    CHECK(declared_problems("type T = 'a' 'b';") == "1:14: expected `;`, found `'b'`\n");
    CHECK(declared_problems("interface T extends {}") ==
          "1:21: expected a name after `extends`, found `{`\n");
    CHECK(declared_problems("type T = \x01;") ==
          "1:10: unexpected character `\\x01`\n"
          "1:11: expected a type, found `;`\n");
    CHECK(declared_problems("type T = null\xFF;") == "1:14: the text is not valid UTF-8 here\n");
}

TEST_CASE("names must be declared, once") {
    CHECK(declared_problems("interface Content { a: Contemt; b: Zzzzzzz; c: typeof NOPE }") ==
          "1:24: type `Contemt` is not declared\n"
          "1:36: type `Zzzzzzz` is not declared\n"
          "1:48: constant `NOPE` is not declared\n");
    CHECK(declared_problems("interface A {}\ntype A = null;\nconst A = 1;") ==
          "2:6: type `A` is already declared on line 1\n");
    CHECK(declared_problems("interface A {\n a: null;\n 'a'?: string }") ==
          "3:2: member `a` is already declared on line 2\n");
    CHECK(declared_problems("import { Task as Core } from 'x';\ninterface Task { c: Core }") ==
          "1:18: the import of `Task` and the declaration on line 2 get the same name in the "
          "schema\n");
    CHECK(declared_problems("type T = Array; type U = Omit<T>; interface V {} type W = V<T>;") ==
          "1:10: `Array` takes 1 type argument, 0 given\n"
          "1:26: `Omit` takes 2 type arguments, 1 given\n"
          "1:59: `V` takes 0 type arguments, 1 given\n");
}

TEST_CASE("a misspelt name comes with a suggestion") {
    Diagnostics diagnostics;
    CHECK_FALSE(parse_typescript("a.ts", "interface Content {}\ntype T = Contemt;", diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].hint.find("`Content`") != std::string::npos);
}

TEST_CASE("a type that is nothing but itself is refused") {
    CHECK(declared_problems("type A = B;\ntype B = A;") ==
          "1:6: type `A` is defined by nothing but itself\n");
    CHECK(declared_problems("type A = A | null;") ==
          "1:6: type `A` is defined by nothing but itself\n");
    CHECK(declared_problems("interface A extends B {}\ninterface B extends A {}") ==
          "1:11: type `A` is defined by nothing but itself\n");
    CHECK(declared_problems("type A = Omit<A, 'x'>;") ==
          "1:6: type `A` is defined by nothing but itself\n");
}

TEST_CASE("what is built from members needs members that are known") {
    const std::string base = "interface B { a: null; [k: string]: unknown }\n";
    CHECK(declared_problems(base + "interface T extends Omit<B, 'a'> {}") ==
          "2:21: `Omit` of a type with an index signature loses every member in TypeScript\n");
    CHECK(declared_problems(base + "type T = Pick<B, 'z'>;") ==
          "2:18: there is no member `z` to pick\n");
    CHECK(declared_problems(base + "type T = Pick<B, string>;") ==
          "2:18: the keys of `Pick` are not known\n");
    CHECK(declared_problems("type T = Record<number, null>;") ==
          "1:17: the keys of `Record` are not known\n");
    CHECK(declared_problems("type U = 'a' | 'b'; interface T extends U {}") ==
          "1:41: `U` is not a type with members\n");
    CHECK(declared_problems("type T = Partial<string>;") ==
          "1:18: `string` is not a type with members\n");
    CHECK(declared_problems("import { R } from 'x'; type T = Partial<R>;") ==
          "1:33: `Partial` needs the members of `R`, which is declared in another file\n");
    CHECK(declared_problems("interface A { a: null } interface B { a: string }\n"
                            "type AB = A & B; interface T extends AB {}") ==
          "2:15: member `a` is declared by several parts of an intersection\n");
    CHECK(declared_problems("interface A {} type T = A & 'x';") ==
          "1:29: this part of an intersection is not a type with members\n");
    CHECK(declared_problems("type T = undefined[];") == "1:10: `undefined` is no JSON value\n");
}

TEST_CASE("unknown tags and bad tag values are refused") {
    CHECK(declared_problems("/**\n * Text.\n * @minumum 0\n */\ntype T = number;") ==
          "3:1: unknown tag `@minumum` in a doc comment\n");
    CHECK(declared_problems(
              "interface T {\n/** @minimum low */\na: number;\n/** @maxItems -1 */ b: null[];\n"
              "/** @TJS-type float */ c: number; /** @format */ d: string }") ==
          "2:4: `@minimum` needs a number, found `low`\n"
          "4:4: `@maxItems` needs a count, found `-1`\n"
          "5:4: `@TJS-type` needs a JSON type, found `float`\n"
          "5:38: `@format` needs a value, found nothing\n");
}

namespace {

std::string repeated(std::string_view part, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += part;
    return out;
}

/// `pattern` for the numbers from 1, with `#` for the number and `@` for the one before it.
std::string numbered(std::string_view pattern, int count, bool backwards = false) {
    std::string out;
    for (int i = 1; i <= count; ++i) {
        const int number = backwards ? count + 1 - i : i;
        for (const char c : pattern) {
            if (c == '#' || c == '@') {
                out += std::to_string(c == '#' ? number : number - 1);
            } else {
                out += c;
            }
        }
    }
    return out;
}

}  // namespace

TEST_CASE("depth is bounded everywhere") {
    const std::string deep = "values are nested deeper than 128 levels";
    const auto too_deep = [&](const std::string& text) {
        return declared_problems(text).find(deep) != std::string::npos;
    };
    CHECK(declared_problems("type T = null" + repeated("[]", 100) + ";").empty());
    CHECK(too_deep("type T = null" + repeated("[]", 200) + ";"));
    CHECK(too_deep("type T = " + repeated("(", 60) + "null" + repeated("[][][])", 60) + ";"));
    for (const std::string_view open : {"(", "{ a: ", "Array<", "| (", "[", "-", "typeof "}) {
        CHECK_FALSE(declared_problems("type T = " + repeated(open, 100'000)).empty());
    }
    SECTION("in chains of declarations") {
        const std::string pattern = "interface A# extends A@ {}\n";
        CHECK(declared_problems("interface A0 {}\n" + numbered(pattern, 300)).empty());
        CHECK(too_deep(numbered(pattern, 300, true) + "interface A0 {}"));
        CHECK(too_deep("type A0 = null;\n" + numbered("type A# = A@[];\n", 300)));
    }
}

TEST_CASE("declarations that multiply each other end, if need be in a message") {
    CHECK(declared_problems("interface A {} type T0 = A | null;\n" +
                            numbered("type T# = T@ | T@ | '#';\n", 100))
              .empty());
    CHECK(declared_problems(
              "interface A0 {} interface B0 {}\n" +
              numbered("interface A# extends A@, B@ {}\ninterface B# extends A@, B@ {}\n", 100))
              .empty());
    CHECK(declared_problems("type T0 = null;\n" + numbered("type T# = { a: T@; b: T@ }[];\n", 100))
              .find("schema values") != std::string::npos);
    CHECK(declared_problems("type K = K0 | K0; type K0 = K | K; type T = Record<K, null>;")
              .find("is defined by nothing but itself") != std::string::npos);
}

TEST_CASE("a file that is no schema at all does not flood the terminal") {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "export function f() {}\n";
    Diagnostics diagnostics;
    CHECK_FALSE(parse_typescript("a.ts", text, diagnostics));
    CHECK(diagnostics.all().size() == 50);
    CHECK(diagnostics.all().back().message == "stopped after 49 errors");
}

TEST_CASE("an empty file has no definitions, and a missing one is reported") {
    Diagnostics diagnostics;
    const auto document = parse_typescript("a.ts", "", diagnostics);
    REQUIRE(document);
    CHECK(document->root.find("$defs")->members.empty());
    CHECK_FALSE(read_typescript("/nowhere/schema.ts", diagnostics));
    CHECK(diagnostics.failed());
}

TEST_CASE("a file that is too large is refused before it is read") {
    Diagnostics diagnostics;
    const std::string text((std::size_t{64} << 20U) + 1, ' ');
    CHECK_FALSE(parse_typescript("a.ts", text, diagnostics));
    CHECK(diagnostics.error_count() == 1);
}
