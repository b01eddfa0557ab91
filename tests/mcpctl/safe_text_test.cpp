// Text of servers on its way to a terminal.
#include "output/safe_text.hpp"
#include "output/json_text.hpp"

#include "catch.hpp"

#include <mcp/secret_words.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace mcpctl;

TEST_CASE("nothing that commands a terminal, hides or turns text around gets through") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"plain\ttext\n", "plain\ttext\n"},
        {"\x1b[2J\x1b]0;owned\x07", "\\u{1b}[2J\\u{1b}]0;owned\\u{7}"},
        {"\x1b_Gf=100;AAAA\x1b\\", "\\u{1b}_Gf=100;AAAA\\u{1b}\\"},
        {"\xc2\x9b"
         "31m",
         "\\u{9b}31m"},  // CSI as one character
        {"\x9b"
         "31m",
         "\\x9b31m"},  // and as one byte
        {"a\r\nb\rc", "a\nb\\u{d}c"},
        {"bell\x07 back\x08 del\x7f nul" + std::string(1, '\0'),
         "bell\\u{7} back\\u{8} del\\u{7f} nul\\u{0}"},
        {"safe\xe2\x80\xaetxt.exe", "safe\\u{202e}txt.exe"},  // right-to-left override
        {"a\xe2\x81\xa6"
         "b\xe2\x81\xa9",
         "a\\u{2066}b\\u{2069}"},                     // isolates
        {"no\xe2\x80\x8bthing", "no\\u{200b}thing"},  // zero width
        {"\xf3\xa0\x81\x81", "\\u{e0041}"},           // tag characters
        {"x\xe2\x80\xa8y", "x\\u{2028}y"},
        {"cut \xe2\x80", "cut \\xe2\\x80"},
        {"\xc0\xaf", "\\xc0\\xaf"},               // overlong
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},      // a surrogate
        {"ad\xe2\x80\x8dmin", "ad\\u{200d}min"},  // a joiner between ASCII letters
        {"caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80",
         "caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80"},
    };
    for (const auto& [text, expected] : cases) CHECK(safe_text(text) == expected);
}

TEST_CASE("every control character but newline and tab becomes visible") {
    for (int c = 0; c < 0x20; ++c) {
        const std::string out = safe_text(std::string(1, static_cast<char>(c)));
        const bool stays = c == '\n' || c == '\t';
        CHECK((out.size() == 1) == stays);
    }
    CHECK(safe_line("a\n\n b\t c ") == "a b c");
}

TEST_CASE("widths are those on a terminal") {
    CHECK(display_width("abc") == 3);
    CHECK(display_width("\xe6\x97\xa5\xe6\x9c\xac") == 4);
    CHECK(display_width("e\xcc\x81") == 1);
    CHECK(display_width("\xf0\x9f\x98\x80") == 2);
    CHECK(fit("abcdef", 6) == "abcdef");
    CHECK(fit("abcdefg", 6) == "abcde…");
    CHECK(display_width(fit("\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5", 4)) <= 4);
    CHECK(fit("abc", 0).empty());
    CHECK(padded("\xe6\x97\xa5", 4) == "\xe6\x97\xa5  ");
}

TEST_CASE("names of two alphabets that look alike are told") {
    CHECK(mixes_alphabets("p\xd0\xb0yment"));  // a Cyrillic letter
    CHECK(mixes_alphabets("\xce\x91lpha"));    // a Greek letter
    CHECK_FALSE(mixes_alphabets("payment_2-x"));
    CHECK_FALSE(mixes_alphabets("caf\xc3\xa9"));
    CHECK_FALSE(mixes_alphabets("\xd0\xbf\xd0\xbb\xd0\xb0\xd1\x82 42"));
}

TEST_CASE("JSON on a terminal stays the same JSON, with escapes for what is not harmless") {
    const auto value =
        mcp::Json::parse("{\"a\xe2\x80\xae\":[\"\xc2\x9b\",\"\xf3\xa0\x81\x81\",1,true,{}]}");
    REQUIRE(value);
    const std::string text = json_text(*value, {});
    CHECK(text == R"({"a\u202e":["\u009b","\udb40\udc41",1,true,{}]})");
    const auto again = mcp::Json::parse(text);
    REQUIRE(again);
    CHECK((*again)["a\xe2\x80\xae"][1].as_string() == "\xf3\xa0\x81\x81");
    CHECK(json_text(*value, {.indented = true}) ==
          "{\n  \"a\\u202e\": [\n    \"\\u009b\",\n    \"\\udb40\\udc41\",\n    1,\n    true,\n    "
          "{}\n  ]\n}");
}

TEST_CASE("secrets are masked by the names of their members, and nothing else is") {
    for (const char* name : {"Authorization", "Proxy-Authorization",
                             "password",      "PASSWD",
                             "passphrase",    "api_key",
                             "X-API-Key",     "apikey",
                             "access_token",  "refreshToken",
                             "tokens",        "client_secret",
                             "Cookie",        "privateKey",
                             "private-key",   "access-key",
                             "credentials",   "jwt",
                             "bearer",        "auth",
                             "X-Auth",        "pin",
                             "otp",           "pwd",
                             "pin_code",      "CVV",
                             "credit card"}) {
        INFO(name);
        CHECK(mcp::sounds_secret(name));
    }
    for (const char* name : {"progressToken", "maxTokens", "token_count", "name", "author", "path",
                             "keyboard", "monkey", "spin", "opinion", ""}) {
        INFO(name);
        CHECK_FALSE(mcp::sounds_secret(name));
    }
    const auto value = mcp::Json::parse(
        R"({"params":{"arguments":{"password":"p","deep":[{"api_key":7}]},"_meta":{"progressToken":3}},"token":{"x":1,"of":["a",{"b":"c"}],"expired":false}})");
    REQUIRE(value);
    CHECK(
        without_secrets(*value).text() ==
        R"({"params":{"arguments":{"password":"***","deep":[{"api_key":"***"}]},"_meta":{"progressToken":3}},"token":{"x":"***","of":["***",{"b":"***"}],"expired":false}})");
}
