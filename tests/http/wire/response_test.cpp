// Responses, as a client reads them.
#include "http/wire/response_reader.hpp"

#include <catch.hpp>

#include <string>
#include <vector>

using namespace mcp::http::wire;

namespace {

/// What a client makes of these pieces, with the data of a body joined. `closes`: the server closes
/// the connection after them.
std::string read(const std::vector<std::string>& pieces, bool to_head, bool closes,
                 const Limits& limits = {}) {
    using Event = ResponseReader::Event;
    ResponseReader reader;
    reader.start(to_head);
    std::string result;
    const auto refused = [&] { return result + "!" + std::string(reader.refusal().reason); };
    std::size_t left = 0;
    for (const std::string& piece : pieces) {
        const std::vector<char> bytes(piece.begin(), piece.end());
        std::string_view arrived(bytes.data(), bytes.size());
        for (bool goes_on = true; goes_on;) {
            switch (reader.next(arrived, limits)) {
                case Event::more: goes_on = false; break;
                case Event::head: {
                    const ResponseHead& head = reader.head();
                    result += std::to_string(head.status) + ' ' + std::string(head.reason) +
                              (head.keep_alive ? " keep" : " close");
                    for (const auto& header : head.headers) {
                        result += '|' + std::string(header.name) + '=' + std::string(header.value);
                    }
                    result += '\n';
                    break;
                }
                case Event::data: result += reader.data(); break;
                case Event::end:
                    goes_on = false;
                    left += arrived.size();
                    break;
                case Event::refused: return refused();
            }
        }
    }
    const bool has_ended = left != 0;
    if (has_ended) return result + "<end, left " + std::to_string(left) + ">";
    if (!closes) return result;
    return reader.end_of_input() == Event::end ? result + "<end>" : refused();
}

struct ResponseRow {
    const char* what;
    std::string text;
    std::string expected;
    bool to_head = false;
    bool closes = true;
};

const std::vector<ResponseRow> response_rows = {
    {"a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab",
     "200 OK keep|Content-Length=2\nab<end>"},
    {"a length of nothing", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\nX",
     "202 Accepted keep|Content-Length=0\n<end, left 1>", false, false},
    {"chunks",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nab\r\n1\r\nc\r\n0\r\nA: "
     "b\r\n\r\n",
     "200 OK keep|Transfer-Encoding=chunked\nabc<end>"},
    {"until the end", "HTTP/1.1 200 OK\r\n\r\nabc", "200 OK close\nabc<end>"},
    {"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na",
     "200 OK close|Content-Length=1\na<end>"},
    {"to HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
     "200 OK keep|Content-Length=2\n<end>", true},
    {"204 has no body", "HTTP/1.1 204 No Content\r\n\r\nX", "204 No Content keep\n<end, left 1>",
     false, false},
    {"304 has no body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nX",
     "304 Not Modified keep|Content-Length=9\n<end, left 1>", false, false},
    {"100 before it",
     "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200 "
     "OK\r\nContent-Length: 1\r\n\r\nx",
     "200 OK keep|Content-Length=1\nx<end>"},
    {"no reason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n",
     "200  keep|Content-Length=0\n<end>"},
    {"not even a blank", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
     "200  keep|Content-Length=0\n<end>"},
    {"a connection that is closed",
     "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
     "200 OK close|Connection=close|Content-Length=0\n<end>"},
    {"nothing at all", "", "!the connection was closed before a reply"},
    {"a part of a head", "HTTP/1.1 200 OK\r\n", "!the connection was closed before a reply"},
    {"a part of a body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
     "200 OK keep|Content-Length=3\nab!the connection was closed within a reply"},
    {"chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
     "200 OK keep|Transfer-Encoding=chunked\nab!the connection was closed within a reply"},
    {"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n",
     "!the peer switches to another protocol"},
    {"not HTTP", "SSH-2.0-x\r\n", "!the reply is not HTTP"},
    {"HTTP/2", "HTTP/2.0 200 OK\r\n\r\n", "!a version other than HTTP/1"},
    {"a bad status", "HTTP/1.1 2x0 OK\r\n\r\n", "!an invalid first line"},
    {"a status below 100", "HTTP/1.1 099 OK\r\n\r\n", "!an invalid status"},
    {"CL and TE", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
     "!both Transfer-Encoding and Content-Length"},
    {"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab",
     "!more than one Content-Length"},
    {"another coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
     "!a Transfer-Encoding other than chunked"},
    {"bare LF", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
     "!a line of the head ends with LF alone"},
    {"a folded field", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n",
     "!a header field is folded over two lines"},
};

}  // namespace

TEST_CASE("responses are understood, however they are cut") {
    for (const ResponseRow& row : response_rows) {
        INFO(row.what);
        CHECK(read({row.text}, row.to_head, row.closes) == row.expected);
        for (std::size_t at = 0; at <= row.text.size(); ++at) {
            INFO("cut at " << at);
            CHECK(read({row.text.substr(0, at), row.text.substr(at)}, row.to_head, row.closes) ==
                  row.expected);
        }
    }
}

TEST_CASE("interim heads have a bound") {
    std::string text;
    for (int i = 0; i < 17; ++i) text += "HTTP/1.1 100 Continue\r\n\r\n";
    CHECK(read({text}, false, false) == "!too many interim responses");
}

TEST_CASE("a response of which nothing has come is known") {
    ResponseReader reader;
    reader.start();
    CHECK(reader.is_untouched());
    std::string_view arrived = "H";
    CHECK(reader.next(arrived, {}) == ResponseReader::Event::more);
    CHECK_FALSE(reader.is_untouched());
}
