// Regular expressions: ECMA-262 as it is written in schemas.
#include "schema/pattern.hpp"

#include "catch.hpp"

using namespace mcp;
using mcp::schema::Found;
using mcp::schema::Pattern;

namespace {

bool matches(std::string_view expression, std::string_view text) {
    const auto pattern = Pattern::compile(expression);
    INFO((pattern ? std::string() : pattern.error().message));
    REQUIRE(pattern);
    return pattern->search(text) == Found::yes;
}

}  // namespace

TEST_CASE("patterns match where and what ECMA-262 says") {
    struct Case {
        const char* expression;
        const char* yes;
        const char* no;
    };
    const Case cases[] = {
        {"b", "abc", "ac"},
        {"^b$", "b", "b\n"},
        {"^b$", "b", "a\nb"},
        {"^.$", "\xf0\x9f\x90\xb2", "\n"},
        {"^[a-c\\d-]+$", "a-1", "d"},
        {"^[\\w-.]+$", "a-.", "a b"},
        {"^[+--]$", ",", "."},
        {"^[^\\s]$", "x", "\xc2\xa0"},
        {"^[[]$", "[", "]"},
        {"^[\\]]$", "]", "["},
        {"^[a&&b]+$", "&", "c"},
        {"^[[:alpha:]]$", "a]", "a"},
        {"^a{2}$", "aa", "a"},
        {"^a{1,2}?$", "aa", "aaa"},
        {"^a{,2}$", "a{,2}", "a"},
        {"^{}$", "{}", ""},
        {"^(?:a|b)(?=c)c(?!d)$", "bc", "bcd"},
        {"(?<=\\$)\\d", "$1", "1"},
        {"^(?<x>a|b)\\k<x>$", "aa", "ab"},
        {"^(a|b)\\1$", "bb", "ab"},
        {"^\\u0041\\x42\\u{1F432}$", "AB\xf0\x9f\x90\xb2", "AB"},
        {"^\\ud83d\\udc32$", "\xf0\x9f\x90\xb2", "x"},
        {"^\\cA\\0$", nullptr, "A0"},
        {"^\\p{Lu}\\P{Lu}$", "\xc3\x89\xc3\xa9", "\xc3\xa9\xc3\xa9"},
        {"^[\\p{L}\\p{Nd}]+$", "a\xd9\xa1", "-"},
        {"^[^]$", "\n", ""},
        {"a[]|b", "b", "a"},
        {"^\\bab\\b$", "ab", "abc"},
        {"^\\/\\-\\_\\@\\ $", "/-_@ ", "x"},
    };
    for (const Case& each : cases) {
        INFO(each.expression);
        if (each.yes) CHECK(matches(each.expression, each.yes));
        CHECK_FALSE(matches(each.expression, each.no));
    }
}

TEST_CASE("what ECMA-262 does not have is refused") {
    for (const char* expression :
         {"(",     ")",      "[a",    "a**",  "a++",  "*a",     "(?P<x>a)",    "(?i)a",     "(?>a)",
          "(?#a)", "(?R)",   "\\a",   "\\Z",  "\\A",  "\\x4",   "\\u{110000}", "\\p{Nope}", "\\pL",
          "\\",    "a{2,1}", "[b-a]", "\\c1", "\\07", "\\k<x>", "(?<x"}) {
        INFO(expression);
        CHECK_FALSE(Pattern::compile(expression));
    }
}
