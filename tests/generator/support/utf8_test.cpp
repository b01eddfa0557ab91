// Which bytes are UTF-8, and where a byte is for a reader.
#include <generator/support/utf8.hpp>

#include "catch.hpp"

using namespace mcpgen;

TEST_CASE("the length of a UTF-8 sequence is that of the Unicode table") {
    CHECK(utf8_length("a") == 1);
    CHECK(utf8_length("\xc3\xa9z") == 2);
    CHECK(utf8_length("\xe2\x82\xac") == 3);
    CHECK(utf8_length("\xf0\x9f\x98\x80") == 4);
    CHECK(utf8_length("\xed\x9f\xbf") == 3);
    CHECK(utf8_length("\xf4\x8f\xbf\xbf") == 4);
}

TEST_CASE("truncated, overlong, surrogate and too large sequences are none") {
    for (const std::string_view bad :
         {"", "\x80", "\xc3", "\xc3z", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xe2\x82",
          "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
        CHECK(utf8_length(bad) == 0);
    }
}

TEST_CASE("bytes that are not UTF-8 are replaced one by one") {
    CHECK(valid_utf8("a\xff\xfe\xc3\xa9") == "a\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9");
    CHECK(valid_utf8("plain") == "plain");
}

TEST_CASE("columns count characters and start again on each line") {
    LineCounter lines("a\xc3\xa9z\r\n\n b");
    const auto is = [](LineColumn place, std::uint32_t line, std::uint32_t column) {
        return place.line == line && place.column == column;
    };
    CHECK(is(lines.at(0), 1, 1));
    CHECK(is(lines.at(3), 1, 3));
    CHECK(is(lines.at(6), 2, 1));
    CHECK(is(lines.at(8), 3, 2));
    CHECK(is(lines.at(100), 3, 3));
}
