// Matching URIs against templates: what each operator takes, and that it takes no long time.
#include <mcp/uri_template.hpp>

#include "catch.hpp"

using namespace mcp;

namespace {

/// `a=1 b=2`, or `no`.
std::string match(std::string_view text, std::string_view uri) {
    const auto parsed = UriTemplate::parse(text);
    REQUIRE(parsed);
    const auto found = parsed->match(uri);
    if (!found) return "no";
    std::string all;
    for (const auto& [name, value] : *found) {
        if (!all.empty()) all += ' ';
        all += name + "=" + value;
    }
    return all;
}

}  // namespace

TEST_CASE("a template without variables matches itself") {
    CHECK(match("file:///a", "file:///a").empty());
    CHECK(match("file:///a", "file:///a/") == "no");
    CHECK(match("file:///a", "file:///") == "no");
    CHECK(match("", "").empty());
    CHECK(match("", "x") == "no");
}

TEST_CASE("a simple variable takes a segment that is not empty") {
    CHECK(match("users/{id}", "users/7") == "id=7");
    CHECK(match("users/{id}", "users/") == "no");
    CHECK(match("users/{id}", "users/7/8") == "no");
    CHECK(match("users/{id}", "users/7?x") == "no");
    CHECK(match("users/{id}/posts/{post}", "users/7/posts/a-b") == "id=7 post=a-b");
    CHECK(match("{a},{b}", "1,2") == "a=1 b=2");
    CHECK(match("{a,b}", "1,2") == "a=1 b=2");
    CHECK(match("{a,b}", "1") == "no");
    CHECK(match("{a}.{b}", "x.tar.gz") == "a=x.tar b=gz");
    CHECK(match("{a}{b}", "xyz") == "a=xy b=z");
}

TEST_CASE("a reserved variable takes everything") {
    CHECK(match("file:///{+path}", "file:///a/b?c#d") == "path=a/b?c#d");
    CHECK(match("file:///{+path}", "file:///") == "no");
    CHECK(match("{+a}/end", "x/end/end") == "a=x/end");
    CHECK(match("x{#a}", "x#1/2") == "a=1/2");
    CHECK(match("x{#a}", "x").empty());
}

TEST_CASE("a value is unescaped, and never split inside an escape or a character") {
    CHECK(match("{a}", "x%20y%2Fz") == "a=x y/z");
    CHECK(match("{a}{b}", "x%20") == "a=x b= ");
    CHECK(match("{a}{b}", "x\xc3\xa9") == "a=x b=\xc3\xa9");
    CHECK(match("{a}", "x%2") == "no");
    CHECK(match("{a}", "x%zz") == "no");
    CHECK(match("{a}", "x%ff") == "no");
    CHECK(match("a%20{b}", "a%20c") == "b=c");
}

TEST_CASE("variables behind a prefix may be missing") {
    CHECK(match("x{?a,b}", "x").empty());
    CHECK(match("x{?a,b}", "x?a=1") == "a=1");
    CHECK(match("x{?a,b}", "x?b=2") == "b=2");
    CHECK(match("x{?a,b}", "x?a=1&b=2") == "a=1 b=2");
    CHECK(match("x{?a,b}", "x?a=&b=2/3") == "a= b=2/3");
    CHECK(match("x{?a,b}", "x&a=1") == "no");
    CHECK(match("x{?a,b}", "x?c=1") == "no");
    CHECK(match("x?q=1{&a}", "x?q=1&a=2") == "a=2");
    CHECK(match("x{/a,b}", "x/1/2") == "a=1 b=2");
    CHECK(match("x{/a,b}", "x/1") == "a=1");
    CHECK(match("x{.a,b}", "x.1.2") == "a=1 b=2");
    CHECK(match("x{;a,b}", "x;a;b=2") == "a= b=2");
    CHECK(match("x{;a,b}/y", "x/y").empty());
}

TEST_CASE("an exploded variable takes all its values") {
    CHECK(match("x{/path*}", "x/1/2/3") == "path=1/2/3");
    CHECK(match("x{/path*}/y", "x/1/2/y") == "path=1/2");
    CHECK(match("x{?all*}", "x?a=1&b=2") == "all=a=1&b=2");
}

TEST_CASE("a prefix limits the value, and a name that comes twice has one value") {
    CHECK(match("{a:2}", "xy") == "a=xy");
    CHECK(match("{a:2}", "xyz") == "no");
    CHECK(match("{a}/{a}", "x/x") == "a=x");
    CHECK(match("{a}/{a}", "x/y") == "no");
}

TEST_CASE("what a template expands to, it matches with the same values") {
    const Map<UriVariable> values = {{"a", "v 1/2"}, {"b", "\xc3\xa9&=;."}, {"c", "z"}};
    const Map<std::string> expected = {{"a", "v 1/2"}, {"b", "\xc3\xa9&=;."}, {"c", "z"}};
    for (const char* text : {"{a}/{b}/{c}", "{a,b,c}", "x{/a,b,c}", "x{;a,b,c}", "x{?a,b,c}",
                             "x?y{&a,b,c}", "{a}{?b}{&c}", "{a}{?b}{#c}"}) {
        INFO(text);
        const auto parsed = UriTemplate::parse(text);
        REQUIRE(parsed);
        const auto found = parsed->match(parsed->expand(values));
        REQUIRE(found);
        CHECK(*found == expected);
    }
}

TEST_CASE("matching does not go back: a hostile URI takes no long time") {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "{a" + std::to_string(i) + "}";
    const auto parsed = UriTemplate::parse(text + "!");
    REQUIRE(parsed);
    CHECK_FALSE(parsed->match(std::string(20'000, 'a')));
    CHECK_FALSE(parsed->match(std::string(1'000'000, 'a')));
    CHECK(parsed->match(std::string(10'000, 'a') + "!"));
}
