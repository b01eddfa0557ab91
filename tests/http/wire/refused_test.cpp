// What is refused, each with its status: what two readers could understand in two ways, what is
// malformed, and what is too large.
#include "support.hpp"

#include <catch.hpp>

using namespace wire_test;

namespace {

struct Refusal {
    const char* what;
    std::string text;
    int status;
};

/// A POST with these fields and this body.
std::string post(const std::string& fields, const std::string& body = "") {
    return "POST / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
}

const std::string chunked = "Transfer-Encoding: chunked\r\n";

const std::vector<Refusal> smuggling = {
    {"CL and TE", post("Content-Length: 6\r\n" + chunked, "0\r\n\r\nX"), 400},
    {"TE and CL", post(chunked + "Content-Length: 6\r\n", "0\r\n\r\nX"), 400},
    {"two different lengths", post("Content-Length: 6\r\nContent-Length: 5\r\n", "abcdef"), 400},
    {"two equal lengths", post("Content-Length: 6\r\nContent-Length: 6\r\n", "abcdef"), 400},
    {"a list of lengths", post("Content-Length: 6, 6\r\n", "abcdef"), 400},
    {"a length with a sign", post("Content-Length: +6\r\n", "abcdef"), 400},
    {"a negative length", post("Content-Length: -6\r\n", "abcdef"), 400},
    {"a hexadecimal length", post("Content-Length: 0x6\r\n", "abcdef"), 400},
    {"a length with a blank inside", post("Content-Length: 1 6\r\n", "abcdef"), 400},
    {"an empty length", post("Content-Length:\r\n"), 400},
    {"a length with a fraction", post("Content-Length: 6.0\r\n"), 400},
    {"another coding", post("Transfer-Encoding: gzip\r\n"), 400},
    {"another coding before chunked", post("Transfer-Encoding: gzip, chunked\r\n"), 501},
    {"another coding after chunked", post("Transfer-Encoding: chunked, gzip\r\n"), 400},
    {"identity", post("Transfer-Encoding: identity\r\n"), 400},
    {"identity after chunked", post(chunked + "Transfer-Encoding: identity\r\n"), 400},
    {"chunked twice", post("Transfer-Encoding: chunked, chunked\r\n"), 400},
    {"chunked in two fields", post(chunked + chunked), 400},
    {"a coding with a letter too many", post("Transfer-Encoding: xchunked\r\n"), 400},
    {"a coding in quotes", post("Transfer-Encoding: \"chunked\"\r\n"), 400},
    {"a coding with parameters", post("Transfer-Encoding: chunked;a=b\r\n"), 400},
    {"an empty coding", post("Transfer-Encoding:\r\n"), 400},
    {"a comma too many", post("Transfer-Encoding: chunked,\r\n"), 400},
    {"a comma before", post("Transfer-Encoding: ,chunked\r\n"), 400},
    {"a vertical tab before chunked", post("Transfer-Encoding: \vchunked\r\n"), 400},
    {"a coding in HTTP/1.0", "POST / HTTP/1.0\r\n" + chunked + "\r\n0\r\n\r\n", 400},
    {"a blank before the colon of TE", post("Transfer-Encoding : chunked\r\n"), 400},
    {"a tab before the colon of CL", post("Content-Length\t: 6\r\n"), 400},
    {"a folded TE", post("Transfer-Encoding:\r\n chunked\r\n"), 400},
    {"a folded field", post("X: a\r\n\tb\r\n"), 400},
    {"a blank before the first field", "POST / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
    {"bare LF after the first line", "POST / HTTP/1.1\nHost: a\r\n\r\n", 400},
    {"bare LF after a field", "POST / HTTP/1.1\r\nHost: a\n\r\n", 400},
    {"bare LF at the end", "POST / HTTP/1.1\r\nHost: a\r\n\n", 400},
    {"bare CR in a field", post("X: a\rContent-Length: 6\r\n"), 400},
    {"CR CR LF", post("X: a\r\r\n"), 400},
    {"NUL in a value", post(std::string("X: a\0b\r\n", 8)), 400},
    {"NUL in a name", post(std::string("X\0: b\r\n", 7)), 400},
    {"DEL in a value", post("X: a\x7f\r\n"), 400},
    {"ESC in a value", post("X: a\x1b[0m\r\n"), 400},
    {"a chunk size with a sign", post(chunked, "+3\r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk size of nothing", post(chunked, "\r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk size with 0x", post(chunked, "0x3\r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk size with a blank", post(chunked, "3 \r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk size that overflows", post(chunked, "10000000000000003\r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk size with bare LF", post(chunked, "3\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk that is longer than its size", post(chunked, "2\r\nabc\r\n0\r\n\r\n"), 400},
    {"a chunk that ends with bare LF", post(chunked, "3\r\nabc\n0\r\n\r\n"), 400},
    {"bare LF in an extension", post(chunked, "3;a\nb\r\nabc\r\n0\r\n\r\n"), 400},
    {"bare CR in an extension", post(chunked, "3;a\rb\r\nabc\r\n0\r\n\r\n"), 400},
    {"bare LF after the last chunk", post(chunked, "3\r\nabc\r\n0\n\r\n"), 400},
    {"bare LF at the end of chunks", post(chunked, "3\r\nabc\r\n0\r\n\n"), 400},
    {"a trailer that is none", post(chunked, "0\r\nGET / HTTP/1.1\r\n\r\n"), 400},
    {"a folded trailer", post(chunked, "0\r\nA: b\r\n c\r\n\r\n"), 400},
    {"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
    {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
    {"two equal Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400},
    {"an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
    {"a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
    {"a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400},
    {"a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400},
    {"an address without a Host field", "GET http://a/ HTTP/1.1\r\n\r\n", 400},
    {"an address with a user", "GET http://a@b/ HTTP/1.1\r\nHost: b\r\n\r\n", 400},
    {"an address without a host", "GET http:///x HTTP/1.1\r\nHost: b\r\n\r\n", 400},
};

const std::vector<Refusal> malformed = {
    {"a field without a colon", post("Content-Length\r\n"), 400},
    {"a field without a name", post(": x\r\n"), 400},
    {"a blank in a name", post("X Y: x\r\n"), 400},
    {"a bracket in a name", post("X(y): x\r\n"), 400},
    {"a name beyond ASCII", post("X\xc3\xa4: x\r\n"), 400},
    {"no method", " / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a method that is no token", "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"an empty target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a tab in the target", "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a target beyond ASCII", "GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"a path without a slash", "GET mcp HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"* for another method", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"no version", "GET /\r\nHost: a\r\n\r\n", 400},
    {"a blank after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},
    {"a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400},
    {"a version with more digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", 400},
    {"two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"the beginning of TLS", "\x16\x03\x01\x02", 400},
    {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
    {"HTTP/0.9", "GET / HTTP/0.9\r\n\r\n", 505},
    {"CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 501},
    {"a very long method", std::string(33, 'A') + " / HTTP/1.1\r\nHost: a\r\n\r\n", 501},
    {"an unknown expectation", post("Expect: tea\r\n"), 417},
};

Limits small() {
    Limits limits;
    limits.line = 40;
    limits.header_bytes = 100;
    limits.headers = 5;
    limits.body = 10;
    limits.trailer_bytes = 20;
    limits.chunk_extensions = 8;
    return limits;
}

std::string field_of(std::size_t size) { return "X: " + std::string(size - 3, 'x') + "\r\n"; }

const std::vector<Refusal> large = {
    {"a first line that is as long as allowed",
     "GET /" + std::string(26, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"a first line that is too long",
     "GET /" + std::string(27, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414},
    {"a first line without an end", "GET /" + std::string(100, 'a'), 414},
    {"a field that is as long as allowed", post(field_of(40)), 0},
    {"a field that is too long", post(field_of(41)), 431},
    {"a field without an end", "GET / HTTP/1.1\r\n" + std::string(100, 'a'), 431},
    {"as many bytes of fields as allowed", post(field_of(40) + field_of(40) + "Y: zz\r\n"), 0},
    {"too many bytes of fields", post(field_of(40) + field_of(40) + "Y: zzz\r\n"), 431},
    {"as many fields as allowed", post("A:\r\nB:\r\nC:\r\nD:\r\n"), 0},
    {"too many fields", post("A:\r\nB:\r\nC:\r\nD:\r\nE:\r\n"), 431},
    {"a body that is as large as allowed", post("Content-Length: 10\r\n", "0123456789"), 0},
    {"HS-24: a body that is too large", post("Content-Length: 11\r\n", "0123456789a"), 413},
    {"HS-24: a length beyond all bounds", post("Content-Length: 99999999999999999999999\r\n"), 413},
    {"chunks that are as large as allowed", post(chunked, "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"),
     0},
    {"HS-24: chunks that are too large", post(chunked, "5\r\n01234\r\n6\r\n56789a\r\n0\r\n\r\n"),
     413},
    {"HS-24: a chunk that is too large", post(chunked, "fffffffffffffff\r\n0"), 413},
    {"trailers that are as long as allowed", post(chunked, "0\r\nX: 456789012345678\r\n\r\n"), 0},
    {"trailers that are too long", post(chunked, "0\r\nX: 4567890123456789\r\n\r\n"), 431},
    {"extensions as long as allowed", post(chunked, "1;345\r\na\r\n1;7890\r\nb\r\n0\r\n\r\n"), 0},
    {"extensions that are too long", post(chunked, "1;2345\r\na\r\n1;78901\r\nb\r\n0\r\n\r\n"),
     400},
};

void check(const std::vector<Refusal>& rows, const Limits& limits) {
    for (const Refusal& row : rows) {
        INFO(row.what);
        const std::string result = read(row.text, limits);
        INFO(result);
        if (row.status == 0) {
            CHECK(result.find('[') != std::string::npos);
            CHECK(result.back() == '\n');
        } else {
            CHECK(result.starts_with(std::to_string(row.status) + ' '));
        }
        CHECK(where_cut_matters(row.text, limits) == -1);
    }
}

}  // namespace

TEST_CASE("what could be understood in two ways is refused, however it is cut") {
    check(smuggling, {});
}

TEST_CASE("what is malformed is refused, however it is cut") { check(malformed, {}); }

TEST_CASE("SEC-06, R142: what is too large is refused at the byte where it is, however it is cut") {
    check(large, small());
}

TEST_CASE("a request after one that was refused is not looked at") {
    CHECK(read(post("Content-Length: 1\r\n" + chunked, "0\r\n\r\n") +
               "GET /secret HTTP/1.1\r\nHost: a\r\n\r\n") ==
          "400 both Transfer-Encoding and Content-Length");
}
