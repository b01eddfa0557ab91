// What is written: exact texts, one line each, readable again.
#include "rpc/envelope.hpp"

#include <string>

#include "catch.hpp"

using mcp::MessageId;
using mcp::RpcError;
using mcp::rpc::EnvelopeReader;

TEST_CASE("RPC-01 messages are written exactly so") {
    CHECK(mcp::rpc::request_text(MessageId(1), "ping", "") ==
          R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    CHECK(mcp::rpc::request_text(MessageId("a"), "m", R"({"x":1})") ==
          R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}})");
    CHECK(mcp::rpc::notification_text("n", "") == R"({"jsonrpc":"2.0","method":"n"})");
    CHECK(mcp::rpc::notification_text("n", "{}") ==
          R"({"jsonrpc":"2.0","method":"n","params":{}})");
    CHECK(mcp::rpc::result_text(MessageId(1), R"({"a":[1,2]})") ==
          R"({"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}})");
    std::string roomy = R"({"text":"longer than what a string holds in itself"})";
    roomy.reserve(500);
    CHECK(mcp::rpc::result_text(MessageId("x"), roomy) ==
          R"({"jsonrpc":"2.0","id":"x","result":)" + roomy + "}");
    CHECK(mcp::rpc::result_text(MessageId(1), "") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
    CHECK(mcp::rpc::error_text(MessageId(1), RpcError(-5, "no", mcp::Json(3))) ==
          R"({"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no","data":3}})");
}

TEST_CASE("RPC-08 R006 an error about nobody knows what has no id, or null for old revisions") {
    const RpcError error(mcp::error_code::parse_error, "m");
    CHECK(mcp::rpc::error_text({}, error) ==
          R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}})");
    CHECK(mcp::rpc::error_text_with_null({}, error) ==
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}})");
    CHECK(mcp::rpc::error_text_with_null(MessageId(2), error) ==
          R"({"jsonrpc":"2.0","id":2,"error":{"code":-32700,"message":"m"}})");
}

TEST_CASE("STD-02 R092 RPC-18 whatever texts hold, a message is one line of valid UTF-8") {
    const std::string odd = "line\nbreak\r \xE2\x80\xA8 \xF0\x9F\x98\x80 \xFF\xC3(\"\\";
    const std::string texts[] = {mcp::rpc::error_text(MessageId(odd), RpcError(1, odd)),
                                 mcp::rpc::request_text(MessageId(odd), odd, ""),
                                 mcp::rpc::notification_text(odd, "")};
    for (const std::string& text : texts) {
        CHECK(text.find('\n') == std::string::npos);
        CHECK(text.find('\r') == std::string::npos);
        EnvelopeReader reader;
        CHECK(reader.read(text).has_value());
    }
}

TEST_CASE("R017 local failures can be told from the other side's errors") {
    const RpcError local(mcp::Failure::timeout, "");
    const RpcError remote(-32001, "");
    CHECK(local.failure == mcp::Failure::timeout);
    CHECK(remote.failure == mcp::Failure::peer);
    CHECK(mcp::to_string(mcp::Failure::closed) == "connection closed");
}

TEST_CASE("RPC-11 params that are refused are named from `params` on") {
    CHECK(RpcError::invalid_params(mcp::CodecError{"name", "string", "number"}).message ==
          "params.name: expected string, found number");
    CHECK(RpcError::invalid_params(mcp::CodecError{"", "object", "array"}).code == -32602);
    CHECK(RpcError::method_not_found("x/y").code == -32601);
}
