// Expanding URI templates: every example of RFC 6570, sections 1.2 and 3.2; what is no template.
#include <mcp/uri_template.hpp>

#include "catch.hpp"

using namespace mcp;

namespace {

using List = std::vector<std::string>;
using Names = Map<std::string>;

const Map<UriVariable> values = {
    {"count", List{"one", "two", "three"}},
    {"dom", List{"example", "com"}},
    {"dub", "me/too"},
    {"hello", "Hello World!"},
    {"half", "50%"},
    {"var", "value"},
    {"who", "fred"},
    {"base", "http://example.com/home/"},
    {"path", "/foo/bar"},
    {"list", List{"red", "green", "blue"}},
    {"keys", Names{{"semi", ";"}, {"dot", "."}, {"comma", ","}}},
    {"v", "6"},
    {"x", "1024"},
    {"y", "768"},
    {"empty", ""},
    {"empty_keys", Names{}},
    {"no_list", List{}},
    {"accents", "\xc3\xa9t\xc3\xa9"},
};

struct Example {
    const char* text;
    const char* expanded;
};

std::string expand(std::string_view text) {
    const auto parsed = UriTemplate::parse(text);
    return parsed ? parsed->expand(values) : parsed.error().message;
}

}  // namespace

TEST_CASE("URI templates expand as the examples of RFC 6570") {
    const Example examples[] = {
        // 1.2 levels 1 to 4, and 3.2.2 simple strings
        {"{var}", "value"},
        {"{hello}", "Hello%20World%21"},
        {"{half}", "50%25"},
        {"O{empty}X", "OX"},
        {"O{undef}X", "OX"},
        {"{x,y}", "1024,768"},
        {"{x,hello,y}", "1024,Hello%20World%21,768"},
        {"?{x,empty}", "?1024,"},
        {"?{x,undef}", "?1024"},
        {"?{undef,y}", "?768"},
        {"{var:3}", "val"},
        {"{var:30}", "value"},
        {"{list}", "red,green,blue"},
        {"{list*}", "red,green,blue"},
        {"{keys}", "semi,%3B,dot,.,comma,%2C"},
        {"{keys*}", "semi=%3B,dot=.,comma=%2C"},
        {"map?{x,y}", "map?1024,768"},
        // 3.2.1 several values
        {"{count}", "one,two,three"},
        {"{count*}", "one,two,three"},
        {"{/count}", "/one,two,three"},
        {"{/count*}", "/one/two/three"},
        {"{;count}", ";count=one,two,three"},
        {"{;count*}", ";count=one;count=two;count=three"},
        {"{?count}", "?count=one,two,three"},
        {"{?count*}", "?count=one&count=two&count=three"},
        {"{&count*}", "&count=one&count=two&count=three"},
        // 3.2.3 reserved
        {"{+var}", "value"},
        {"{+hello}", "Hello%20World!"},
        {"{+half}", "50%25"},
        {"{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
        {"{+base}index", "http://example.com/home/index"},
        {"O{+empty}X", "OX"},
        {"O{+undef}X", "OX"},
        {"{+path}/here", "/foo/bar/here"},
        {"here?ref={+path}", "here?ref=/foo/bar"},
        {"up{+path}{var}/here", "up/foo/barvalue/here"},
        {"{+x,hello,y}", "1024,Hello%20World!,768"},
        {"{+path,x}/here", "/foo/bar,1024/here"},
        {"{+path:6}/here", "/foo/b/here"},
        {"{+list}", "red,green,blue"},
        {"{+list*}", "red,green,blue"},
        {"{+keys}", "semi,;,dot,.,comma,,"},
        {"{+keys*}", "semi=;,dot=.,comma=,"},
        // 3.2.4 fragments
        {"{#var}", "#value"},
        {"{#hello}", "#Hello%20World!"},
        {"{#half}", "#50%25"},
        {"foo{#empty}", "foo#"},
        {"foo{#undef}", "foo"},
        {"{#x,hello,y}", "#1024,Hello%20World!,768"},
        {"{#path,x}/here", "#/foo/bar,1024/here"},
        {"{#path:6}/here", "#/foo/b/here"},
        {"{#list}", "#red,green,blue"},
        {"{#list*}", "#red,green,blue"},
        {"{#keys}", "#semi,;,dot,.,comma,,"},
        {"{#keys*}", "#semi=;,dot=.,comma=,"},
        // 3.2.5 labels
        {"{.who}", ".fred"},
        {"{.who,who}", ".fred.fred"},
        {"{.half,who}", ".50%25.fred"},
        {"www{.dom*}", "www.example.com"},
        {"X{.var}", "X.value"},
        {"X{.empty}", "X."},
        {"X{.undef}", "X"},
        {"X{.var:3}", "X.val"},
        {"X{.list}", "X.red,green,blue"},
        {"X{.list*}", "X.red.green.blue"},
        {"X{.keys}", "X.semi,%3B,dot,.,comma,%2C"},
        {"X{.keys*}", "X.semi=%3B.dot=..comma=%2C"},
        {"X{.empty_keys}", "X"},
        {"X{.empty_keys*}", "X"},
        // 3.2.6 path segments
        {"{/who}", "/fred"},
        {"{/who,who}", "/fred/fred"},
        {"{/half,who}", "/50%25/fred"},
        {"{/who,dub}", "/fred/me%2Ftoo"},
        {"{/var}", "/value"},
        {"{/var,empty}", "/value/"},
        {"{/var,undef}", "/value"},
        {"{/var,x}/here", "/value/1024/here"},
        {"{/var:1,var}", "/v/value"},
        {"{/list}", "/red,green,blue"},
        {"{/list*}", "/red/green/blue"},
        {"{/list*,path:4}", "/red/green/blue/%2Ffoo"},
        {"{/keys}", "/semi,%3B,dot,.,comma,%2C"},
        {"{/keys*}", "/semi=%3B/dot=./comma=%2C"},
        // 3.2.7 path parameters
        {"{;who}", ";who=fred"},
        {"{;half}", ";half=50%25"},
        {"{;empty}", ";empty"},
        {"{;v,empty,who}", ";v=6;empty;who=fred"},
        {"{;v,bar,who}", ";v=6;who=fred"},
        {"{;x,y}", ";x=1024;y=768"},
        {"{;x,y,empty}", ";x=1024;y=768;empty"},
        {"{;x,y,undef}", ";x=1024;y=768"},
        {"{;hello:5}", ";hello=Hello"},
        {"{;list}", ";list=red,green,blue"},
        {"{;list*}", ";list=red;list=green;list=blue"},
        {"{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"},
        {"{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
        // 3.2.8 queries
        {"{?who}", "?who=fred"},
        {"{?half}", "?half=50%25"},
        {"{?x,y}", "?x=1024&y=768"},
        {"{?x,y,empty}", "?x=1024&y=768&empty="},
        {"{?x,y,undef}", "?x=1024&y=768"},
        {"{?var:3}", "?var=val"},
        {"{?list}", "?list=red,green,blue"},
        {"{?list*}", "?list=red&list=green&list=blue"},
        {"{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"},
        {"{?keys*}", "?semi=%3B&dot=.&comma=%2C"},
        // 3.2.9 queries that go on
        {"{&who}", "&who=fred"},
        {"{&half}", "&half=50%25"},
        {"?fixed=yes{&x}", "?fixed=yes&x=1024"},
        {"{&x,y,empty}", "&x=1024&y=768&empty="},
        {"{&x,y,undef}", "&x=1024&y=768"},
        {"{&var:3}", "&var=val"},
        {"{&list}", "&list=red,green,blue"},
        {"{&list*}", "&list=red&list=green&list=blue"},
        {"{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"},
        {"{&keys*}", "&semi=%3B&dot=.&comma=%2C"},
    };
    for (const auto& [text, expanded] : examples) {
        INFO(text);
        CHECK(expand(text) == expanded);
    }
}

TEST_CASE("expanding counts characters, escapes UTF-8 and leaves empty lists out") {
    CHECK(expand("{accents}") == "%C3%A9t%C3%A9");
    CHECK(expand("{accents:1}") == "%C3%A9");
    CHECK(expand("a{?no_list,v}") == "a?v=6");
    CHECK(expand("/caf\xc3\xa9/%20") == "/caf%C3%A9/%20");
    CHECK(expand("") == "");
}

TEST_CASE("what is no URI template is refused with its place") {
    const Example refused[] = {
        {"a{", "expected the name of a variable at character 3"},
        {"{}", "expected the name of a variable at character 2"},
        {"{a", "expected `}` at character 3"},
        {"{a b}", "expected `,` or `}` at character 3"},
        {"{=a}", "expected the name of a variable at character 2"},
        {"{a:0}", "expected a length from 1 to 9999 at character 4"},
        {"{a:12345}", "expected `,` or `}` at character 8"},
        {"{a:}", "expected a length from 1 to 9999 at character 4"},
        {"{a,}", "expected the name of a variable at character 4"},
        {"{a..b}", "expected the name of a variable at character 4"},
        {"{a%2}", "expected `,` or `}` at character 3"},
        {"a}b", "a character that must be escaped at character 2"},
        {"a b", "a character that must be escaped at character 2"},
        {"a%zz", "a character that must be escaped at character 2"},
    };
    for (const auto& [text, message] : refused) {
        INFO(text);
        CHECK(expand(text) == message);
    }
    std::string many;
    for (int i = 0; i < 101; ++i) many += "{a}";
    CHECK_FALSE(UriTemplate::parse(many));
}

TEST_CASE("a template names its variables once, in order") {
    const auto parsed = UriTemplate::parse("{a}/{b.c,a}{?d*,e:3}");
    REQUIRE(parsed);
    CHECK(parsed->variables() == std::vector<std::string>{"a", "b.c", "d", "e"});
    CHECK(parsed->text() == "{a}/{b.c,a}{?d*,e:3}");
}
