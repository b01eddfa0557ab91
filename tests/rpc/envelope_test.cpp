// What is a message, what is none, and what is said about it. RPC-… and R… are the numbers of the
// requirements.
#include "rpc/envelope.hpp"
#include "json/string_text.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using mcp::JsonLimits;
using mcp::MessageId;
using mcp::rpc::BadMessage;
using mcp::rpc::Envelope;
using mcp::rpc::EnvelopeReader;
using Kind = Envelope::Kind;

namespace {

BadMessage refusal(std::string_view text, JsonLimits limits = {}) {
    EnvelopeReader reader(limits);
    auto message = reader.read(text);
    INFO(text);
    REQUIRE(!message.has_value());
    return message.error();
}

std::string request_with_id(std::string_view id) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"ping"})";
}

}  // namespace

TEST_CASE("a request is read") {
    const std::string text =
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","_meta":{"a/b":1}}})";
    EnvelopeReader reader;
    const auto message = reader.read(text);
    REQUIRE(message.has_value());
    CHECK(message->kind == Kind::request);
    CHECK(message->id == MessageId(7));
    CHECK(message->method == "tools/call");
    REQUIRE(message->params.has_value());
    CHECK(message->params->text() == R"({"name":"echo","_meta":{"a/b":1}})");
    CHECK(message->meta("a/b")->as_int64() == 1);
    CHECK(!message->meta("c").has_value());
    // Nothing is copied.
    CHECK(message->params->text().data() >= text.data());
    CHECK(message->params->text().data() < text.data() + text.size());
}

TEST_CASE("white space anywhere, the order of members and unknown members do not matter (RPC-19)") {
    EnvelopeReader reader;
    const auto message = reader.read(
        " { \"params\" : { \"a\" : [ 1 , 2 ] } ,\t\"more\":{ },\r \"method\" : \"m\", \"id\": "
        "\"x\","
        " \"jsonrpc\" :\"2.0\" } ");
    REQUIRE(message.has_value());
    CHECK(message->kind == Kind::request);
    CHECK(message->params->text() == R"({"a":[1,2]})");
    CHECK(message->id.text() == "\"x\"");
}

TEST_CASE("names and methods may be written with escapes") {
    EnvelopeReader reader;
    const auto message = reader.read(
        R"({"\u006asonrpc":"2.0","id":"a\/b","m\u0065thod":"tools\/list","params":{}})");
    REQUIRE(message.has_value());
    CHECK(message->method == "tools/list");
    CHECK(message->id == MessageId("a/b"));
    const auto element =
        EnvelopeReader::element(*mcp::Json::parse(R"({"jsonrpc":"2.0","method":"tools\/list"})"));
    REQUIRE(element.has_value());
    CHECK(element->method == "tools/list");
}

TEST_CASE("RPC-01 R001 a message without jsonrpc 2.0 is refused") {
    for (const char* version : {"\"1.0\"", "2.0", "null", "\"2\""}) {
        const auto bad =
            refusal(R"({"jsonrpc":)" + std::string(version) + R"(,"id":3,"method":"ping"})");
        CHECK(bad.error.code == -32600);
        CHECK(bad.id == MessageId(3));
        CHECK(!bad.is_answer);
        CHECK(!bad.is_notification);
    }
    CHECK(refusal(R"({"id":3,"method":"ping"})").error.code == -32600);
    CHECK(refusal(R"({"method":"ping"})").is_notification);
}

TEST_CASE("RPC-02 R002 an id is a string or an integer") {
    for (const char* id : {"null", "1.5", "true", "{}", "[]", "[1]", "1e-1"}) {
        const auto bad = refusal(request_with_id(id));
        CHECK(bad.error.code == -32600);
        CHECK(bad.id.empty());
        CHECK(!bad.is_notification);
        CHECK(!bad.is_answer);
    }
}

TEST_CASE("RPC-04 R004 ids keep their type and their text") {
    EnvelopeReader reader;
    for (const char* id : {"\"1\"", "1", "0", "\"\"", "-5", "9007199254740992", "9007199254740991",
                           "18446744073709551616123", "\"\xF0\x9F\x98\x80\"", "\"null\""}) {
        const std::string text = request_with_id(id);
        const auto message = reader.read(text);
        INFO(id);
        REQUIRE(message.has_value());
        CHECK(message->id.text() == id);
        CHECK(mcp::rpc::result_text(message->id, "{}") ==
              R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":{}})");
    }
    CHECK(MessageId("1") != MessageId(1));
}

