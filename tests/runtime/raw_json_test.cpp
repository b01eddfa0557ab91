// Untrusted text: what is accepted, what is refused, and with which words.
#include <mcp/json.hpp>

#include <string>
#include <vector>

#include "catch.hpp"

using mcp::Json;
using mcp::JsonLimits;

namespace {

std::string refused(std::string_view text, JsonLimits limits = {}) {
    // A copy of exactly the text: reading behind it is an error that the sanitizers see.
    const std::vector<char> exact(text.begin(), text.end());
    const auto result = Json::parse(std::string_view(exact.data(), exact.size()), limits);
    return result ? "accepted as " + result->dump() : result.error().message();
}

bool accepted(std::string_view text) {
    const std::vector<char> exact(text.begin(), text.end());
    return Json::parse(std::string_view(exact.data(), exact.size())).has_value();
}

}  // namespace

TEST_CASE("every form of value is accepted and minified") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {" null ", "null"},
        {"\t[ 1 ,\n2 ]\r\n", "[1,2]"},
        {"{ }", "{}"},
        {"[ ]", "[]"},
        {R"({ "a" : { "b" : [ ] , "c" : "d e" } })", R"({"a":{"b":[],"c":"d e"}})"},
        {R"("\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\")", R"("\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\")"},
        {"[[[[[]]]]]", "[[[[[]]]]]"},
        {"-0.0e-0", "-0.0e-0"},
        {"\"\x7f\"", "\"\x7f\""},
        {"\"\"", "\"\""},
        {R"(["\\", "a"])", R"(["\\","a"])"},
        {R"(["\\\"", ",", "]"])", R"(["\\\"",",","]"])"},
        {"\"\u2028\"", "\"\u2028\""},
        {R"("\u0000")", R"("\u0000")"},
    };
    for (const auto& [text, minified] : cases) {
        INFO(text);
        const auto json = Json::parse(text);
        REQUIRE(json);
        CHECK(json->text() == minified);
        CHECK(Json::parse(json->text()).value() == *json);
    }
}

TEST_CASE("numbers follow the grammar") {
    for (const char* good :
         {"0", "-0", "1", "10", "1.0", "1.50", "1e5", "1E+5", "1e-5", "-1.2e3", "0.1", "0e1"}) {
        INFO(good);
        CHECK(accepted(good));
        CHECK(accepted("[" + std::string(good) + "]"));
        CHECK(accepted("{\"a\":" + std::string(good) + " }"));
    }
    for (const char* bad :
         {"01",  "-",   "+1",  "1.",       ".5",        "1e",   "1e+",         "--1",
          "0x1", "1_0", "NaN", "Infinity", "-Infinity", "1a",   "1.2.3",       "1e5.5",
          "1 2", "0 1", "-01", "1,",       "1\"a\"",    "12\"", "\xEF\xBC\x91"}) {
        INFO(bad);
        CHECK_FALSE(accepted(bad));
        CHECK_FALSE(accepted("[" + std::string(bad) + "]"));
        CHECK_FALSE(accepted("{\"a\":" + std::string(bad) + "}"));
    }
}

TEST_CASE("strings follow the grammar") {
    for (const char* bad :
         {R"("\x")", R"("\u12")", R"("\u12G4")", R"("\ud800")", R"("\udc00")", R"("\ud800\u0041")",
          R"("\ud800\ud800")", R"("\)", R"("\")", R"("a)", "\"a\nb\"", "\"a\tb\"", "\"\x01\"",
          R"('a')", R"("\u")", R"("\ud83d\u")", R"("\ud83d\)", "\"\\\n\""}) {
        INFO(bad);
        CHECK_FALSE(accepted(bad));
        CHECK_FALSE(accepted("[" + std::string(bad) + "]"));
        CHECK_FALSE(accepted("{" + std::string(bad) + ":1}"));
    }
    const std::string nul("\"a\0b\"", 5);
    CHECK_FALSE(accepted(nul));
}

