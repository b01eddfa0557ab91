// Bodies in pieces.
#include "http/wire/body_reader.hpp"

#include <catch.hpp>

#include <string>

using namespace mcp::http::wire;

TEST_CASE("a body with a length is given as it arrives, and no more than that") {
    BodyReader reader;
    reader.start(Framing::length, 5);
    CHECK(reader.missing() == 5);
    auto piece = reader.read("abc", {});
    CHECK(piece.data == "abc");
    CHECK(piece.progress == Progress::more);
    CHECK(reader.missing() == 2);
    CHECK_FALSE(reader.end_of_input());
    piece = reader.read("defg", {});
    CHECK(piece.data == "de");
    CHECK(piece.used == 2);
    CHECK(piece.progress == Progress::done);
    CHECK(reader.end_of_input());
}

TEST_CASE("a body until the end of the connection has a bound, too") {
    Limits limits;
    limits.body = 4;
    BodyReader reader;
    reader.start(Framing::until_close, 0);
    CHECK(reader.read("abc", limits).data == "abc");
    CHECK(reader.read("de", limits).data == "d");
    CHECK(reader.end_of_input());
    CHECK(reader.read("e", limits).progress == Progress::refused);
    CHECK(reader.refusal().status == 413);
}

TEST_CASE("data of a chunk is given before the chunk is whole") {
    BodyReader reader;
    reader.start(Framing::chunked, 0);
    const std::string first = "5\r\nab";
    const auto piece = reader.read(first, {});
    CHECK(piece.data == "ab");
    CHECK(piece.data.data() == first.data() + 3);
    CHECK(piece.progress == Progress::more);
    CHECK_FALSE(reader.end_of_input());
    CHECK(reader.read("cde", {}).data == "cde");
    CHECK(reader.read("\r\n0\r\n\r\nGET", {}).used == 7);
    CHECK(reader.end_of_input());
}

TEST_CASE("no body has ended before it begins") {
    BodyReader reader;
    reader.start(Framing::none, 0);
    const auto piece = reader.read("GET", {});
    CHECK(piece.progress == Progress::done);
    CHECK(piece.used == 0);
}