TEST_CASE("RPC-02 ids of one value are one id, however they are written") {
    EnvelopeReader reader;
    for (const char* id : {"1.0", "10e-1", "1E0", "0.1e1"}) {
        const std::string text = request_with_id(id);
        INFO(id);
        const auto message = reader.read(text);
        REQUIRE(message.has_value());
        CHECK(message->id == MessageId(1));
    }
    const std::string zero = request_with_id("-0");
    CHECK(reader.read(zero)->id == MessageId(0));
    const std::string escaped = request_with_id(R"("\u0061\n")");
    CHECK(reader.read(escaped)->id == MessageId("a\n"));
}

TEST_CASE("RPC-05 an answer has a result or an error") {
    EnvelopeReader reader;
    const auto result = reader.read(R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})");
    REQUIRE(result.has_value());
    CHECK(result->kind == Kind::result);
    CHECK(result->payload.text() == R"({"a":1})");
    const auto error = reader.read(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}})");
    REQUIRE(error.has_value());
    CHECK(error->kind == Kind::error);

    const auto both = refusal(R"({"jsonrpc":"2.0","id":4,"result":{},"error":{}})");
    CHECK(both.is_answer);
    CHECK(both.id == MessageId(4));
    const auto neither = refusal(R"({"jsonrpc":"2.0","id":4})");
    CHECK(neither.may_be_answer);
    CHECK(neither.id == MessageId(4));
    CHECK(refusal(R"({"jsonrpc":"2.0","id":4,"error":5})").is_answer);
    CHECK(refusal(R"({"jsonrpc":"2.0","result":{}})").is_answer);
    CHECK(refusal(R"({"jsonrpc":"2.0","id":1.5,"result":{}})").is_answer);
    CHECK(refusal(R"({"jsonrpc":"2.0","id":4,"method":"m","result":{}})").error.code == -32600);
}

TEST_CASE("RPC-06 the code of an error is an integer, its message a string, its data anything") {
    for (const char* data : {"null", "true", "1", "\"x\"", "[1]", R"({"a":{}})"}) {
        const auto payload =
            mcp::Json::parse(R"({"code":-5,"message":"m","data":)" + std::string(data) + "}");
        const auto error = mcp::rpc::read_error(*payload);
        REQUIRE(error.has_value());
        CHECK(error->code == -5);
        CHECK(error->data->text() == data);
    }
    CHECK(mcp::rpc::read_error(*mcp::Json::parse(R"({"code":2.0,"message":"m"})"))->code == 2);
    for (const char* wrong : {R"({"code":1.5,"message":"m"})", R"({"code":"1","message":"m"})",
                              R"({"message":"m"})", R"({"code":1})", R"({"code":1,"message":2})"}) {
        INFO(wrong);
        CHECK(!mcp::rpc::read_error(*mcp::Json::parse(wrong)).has_value());
    }
    CHECK(mcp::rpc::read_error(*mcp::Json::parse(R"({"code":1.5,"message":"m"})")).error().path ==
          "error.code");
}

TEST_CASE("RPC-08 an error may have no id, or null") {
    EnvelopeReader reader;
    for (const char* text :
         {R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}})",
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}})"}) {
        const auto message = reader.read(text);
        REQUIRE(message.has_value());
        CHECK(message->kind == Kind::error);
        CHECK(message->id.empty());
    }
}

TEST_CASE("RPC-09 R007 what has a method and no id is never answered") {
    EnvelopeReader reader;
    CHECK(reader.read(R"({"jsonrpc":"2.0","method":"x"})")->kind == Kind::notification);
    CHECK(refusal(R"({"jsonrpc":"2.0","method":5})").is_notification);
    CHECK(refusal(R"({"jsonrpc":"2.0","method":"x","params":[]})").is_notification);
    CHECK(!refusal(R"({"jsonrpc":"2.0","method":5,"id":1})").is_notification);
}

