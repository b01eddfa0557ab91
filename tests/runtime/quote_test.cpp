// Names of members in JSON text.
#include "json/buffer.hpp"
#include "json/text.hpp"

#include <mcp/tables.hpp>

#include <string>
#include <string_view>

#include "catch.hpp"

TEST_CASE("names are written with their commas and colons, of any length and with escapes") {
    mcp::detail::TextBuffer text;
    std::string expected;
    bool first = true;
    const auto add = [&](std::string_view name, std::string_view quoted) {
        const bool plain = quoted.size() == name.size() + 2;
        mcp::detail::append_name(text, name, plain, first);
        CHECK_FALSE(first);
        if (!expected.empty()) expected += ',';
        expected.append(quoted).append(":");
        CHECK(text.view() == expected);
    };
    for (std::size_t size = 0; size < 40; ++size) {
        std::string name;
        for (std::size_t i = 0; i < size; ++i) name += static_cast<char>('a' + i % 26);
        add(name, '"' + name + '"');
        add(name + "\n", '"' + name + "\\n\"");
        add("\"" + name, "\"\\\"" + name + '"');
    }
    add("\xc3\xa4\\", "\"\xc3\xa4\\\\\"");
}

TEST_CASE("a first name may need escapes") {
    mcp::detail::TextBuffer text;
    bool first = true;
    mcp::detail::append_name(text, "\t", false, first);
    CHECK(text.view() == R"("\t":)");
}

TEST_CASE("the tables know which names need escapes") {
    using mcp::detail::WireName;
    STATIC_REQUIRE(WireName("io.modelcontextprotocol/clientInfo").plain());
    STATIC_REQUIRE(WireName("").plain());
    STATIC_REQUIRE_FALSE(WireName("a\"b").plain());
    STATIC_REQUIRE_FALSE(WireName("a\\").plain());
    STATIC_REQUIRE_FALSE(WireName(std::string_view("\0", 1)).plain());
    STATIC_REQUIRE_FALSE(WireName("\x1f").plain());
    STATIC_REQUIRE(WireName("\x20\x7f\xc3\xa4").plain());
    STATIC_REQUIRE(WireName("name") == "name");
    STATIC_REQUIRE(WireName("name") != "names");
}
