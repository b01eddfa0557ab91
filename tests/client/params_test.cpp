// Params and results as text: what the protocol adds, and what it takes away. Nothing else changes.
#include "client/params.hpp"
#include "client/result_text.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <string>
#include <string_view>

#include "catch.hpp"

using namespace mcp;
using client::complete_result;
using client::compose_params;

namespace {

constexpr std::string_view ours = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";

std::string with_ours(std::string_view params) { return compose_params(params, {.meta = ours}); }

}  // namespace

TEST_CASE("params get the protocol's _meta, and keep their members as they are") {
    const std::string meta = R"("_meta":{)" + std::string(ours) + "}}";
    CHECK(with_ours("") == "{" + meta);
    CHECK(with_ours("{}") == "{" + meta);
    CHECK(with_ours(R"({"name":"a","arguments":{"x":[1,{}]}})") ==
          R"({"name":"a","arguments":{"x":[1,{}]},)" + meta);
    // Names further down are not the protocol's.
    CHECK(with_ours(R"({"arguments":{"_meta":{"progressToken":1}}})") ==
          R"({"arguments":{"_meta":{"progressToken":1}},)" + meta);
    CHECK(with_ours(R"({"arguments":{"x":"\"_meta\":{}}"}})") ==
          R"({"arguments":{"x":"\"_meta\":{}}"},)" + meta);
}

TEST_CASE("what the codec writes for no _meta is replaced by the protocol's") {
    CallToolRequestParams params{.name = "a"};
    params.meta.emplace();
    const auto text = encode(params, r2026_07_28);
    REQUIRE(text);
    CHECK(with_ours(*text) == R"({"name":"a","_meta":{)" + std::string(ours) + "}}");
    CHECK(with_ours(R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{},)"
                    R"("io.modelcontextprotocol/protocolVersion":""}})") ==
          R"({"_meta":{)" + std::string(ours) + "}}");
}

TEST_CASE("a user's own _meta stays but for what is the protocol's, however it is spelled") {
    const std::string both = R"({"name":"a","_meta":{"mine":1,)" + std::string(ours) + "}}";
    CHECK(with_ours(R"({"name":"a","_meta":{"mine":1}})") == both);
    CHECK(with_ours(R"({"name":"a","\u005fmeta":{"mine":1}})") == both);
    CHECK(with_ours(R"({"_meta":{"progressToken":7,"mine":1},"name":"a"})") == both);
    CHECK(compose_params(R"({"name":"a","_meta":{"progressToken":7}})", {}) == R"({"name":"a"})");
}

TEST_CASE("a retry replaces what was answered before") {
    CHECK(compose_params(R"({"name":"a","inputResponses":{"k":1},"requestState":"old"})",
                         {.input_responses = R"({"k":2})",
                          .request_state = R"("new")",
                          .replaces_input = true}) ==
          R"({"name":"a","inputResponses":{"k":2},"requestState":"new"})");
    CHECK(compose_params(R"({"name":"a"})", {.progress_token = "3"}) ==
          R"({"name":"a","_meta":{"progressToken":3}})");
}

TEST_CASE("a server that says who it is in a way of its own is not believed, whoever came before") {
    const std::string good =
        R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)"
        R"({"name":"a","version":"1"}}})";
    for (int i = 0; i < 2; ++i) {
        CHECK(complete_result(good, false) == good);
        CHECK(complete_result(R"({"resultType":"complete","_meta":{"x":1,)"
                              R"("io.modelcontextprotocol/serverInfo":{"name":7}}})",
                              false) == R"({"resultType":"complete","_meta":{"x":1}})");
    }
}