TEST_CASE("params are an object, or null for none") {
    EnvelopeReader reader;
    const auto none = reader.read(R"({"jsonrpc":"2.0","id":1,"method":"m","params":null})");
    REQUIRE(none.has_value());
    CHECK(!none->params.has_value());
    for (const char* params : {"[]", "1", "\"x\"", "true"}) {
        const auto bad = refusal(R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" +
                                 std::string(params) + "}");
        CHECK(bad.error.code == -32600);
        CHECK(bad.id == MessageId(1));
    }
}

TEST_CASE("RPC-12 RPC-18 R001 R006 R010 what is no JSON is a parse error without an id") {
    const std::vector<std::string> texts = {"",
                                            " ",
                                            "{",
                                            R"({"jsonrpc":"2.0","id":1)",
                                            R"({"jsonrpc":"2.0","id":1,})",
                                            "nonsense",
                                            R"({"jsonrpc":"2.0","id":1,"method":"a"}})",
                                            R"({"id":01})",
                                            R"({"id":1 "a":2})",
                                            R"({'id':1})",
                                            R"({"id":1}{"id":2})",
                                            "[1,2",
                                            "\xFF\xFE",
                                            "Content-Length: 20",
                                            "{\"id\":1,\"method\":\"\xC3\x28\"}",
                                            "{\"id\":1,\"method\":\"a\nb\"}",
                                            R"({"id":1,"method":"\ud800"})",
                                            std::string("{\"id\":1}\0", 9),
                                            R"({"id":1,"\x":2})"};
    for (const std::string& text : texts) {
        const auto bad = refusal(text);
        CHECK(bad.error.code == -32700);
        CHECK(bad.id.empty());
        CHECK(!bad.error.message.empty());
    }
}

TEST_CASE("JSON that is no message is an invalid request") {
    for (const char* text : {"1", "\"x\"", "null", "true", "{}", R"({"jsonrpc":"2.0"})",
                             R"({"jsonrpc":"2.0","params":{}})"}) {
        const auto bad = refusal(text);
        CHECK(bad.error.code == -32600);
        CHECK(bad.id.empty());
        CHECK(!bad.is_answer);
    }
}

TEST_CASE("what is beyond the limits is refused with its id") {
    const std::string deep = std::string(200, '[') + std::string(200, ']');
    const auto bad =
        refusal(R"({"jsonrpc":"2.0","method":"m","params":{"a":)" + deep + R"(},"id":"q"})");
    CHECK(bad.error.code == -32600);
    CHECK(bad.id == MessageId("q"));
    CHECK(!bad.is_notification);
    CHECK(refusal(R"({"jsonrpc":"2.0","id":1,"result":)" + deep + "}").is_answer);
    CHECK(refusal(R"({"jsonrpc":"2.0","method":"m","params":{"a":)" + deep + "}}").is_notification);

    const auto twice = refusal(R"({"jsonrpc":"2.0","id":5,"method":"m","params":{"a":1,"a":2}})");
    CHECK(twice.error.code == -32600);
    CHECK(twice.id == MessageId(5));
    CHECK(refusal(R"({"jsonrpc":"2.0","id":5,"id":6,"method":"m"})").id.empty());

    const JsonLimits small{40, 128};
    CHECK(refusal(R"({"jsonrpc":"2.0","id":5,"method":"a_long_method"})", small).id ==
          MessageId(5));
}

