// Server-sent events as they come.
#include "http/client/event_parser.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using mcp::http::EventParser;

namespace {

struct Seen {
    std::string name;
    std::string data;
    std::string id;
    friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<Seen> parse(std::string_view text, std::size_t piece) {
    EventParser parser(1000);
    std::vector<Seen> seen;
    while (!text.empty()) {
        REQUIRE(parser.feed(text.substr(0, piece), [&](const EventParser::Event& event) {
            seen.push_back(
                {std::string(event.name), std::string(event.data), parser.last_id().value_or("-")});
        }));
        text.remove_prefix(std::min(piece, text.size()));
    }
    return seen;
}

std::string with_ends(std::string text, const std::string& end) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size()) {
        text.replace(at, 1, end);
    }
    return text;
}

}  // namespace

TEST_CASE("R125 SSE-11 HC-12 events are the same with each end of line, cut anywhere") {
    const std::string end = GENERATE("\n", "\r\n", "\r");
    const std::string mark = GENERATE("", "\xEF\xBB\xBF");
    const std::string text = mark + with_ends(
                                        ": comment\n"
                                        "data: one\n\n"
                                        ":\n"
                                        "id: 7\ndata:\n\n"
                                        "event: message\ndata: two\ndata:  lines\n"
                                        ": in between\nid:8\n\n"
                                        "\n\n"
                                        "data\ndata\nunknown: x\n\n"
                                        "data: not complete\n",
                                        end);
    const std::vector<Seen> expected = {
        {"", "one", "-"}, {"", "", "7"}, {"message", "two\n lines", "8"}, {"", "\n", "8"}};
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        INFO("pieces of " << piece);
        REQUIRE(parse(text, piece) == expected);
    }
}

TEST_CASE("HC-11 HC-12 ids with NUL and odd times are not taken") {
    EventParser parser(1000);
    const auto ignore = [](const EventParser::Event&) {};
    REQUIRE(parser.feed(std::string_view("id: a\0b\ndata: x\n\n", 17), ignore));
    CHECK_FALSE(parser.last_id());
    REQUIRE(parser.feed("retry: soon\nretry: -1\nretry: 1.5\ndata: x\n\n", ignore));
    CHECK_FALSE(parser.retry());
    REQUIRE(parser.feed("retry: 700\nid: b\n\n", ignore));
    CHECK(parser.retry() == std::chrono::milliseconds(700));
    CHECK(parser.last_id() == "b");
    REQUIRE(parser.feed("id\ndata: x\n\n", ignore));
    CHECK(parser.last_id() == "");
    // What is not complete has not come.
    REQUIRE(parser.feed("id: c\ndata: x\n", ignore));
    CHECK(parser.last_id() == "");
}

TEST_CASE("R125 an event has a bound, and a stream of comments has none") {
    EventParser parser(100);
    std::size_t events = 0;
    const auto count = [&](const EventParser::Event&) { ++events; };
    for (int i = 0; i < 1000; ++i) REQUIRE(parser.feed(": nothing to say\n\n", count));
    for (int i = 0; i < 1000; ++i) REQUIRE(parser.feed("data: 0123456789\n\n", count));
    CHECK(events == 1000);
    SECTION("in one line") { CHECK_FALSE(parser.feed(std::string(101, 'x'), count)); }
    SECTION("in many lines") {
        bool fits = true;
        for (int i = 0; i < 20 && fits; ++i) fits = parser.feed("data: 012345\n", count);
        CHECK_FALSE(fits);
    }
    CHECK_FALSE(parser.feed("\n\n", count));
    CHECK(events == 1000);
}