TEST_CASE("text that is not UTF-8 is refused") {
    for (const char* bad :
         {"\"\xff\"", "\"\xc3\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"",
          "\"\xe2\x82\"", "\"\x80\"", "\"\xf0\x80\x80\x80\""}) {
        CHECK(refused(bad) == "document: expected valid UTF-8, found other bytes");
    }
    CHECK(refused("\xEF\xBB\xBF{}") == "document: expected a value, found a byte order mark");
}

TEST_CASE("structure follows the grammar") {
    for (const char* bad : {"",           " ",           "{",          "}",
                            "[",          "]",           "[1",         "[1,",
                            "[1,]",       "[,1]",        "[1,,2]",     "[1 2]",
                            "{\"a\"}",    "{\"a\":}",    "{\"a\":1,}", "{,}",
                            "{1:2}",      "{a:1}",       "{\"a\" 1}",  "{\"a\":1 \"b\":2}",
                            "[1}",        "{\"a\":1]",   "[]]",        "{}{}",
                            "nul",        "nulll",       "tru",        "True",
                            "falsey",     "null,",       ":",          ",",
                            "[:]",        "{:1}",        "//x",        "[/**/1]",
                            "\"a\"\"b\"", "\"a\"b",      "a\"b\"",     "[\"a\"\"b\"]",
                            "[1]\x0c",    "\x0c",        "\x1a",       "[\x0b]",
                            "{\"a\"::1}", "{\"a\":1:2}", "[\\]",       "\\\"a\"",
                            "[\"a\":1]",  "{\"a\",1}"}) {
        INFO(bad);
        CHECK_FALSE(accepted(bad));
    }
}

TEST_CASE("errors name the place inside the value") {
    CHECK(refused("") == "document: expected a JSON value, found nothing");
    CHECK(refused("[1,{\"a\":[0,tru]}]") == "[1].a[1]: expected a value, found `tru`");
    CHECK(refused("{\"a b\":{\"c\":}}") == "[\"a b\"].c: expected a value, found `}`");
    CHECK(refused("{\"a\":[1 2]}") == "a[0]: expected \",\" or \"]\", found number");
    CHECK(refused("{\"a\":1 \"b\":2}") == "a: expected \",\" or \"}\", found string");
    CHECK(refused("{\"a\":1,2:3}") == "document: expected a member name, found number");
    CHECK(refused("{\"a\"}") == "a: expected \":\", found `}`");
    CHECK(refused("{\"a\":\"\\x\"}") == "a: expected valid escapes, found \"\\x\"");
    CHECK(refused("[1] []") == "document: expected the end of the document, found array");
    CHECK(refused("[[1,2],[3") == "[1][0]: expected \",\" or \"]\", found the end of the document");
    CHECK(refused("\"abc") == "document: expected a closing quote, found the end of the document");
    CHECK(refused("[\"a\nb\"]") ==
          "document: expected control characters in strings to be escaped, found a raw one");
}

TEST_CASE("a member must not come twice, however it is written") {
    CHECK(refused(R"({"a":1,"a":2})") == "a: expected every member once, found it twice");
    CHECK(refused(R"({"x":{"b":1,"\u0062":2}})") ==
          "x.b: expected every member once, found it twice");
    CHECK(refused(R"([{"":1,"":2}])") == "[0][\"\"]: expected every member once, found it twice");
    CHECK(accepted(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]})"));
    CHECK(accepted(R"({"a":1,"A":2,"aa":3,"ab":4,"ba":5})"));
}

TEST_CASE("repeated members are found in objects of every size") {
    for (const int size : {2, 15, 16, 17, 18, 40, 64, 65, 300}) {
        for (const int repeated : {0, (size - 1) / 2, size - 2}) {
            std::string distinct = "{\"in\":{\"z\":[";
            std::string twice;
            for (int i = 0; i < size; ++i) {
                twice += (i == 0 ? "" : ",");
                twice += "\"key" + std::to_string(i == size - 1 ? repeated : i) + "\":{\"key1\":1}";
            }
            distinct += "{" + twice.substr(0, twice.rfind(",\"")) + "}]}}";
            INFO(size << " " << repeated);
            CHECK(accepted(distinct));
            CHECK(refused("{\"in\":{\"z\":[{" + twice + "}]}}") ==
                  "in.z[0].key" + std::to_string(repeated) +
                      ": expected every member once, found it twice");
        }
    }
}