TEST_CASE("STD-13 the id of a message that is too large is found when it comes early") {
    using mcp::rpc::too_large;
    CHECK(too_large(R"({"jsonrpc":"2.0","id":9,"method":"m","params":{"a":"xxx)").id ==
          MessageId(9));
    CHECK(too_large(R"( { "x" : [1,{"id":3}] , "id" : "a,b" , "para)").id == MessageId("a,b"));
    CHECK(too_large(R"({"method":"m","params":{"id":3},"id":)").id.empty());
    CHECK(too_large(R"({"method":"m","id":12)").id.empty());  // maybe 123
    CHECK(too_large(R"({"id":1,"result":{"a":"xx)").is_answer);
    CHECK(!too_large(R"({"id":1,"method":"m","params")").is_answer);
    CHECK(too_large("").error.code == -32600);
    for (const char* odd :
         {"{", "{\"", "[[[", "{\"id\":\"\\", "{\"id\"", "{\"id\":tru,", "\xFF{"}) {
        CHECK(too_large(odd).id.empty());
    }
}

TEST_CASE("RPC-13 an array is a batch, read element by element") {
    EnvelopeReader reader;
    const auto batch = reader.read(
        R"([{"jsonrpc":"2.0","id":1,"method":"a"}, {"jsonrpc":"2.0","method":"b","params":{ "x" : 1}},5,[]])");
    REQUIRE(batch.has_value());
    REQUIRE(batch->kind == Kind::batch);
    CHECK(batch->payload.size() == 4);
    CHECK(EnvelopeReader::element(batch->payload[0])->kind == Kind::request);
    const auto second = EnvelopeReader::element(batch->payload[1]);
    CHECK(second->kind == Kind::notification);
    CHECK(second->params->text() == R"({"x":1})");
    CHECK(EnvelopeReader::element(batch->payload[2]).error().error.code == -32600);
    CHECK(EnvelopeReader::element(batch->payload[3]).error().error.code == -32600);
    CHECK(reader.read("[]")->payload.size() == 0);  // RPC-16: the session refuses it
}

TEST_CASE("a reader is used again after anything") {
    EnvelopeReader reader;
    CHECK(!reader.read("{").has_value());
    const std::string large = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{ "a":")" +
                              std::string(1 << 20, 'x') + "\"}}";
    CHECK(reader.read(large)->params->text().size() == (1 << 20) + 8);
    CHECK(reader.read(R"({"jsonrpc":"2.0","method":"m"})").has_value());
}

TEST_CASE("a _meta that comes again is understood again, and what is behind it") {
    const std::string meta = R"({"a/b":{"c":[1,"\\\""]},"d":"e"})";
    const auto with = [](std::string_view written) {
        return R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":)" + std::string(written) +
               R"(,"x":"\n"}})";
    };
    for (int i = 0; i < 3; ++i) {
        EnvelopeReader reader;
        const std::string text = with(meta);
        const auto message = reader.read(text);
        REQUIRE(message.has_value());
        CHECK(message->params_meta->text() == meta);
        CHECK(message->param("x")->as_string() == "\n");
        CHECK(message->params->text() == R"({"_meta":)" + meta + R"(,"x":"\n"})");
        CHECK(message->meta("d")->as_string() == "e");
    }
    // What begins like it.
    CHECK(refusal(with(meta + "1")).error.code == -32700);
    CHECK(refusal(with(meta + meta)).error.code == -32700);
    CHECK(refusal(with(meta + "}")).error.code == -32700);
    CHECK(refusal(with(meta.substr(0, meta.size() - 1))).error.code == -32700);
    CHECK(refusal(with(R"({"a/b":{"c":[1,"\\\""]},"d":"\q"})")).error.code == -32700);
    const std::string member = R"("_meta":)" + meta;
    const auto twice =
        R"({"jsonrpc":"2.0","id":1,"method":"m","params":{)" + member + "," + member + "}}";
    CHECK(refusal(twice).error.code == -32600);
    // Behind another depth it is another thing.
    CHECK(refusal(with(meta), {1000, 4}).error.code == -32600);
    EnvelopeReader reader;
    CHECK(reader.read(with(meta + " ")).value().params->text().find(' ') == std::string::npos);
    CHECK(reader.read(with(meta)).has_value());
    CHECK(reader.read(with(R"({"d":1})")).value().meta("d")->as_int64() == 1);
    CHECK(reader.read(with(R"([1])")).value().params_meta->text() == "[1]");
    CHECK(reader.read(with(R"([1])")).value().params_meta->text() == "[1]");
}

TEST_CASE("the text of a string is copied only where it has escapes") {
    using mcp::detail::StringText;
    const auto view = [](std::string_view json) { return mcp::detail::JsonAccess::view(json); };
    const std::string plain = R"("tools/call")";
    CHECK(*StringText(view(plain)) == "tools/call");
    CHECK((*StringText(view(plain))).data() == plain.data() + 1);
    CHECK(*StringText(view(R"("")")) == "");
    CHECK(*StringText(view(R"("a\u00e9\n")")) == "a\xc3\xa9\n");
    for (const char* other : {"1", "null", "{}", R"(["a"])"}) {
        CHECK_FALSE(StringText(view(other)));
    }
    CHECK_FALSE(StringText(std::nullopt));
}
