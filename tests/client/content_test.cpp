// What newer or older servers say and this build does not know: it is kept, and the rest is used.
#include "fake_server.hpp"

#include <mcp/client.hpp>
#include <mcp/codec.hpp>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("TOL-14 content of an unknown kind is kept as it is, and the other blocks are used") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    const std::string video =
        R"({"type":"video","data":"AAEC","frames":[1,2.5,null],"x":{"y":"z"}})";
    const std::string content = R"("content":[{"type":"text","text":"before"},)" + video +
                                R"(,{"type":"text","text":"after"}])";
    server.methods["tools/call"] = [&](const Json&, const Json&) {
        return "{" + std::string(modern ? R"("resultType":"complete",)" : "") + content + "}";
    };
    Client client{me};
    const auto ready = client.connect(server.start());
    REQUIRE(ready);
    const auto answer = client.call_tool("film");
    REQUIRE(answer);
    REQUIRE(answer->content.size() == 3);
    CHECK(std::get<TextContent>(answer->content[0]).text == "before");
    CHECK(std::holds_alternative<Unrecognized>(answer->content[1]));
    CHECK(std::get<TextContent>(answer->content[2]).text == "after");
    const auto text = encode(*answer, ready->revision);
    REQUIRE(text);
    CHECK(text->find(video) != std::string::npos);
}

TEST_CASE("R335 a model's answer is one block or several, for any reason to stop") {
    const auto one = decode<CreateMessageResult>(
        R"({"role":"assistant","model":"m","content":{"type":"text","text":"a"},"stopReason":"tired"})",
        r2026_07_28);
    REQUIRE(one);
    CHECK(one->content.size() == 1);
    CHECK(one->content.is_single());
    REQUIRE(one->stopReason);
    CHECK_FALSE(one->stopReason->known());
    CHECK(one->stopReason->text() == "tired");
    const auto several = decode<CreateMessageResult>(
        R"({"role":"assistant","model":"m","content":[{"type":"text","text":"a"},)"
        R"({"type":"tool_use","id":"1","name":"t","input":{}}],"stopReason":"toolUse"})",
        r2026_07_28);
    REQUIRE(several);
    CHECK(several->content.size() == 2);
    CHECK(several->stopReason->tag() == StopReasonTag::toolUse);
    for (const auto* result : {&*one, &*several}) {
        const auto text = encode(*result, r2026_07_28);
        REQUIRE(text);
        CHECK(decode<CreateMessageResult>(*text, r2026_07_28).value() == *result);
    }
}

TEST_CASE("R015 the code of older servers for a missing resource is understood in both eras") {
    const bool modern = GENERATE(true, false);
    FakeServer server(modern);
    server.methods["resources/read"] = [](const Json&, const Json&) {
        return std::string("!-32002");
    };
    Client client{me};
    REQUIRE(client.connect(server.start()));
    const auto answer = client.read_resource("test://gone");
    REQUIRE_FALSE(answer);
    CHECK(resource_missing(answer.error()));

    const Json address = *Json::parse(R"({"uri":"test://gone"})");
    CHECK(resource_missing(RpcError::invalid_params("not found", address)));
    CHECK_FALSE(resource_missing(RpcError::invalid_params("params.uri: expected string")));
    CHECK_FALSE(resource_missing(RpcError(error_code::internal_error, "x", address)));
    CHECK_FALSE(resource_missing(RpcError(Failure::timeout, "x")));
}