TEST_CASE("many members cost no quadratic time") {
    std::string text = "{";
    for (int i = 0; i < 200000; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    CHECK(accepted(text + "}"));
    CHECK_FALSE(accepted(text + ",\"77\":0}"));
}

TEST_CASE("depth and size are bounded") {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK(accepted(nested(128)));
    CHECK(refused(nested(129)).ends_with(": expected at most 128 levels of nesting, found more"));
    CHECK_FALSE(accepted(std::string(1000000, '[')));
    CHECK_FALSE(accepted(nested(100000)));
    CHECK(refused("[[]]", {100, 1}) == "[0]: expected at most 1 levels of nesting, found more");
    CHECK(refused("1", {100, 0}) == "accepted as 1");
    CHECK(refused("[1,2]", {4, 10}) == "document: expected at most 4 bytes, found 5");
    CHECK(Json::parse(nested(5000), {20000, 1000000}).has_value());
    std::string objects;
    for (int i = 0; i < 127; ++i) objects += "{\"a\":";
    CHECK(accepted(objects + "{}" + std::string(127, '}')));
    CHECK_FALSE(accepted(objects + "{\"a\":[]}" + std::string(127, '}')));
}

TEST_CASE("a document cut anywhere is refused") {
    const std::string text =
        R"({"a":[1,-2.5e3,"x\u00e9\ud83d\ude00y",{"b":true,"c":false,"d":null}],)"
        R"("e\n":{"":[[],{}]},"f":"end"})";
    REQUIRE(accepted(text));
    for (std::size_t size = 0; size < text.size(); ++size) {
        INFO(size);
        CHECK_FALSE(accepted(std::string_view(text).substr(0, size)));
    }
}

TEST_CASE("a changed byte gives an error or another valid value") {
    const std::string text = R"({"a":[1,-2.5e3,"x\u00e9y",{"b":true}],"c":{"d":"e f"}})";
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed = text;
            changed[at] = static_cast<char>(byte);
            const auto json = Json::parse(changed);
            if (!json) {
                CHECK_FALSE(json.error().message().empty());
                continue;
            }
            CHECK(json->text().find('\n') == std::string_view::npos);
            CHECK(Json::parse(json->text()) == json);
        }
    }
}

TEST_CASE("white space anywhere changes nothing") {
    const std::vector<std::string> tokens = {"{", "\"a\"", ":", "[",     "1", ",",    "\"b c\"",
                                             ",", "true",  ",", "{",     "}", ",",    "[",
                                             "]", "]",     ",", "\"d\"", ":", "null", "}"};
    std::string plain;
    for (const std::string& token : tokens) plain += token;
    for (std::size_t at = 0; at <= tokens.size(); ++at) {
        for (const char* space :
             {" ", "\n", "\t\r\n  ", "                                                     "}) {
            std::string text;
            for (std::size_t i = 0; i < tokens.size(); ++i)
                text += (i == at ? space : "") + tokens[i];
            if (at == tokens.size()) text += space;
            REQUIRE(Json::parse(text));
            CHECK(Json::parse(text)->text() == plain);
        }
    }
}

TEST_CASE("long documents are read like short ones") {
    std::string text = "[";
    for (int i = 0; i < 100000; ++i)
        text +=
            (i == 0 ? "" : ", ") + std::string("{\"key\": [\"v\\n\", ") + std::to_string(i) + "]}";
    text += "]";
    const auto json = Json::parse(text);
    REQUIRE(json);
    CHECK((*json)[77777]["key"][1].as_int64() == 77777);
    CHECK(Json::parse("[1]").has_value());
}
