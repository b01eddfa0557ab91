// Framing without input and output: any chunks in, the same lines out.
#include "transport/line_splitter.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "catch.hpp"

using mcp::transport::LineSplitter;

namespace {

std::vector<std::string> lines_of(std::string_view bytes, std::size_t chunk,
                                  std::size_t max_line = 1 << 20) {
    LineSplitter splitter(max_line);
    std::vector<std::string> lines;
    const auto take = [&] {
        for (;;) {
            const bool expected = splitter.has_next();
            const auto line = splitter.next();
            CHECK(line.has_value() == expected);
            if (!line) return;
            lines.push_back((line->oversize ? "!" : "") + std::string(line->text));
        }
    };
    while (!bytes.empty()) {
        const auto room = splitter.room();
        REQUIRE(room.size > 0);
        const std::size_t count = std::min({chunk, room.size, bytes.size()});
        std::memcpy(room.data, bytes.data(), count);
        splitter.added(count);
        bytes.remove_prefix(count);
        take();
    }
    splitter.end();
    take();
    return lines;
}

}  // namespace

TEST_CASE("STD-02 STD-11 R092 lines are split at 0x0A and nowhere else, in any chunks") {
    const std::string emoji = "\xF0\x9F\x98\x80";
    const std::string separators =
        "a\xE2\x80\xA8"
        "b\xC2\x85"
        "c\vd\fe\rf";
    const std::string bytes = emoji + "\n" + separators + "\r\n\xEF\xBB\xBFwith mark\n\n\r\n" +
                              std::string("nul\0nul\n", 8) + "last";
    const std::vector<std::string> expected = {emoji, separators, "with mark",
                                               std::string("nul\0nul", 7), "last"};
    for (const std::size_t chunk : std::initializer_list<std::size_t>{1, 2, 3, 5, 7, 64, 4096}) {
        INFO(chunk);
        CHECK(lines_of(bytes, chunk) == expected);
    }
}

TEST_CASE("STD-13 a line above the limit is reported once and skipped") {
    const std::string bytes =
        "short\n" + std::string(3000, 'x') + "\nafter\r\n" + std::string(101, 'y') + "\nend\n";
    for (const std::size_t chunk :
         std::initializer_list<std::size_t>{1, 10, 99, 100, 101, 102, 5000}) {
        INFO(chunk);
        const auto lines = lines_of(bytes, chunk, 100);
        REQUIRE(lines.size() == 5);
        CHECK(lines[0] == "short");
        CHECK(lines[1].starts_with("!xxx"));
        CHECK(lines[1].size() <= 1025);
        CHECK(lines[2] == "after");
        CHECK(lines[3].starts_with("!yyy"));
        CHECK(lines[4] == "end");
    }
    CHECK(lines_of(std::string(100, 'x') + "\r\n", 1, 100) ==
          std::vector<std::string>{std::string(100, 'x')});
}

TEST_CASE("a skipped line that never ends is reported at the end") {
    const auto lines = lines_of(std::string(5000, 'x'), 64, 100);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("!x"));
}

TEST_CASE("lines of all lengths come out as they went in") {
    std::string bytes;
    std::vector<std::string> expected;
    for (std::size_t size = 1; size < 300'000; size = size * 3 / 2 + 1) {
        expected.emplace_back(size, static_cast<char>('a' + size % 26));
        bytes += expected.back() + "\n";
        expected.emplace_back("x");
        bytes += "x\n";
    }
    for (const std::size_t chunk : std::initializer_list<std::size_t>{1000, 65536, 1 << 20})
        CHECK(lines_of(bytes, chunk) == expected);
}
