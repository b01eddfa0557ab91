#include "support.hpp"

#include <catch.hpp>

using namespace wire_test;

namespace {

struct RequestRow {
    const char* what;
    std::string text;
    std::string expected;
};

const std::vector<RequestRow> request_rows = {
    {"a GET", "GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n", "GET /mcp 1.1 keep\nHost=a\n[]\n"},
    {"a POST with its length",
     "POST /mcp?x=1 HTTP/1.1\r\nHost: a:80\r\nContent-Length: 5\r\n\r\nhello",
     "POST /mcp?x=1 1.1 keep\nHost=a:80\nContent-Length=5\n[hello]\n"},
    {"an empty body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
     "POST / 1.1 keep\nHost=a\nContent-Length=0\n[]\n"},
    {"zeros before a length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0003\r\n\r\nabc",
     "POST / 1.1 keep\nHost=a\nContent-Length=0003\n[abc]\n"},
    {"chunks",
     "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
     "3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n00\r\n\r\n",
     "POST / 1.1 keep\nHost=a\nTransfer-Encoding=chunked\n[abc0123456789]\n"},
    {"one chunk with trailers",
     "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: \tCHUNKED \r\n\r\n"
     "3\r\na\nb\r\n0\r\nX-Sum: 1\r\nContent-Length: 7\r\n\r\n",
     "POST / 1.1 keep\nHost=a\ntransfer-encoding=CHUNKED\n[a\nb]\n"},
    {"blanks around a value, and a value of bytes (R136)",
     "GET / HTTP/1.1\r\nHost:a\r\nX: \t a\xff b \t\r\nY:\r\nZ: \r\n\r\n",
     "GET / 1.1 keep\nHost=a\nX=a\xff b\nY=\nZ=\n[]\n"},
    {"several requests in a row",
     "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
     "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
     "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
     "GET /4 HTTP/1.1\r\nHost: a\r\n\r\n",
     "POST /1 1.1 keep\nHost=a\nContent-Length=2\n[ab]\nGET /2 1.1 keep\nHost=a\n[]\n"
     "POST /3 1.1 keep\nHost=a\nTransfer-Encoding=chunked\n[x]\nGET /4 1.1 keep\nHost=a\n[]\n"},
    {"an empty line before a request", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
     "GET / 1.1 keep\nHost=a\n[]\n"},
    {"HTTP/1.0 closes", "GET / HTTP/1.0\r\n\r\n", "GET / 1.0 close\n[]\n"},
    {"HTTP/1.0 may stay", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
     "GET / 1.0 keep\nConnection=Keep-Alive\n[]\n"},
    {"a connection that is to be closed",
     "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
     "GET / 1.1 close\nHost=a\nConnection=x, Close\n[]\n"},
    {"a later 1.x is 1.1", "GET / HTTP/1.7\r\nHost: a\r\n\r\n", "GET / 1.1 keep\nHost=a\n[]\n"},
    {"an expectation",
     "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\nx",
     "POST / 1.1 keep expects\nHost=a\nExpect=100-Continue\nContent-Length=1\n[x]\n"},
    {"HTTP/1.0 expects nothing",
     "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
     "POST / 1.0 close\nExpect=100-continue\nContent-Length=1\n[x]\n"},
    {"an offer of another protocol is passed over",
     "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
     "GET / 1.1 keep\nHost=a\nConnection=Upgrade, HTTP2-Settings\nUpgrade=h2c\n[]\n"},
    {"an address as target: its host counts", "GET http://b:1/mcp?q HTTP/1.1\r\nHost: a\r\n\r\n",
     "GET /mcp?q 1.1 keep\nHost=b:1\n[]\n"},
    {"an address without a path", "GET HTTPS://b HTTP/1.1\r\nHost: a\r\n\r\n",
     "GET / 1.1 keep\nHost=b\n[]\n"},
    {"an address, and a body that comes later",
     "POST http://b/m HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
     "POST /m 1.1 keep\nHost=b\nContent-Length=3\n[abc]\n"},
    {"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
     "OPTIONS * 1.1 keep\nHost=[::1]:80\n[]\n"},
    {"an incomplete head", "GET / HTTP/1.1\r\nHost: a\r\n\r", "(within a head)"},
    {"an incomplete body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab",
     "(within a body)"},
};

}  // namespace

