// Heads as they are written.
#include "http/wire/write.hpp"

#include <catch.hpp>

#include <string>
#include <vector>

using namespace mcp::http::wire;
using mcp::HttpHeader;

TEST_CASE("a response's head is written with its frame") {
    const std::vector<HttpHeader> headers{{"Content-Type", "application/json"}, {"X", ""}};
    std::string out = "before ";
    ResponseFrame frame;
    frame.length = 12;
    frame.date = "today";
    CHECK(append_response_head(out, 200, headers, frame));
    CHECK(out ==
          "before HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: \r\n"
          "Content-Length: 12\r\nDate: today\r\n\r\n");
    out.clear();
    frame = {};
    frame.framing = Framing::chunked;
    frame.keep_alive = false;
    CHECK(append_response_head(out, 299, {}, frame));
    CHECK(out == "HTTP/1.1 299 \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
    out.clear();
    frame = {};
    frame.minor = 0;
    CHECK(append_response_head(out, 404, {}, frame));
    CHECK(out == "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n");
    out.clear();
    frame = {};
    frame.framing = Framing::none;
    CHECK(append_response_head(out, 204, {}, frame));
    CHECK(out == "HTTP/1.1 204 No Content\r\n\r\n");
}

TEST_CASE("header injection is refused, and nothing is written") {
    using namespace std::string_view_literals;
    const std::vector<HttpHeader> bad = {
        {"X", "a\r\nSet-Cookie: b"},
        {"X", "a\nb"},
        {"X", "a\rb"},
        {"X", "a\0b"sv},
        {"X", "a\x7f"},
        {"X\r\nY", "a"},
        {"X\n", "a"},
        {"X\0"sv, "a"},
        {"X Y", "a"},
        {"X:", "a"},
        {"", "a"},
        {"Content-Length", "5"},
        {"transfer-encoding", "x"},
        {"X\xff", "a"},
    };
    for (const HttpHeader& header : bad) {
        INFO(header.name << " = " << header.value);
        const std::vector<HttpHeader> headers{{"Good", "1"}, header};
        std::string out = "before";
        CHECK_FALSE(append_response_head(out, 200, headers, {}));
        CHECK_FALSE(append_request_head(out, "GET", "/", headers, Framing::none));
        CHECK(out == "before");
    }
    for (const char* own : {"connection", "DATE"}) {
        const std::vector<HttpHeader> headers{{own, "x"}};
        std::string out;
        CHECK_FALSE(append_response_head(out, 200, headers, {}));
        CHECK(append_request_head(out, "GET", "/", headers, Framing::none));
    }
    const std::vector<HttpHeader> fine{{"X", "a\t\xc3\xa4"}};
    std::string out;
    CHECK(append_response_head(out, 200, fine, {}));
}

TEST_CASE("a head that is like the one before is written as any other") {
    ResponseHeads heads;
    const std::vector<std::vector<HttpHeader>> all{
        {{"Content-Type", "application/json"}},
        {{"Content-Type", "application/json"}, {"X", ""}},
        {{"Content-Type", "application/json"}, {"X", "y"}},
        {{"A", "v"}, {"X", "y"}},
        {},
        {{"Long", std::string_view()}},
    };
    const std::string long_value(2000, 'x');
    for (int round = 0; round < 2; ++round) {
        for (std::vector<HttpHeader> headers : all) {
            for (HttpHeader& header : headers) {
                if (header.name == "Long") header.value = long_value;
            }
            for (const int status : {200, 200, 202, 200}) {
                ResponseFrame frame;
                frame.length = static_cast<std::uint64_t>(status);
                frame.keep_alive = status != 202;
                std::string expected = "before ";
                REQUIRE(append_response_head(expected, status, headers, frame));
                std::string out = "before ";
                REQUIRE(heads.append(out, status, headers, frame));
                CHECK(out == expected);
            }
        }
    }
}

TEST_CASE("header injection is refused behind a head that has the same bytes") {
    ResponseHeads heads;
    const std::vector<HttpHeader> good{{"A", "v"}, {"X", "y"}};
    const std::vector<std::vector<HttpHeader>> bad{{{"A", "v\r\nX: y"}},
                                                   {{"A: v\r\nX", "y"}},
                                                   {{"A", "v\r\nX"}, {"", "y"}},
                                                   {{"A", "v"}, {"X", "\ny"}},
                                                   {{"A", "v"}, {"date", "y"}}};
    for (const auto& headers : bad) {
        std::string out;
        REQUIRE(heads.append(out, 200, good, {}));
        const std::string before = out;
        CHECK_FALSE(heads.append(out, 200, headers, {}));
        CHECK_FALSE(heads.append(out, 200, headers, {}));
        CHECK(out == before);
    }
}

TEST_CASE("a request's head is written, unless its line could be read in another way") {
    const std::vector<HttpHeader> headers{{"Host", "a"}};
    std::string out;
    CHECK(append_request_head(out, "POST", "/mcp?x", headers, Framing::length, 3));
    CHECK(out == "POST /mcp?x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
    out.clear();
    CHECK_FALSE(append_request_head(out, "PO ST", "/", headers, Framing::none));
    CHECK_FALSE(append_request_head(out, "", "/", headers, Framing::none));
    CHECK_FALSE(append_request_head(out, "GET", "", headers, Framing::none));
    CHECK_FALSE(append_request_head(out, "GET", "/ HTTP/1.1", headers, Framing::none));
    CHECK_FALSE(append_request_head(out, "GET", "/\r\nX: y", headers, Framing::none));
    CHECK_FALSE(append_request_head(out, "GET", "/\xc3\xa4", headers, Framing::none));
    CHECK(out.empty());
}

TEST_CASE("an empty piece does not end a chunked body") {
    std::string out;
    append_chunk(out, "");
    CHECK(out.empty());
    append_chunk(out, std::string(26, 'x'));
    CHECK(out == "1a\r\n" + std::string(26, 'x') + "\r\n");
}

TEST_CASE("dates are those of HTTP") {
    DateText date;
    CHECK(date.at(784111777) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(date.at(784111777) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(date.at(1709251199) == "Thu, 29 Feb 2024 23:59:59 GMT");
    CHECK(date.now().size() == 29);
}
