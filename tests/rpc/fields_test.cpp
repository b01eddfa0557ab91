// The walk over a message and its params: white space, members that come twice, and where something
// is wrong.
#include "rpc/fields.hpp"
#include "rpc/envelope.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

using mcp::rpc::EnvelopeReader;

namespace {

std::string why_refused(std::string_view text) {
    EnvelopeReader reader;
    const auto message = reader.read(text);
    INFO(text);
    REQUIRE(!message.has_value());
    return message.error().error.message;
}

}  // namespace

TEST_CASE("white space at any place of the params leaves their text minified") {
    const std::vector<std::string> tokens = {
        "{", "\"a\"", ":",         "1", ",", "\"b\"", ":", "{",     "\"c\"", ":",     "[", "]",
        "}", ",",     "\"_meta\"", ":", "{", "}",     ",", "\"d\"", ":",     "\"e\"", "}"};
    EnvelopeReader reader;
    const auto params_with_gap_behind = [&](std::size_t place, const char* space) {
        std::string text;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            text += tokens[i];
            if (i == place) text += space;
        }
        return text;
    };
    const std::string plain = params_with_gap_behind(tokens.size(), "");
    for (std::size_t place = 0; place <= tokens.size(); ++place) {
        for (const char* space : {" ", "\n", "\t ", "\r\n  "}) {
            const std::string given = params_with_gap_behind(place, space);
            const std::string text =
                R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" + given + R"(,"more":"x"})";
            INFO(text);
            const auto message = reader.read(text);
            REQUIRE(message.has_value());
            CHECK(message->params->text() == plain);
            CHECK(message->param("a")->as_int64() == 1);
            CHECK(message->param("b")->text() == R"({"c":[]})");
            CHECK(message->param("d")->text() == R"("e")");
            CHECK(message->params_meta->text() == "{}");
        }
    }
}

TEST_CASE("a member that comes twice is refused, in the message and in its params") {
    const std::string head = R"({"jsonrpc":"2.0","id":1,"method":"m")";
    CHECK(why_refused(head + R"(,"method":"m"})") ==
          "method: expected every member once, found it twice");
    CHECK(why_refused(head + R"(,"\u0069d":1})") ==
          "id: expected every member once, found it twice");
    CHECK(why_refused(head + R"(,"x":1,"x":2})") ==
          "x: expected every member once, found it twice");
    CHECK(why_refused(head + R"(,"params":{"a":1,"b":2,"\u0061":3}})") ==
          "params.a: expected every member once, found it twice");
    std::string many;
    for (int i = 0; i < 40; ++i) many += "\"n" + std::to_string(i) + "\":0,";
    CHECK(why_refused(head + R"(,"params":{)" + many + R"("n39":1}})") ==
          "params.n39: expected every member once, found it twice");
    CHECK(why_refused(head + R"(,"params":{"a":{"b":1,"b":2}}})") ==
          "params.a.b: expected every member once, found it twice");
}

TEST_CASE("what is no JSON is refused with its place") {
    CHECK(why_refused(R"({"id":1,})") == R"(document: expected a member name, found `}`)");
    CHECK(why_refused(R"({"id" 1})") == R"(document: expected ":", found number)");
    CHECK(why_refused(R"({"id":01})") == R"(id: expected a value, found `01`)");
    CHECK(why_refused(R"({"id":1 "method":"m"})") ==
          R"(document: expected "," or "}", found string)");
    CHECK(why_refused(R"({"params":{"a":1,}})") == R"(params: expected a member name, found `}`)");
    CHECK(why_refused(R"({"params":{"a" 1}})") == R"(params: expected ":", found number)");
    CHECK(why_refused(R"({"params":{"a":"\x"}})") ==
          R"(params.a: expected valid escapes, found "\x")");
    CHECK(why_refused(R"({"params":{"a":-}})") == R"(params.a: expected a value, found `-`)");
    CHECK(why_refused(R"({"params":{1:2}})") == R"(params: expected a member name, found number)");
    CHECK(why_refused(R"({"params":{}]})") == R"(document: expected "," or "}", found `]`)");
    CHECK(why_refused(R"({"params":{}}})") ==
          R"(document: expected the end of the document, found `}`)");
}