TEST_CASE("requests are understood, however they are cut (R135, R136)") {
    for (const RequestRow& row : request_rows) {
        INFO(row.what);
        CHECK(read(row.text) == row.expected);
        CHECK(where_cut_matters(row.text) == -1);
    }
}

TEST_CASE("a request that comes again is understood again, however it is cut") {
    for (const RequestRow& row : request_rows) {
        if (row.expected.back() != '\n') continue;  // it is not whole
        INFO(row.what);
        CHECK(read({row.text, row.text}) == row.expected + row.expected);
        CHECK(where_cut_matters(row.text + row.text) == -1);
    }
    const std::string one = "POST /m HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
    for (std::size_t at = 0; at < one.find("\r\n\r\n"); ++at) {
        std::string other = one;
        other[at] = other[at] == '1' ? '0' : '1';
        INFO(other);
        CHECK(read({one, other}) == read(one) + read(other));
    }
}

TEST_CASE("a head is read without regard to what the parser has read before") {
    const std::string good = "POST /m HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
    const std::string fields = "\r\nHost: a\r\nX: " + std::string(1100, 'x') + "\r\n\r\n";
    const std::vector<std::vector<std::string>> between = {
        {"POST /m HTTP/1.1 \r\n\r\n"},                       // refused for its first line
        {"POST /m HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n"},    // ... for a field
        {"POST /m HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"},  // ... at its end
        {"GET /other HTTP/1.1" + fields},
        {good.substr(0, 20)},
        {good.substr(0, good.size() - 1)},
        {good.substr(0, 20), good.substr(20)},
    };
    RequestHeadParser scratch;
    const auto read_good = [&] {
        RequestReader reader;
        const std::vector<char> bytes(good.begin(), good.end());
        std::string_view arrived(bytes.data(), bytes.size());
        REQUIRE(reader.take(arrived, scratch, {}) == RequestReader::State::whole);
        return describe(reader);
    };
    for (const auto& pieces : between) {
        INFO(pieces.front());
        CHECK(read_good() == read(good));
        RequestReader other;
        for (const std::string& piece : pieces) {
            std::string_view arrived = piece;
            other.take(arrived, scratch, {});
        }
        CHECK(read_good() == read(good));
    }
}

TEST_CASE("a request that comes again is read from where it is now") {
    constexpr std::string_view text = "GET /mcp HTTP/1.1\r\nHost: here\r\n\r\n";
    // Both buffers stay, so that the same text is at two places at once.
    const std::string first(text);
    const std::string second(text);
    RequestHeadParser parser;
    REQUIRE(parser.parse(first, {}) == mcp::http::wire::Progress::done);
    for (const std::string* bytes : {&second, &first, &second}) {
        REQUIRE(parser.repeats(*bytes));
        CHECK(parser.head().target == "/mcp");
        CHECK(parser.head().target.data() == bytes->data() + 4);
        CHECK(parser.head().headers[0].value.data() == bytes->data() + text.find("here"));
    }
}

TEST_CASE("a request that arrives whole is not copied") {
    const std::string text =
        "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
        "chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    const auto is_inside = [&](std::string_view part) {
        return part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size();
    };
    RequestReader reader;
    RequestHeadParser scratch;
    std::string_view arrived = text;
    for (int i = 0; i < 2; ++i) {
        REQUIRE(reader.take(arrived, scratch, {}) == RequestReader::State::whole);
        CHECK(reader.body() == "hello");
        CHECK(is_inside(reader.body()));
        CHECK(is_inside(reader.head().target));
        CHECK(is_inside(reader.head().headers[1].value));
        reader.clear();
    }
    CHECK(arrived.empty());
}

TEST_CASE("the state tells what is waited for") {
    RequestReader reader;
    RequestHeadParser scratch;
    const auto take = [&](std::string text) {
        std::string_view arrived = text;
        return reader.take(arrived, scratch, {});
    };
    using State = RequestReader::State;
    CHECK(reader.state() == State::idle);
    CHECK(take("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n") == State::head);
    CHECK(take("Content-Length: 3\r\n\r\n") == State::body);
    CHECK(reader.head().expects_continue);
    CHECK(reader.head().method == "POST");
    CHECK(take("ab") == State::body);
    CHECK(take("cd") == State::whole);
    CHECK(reader.body() == "abc");
    reader.clear();
    CHECK(reader.state() == State::idle);
}
