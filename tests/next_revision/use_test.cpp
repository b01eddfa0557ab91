// A program written against the next revision: its new method, its new content, and older peers.
#include <mcp/codec.hpp>
#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>
#include <mcp/types.hpp>

#include "catch.hpp"

#include <string>
#include <type_traits>
#include <variant>

namespace {

mcp::VideoContent film() {
    mcp::VideoContent video;
    video.data = "AAAA";
    video.mimeType = "video/mp4";
    return video;
}

mcp::ExplainToolResult explanation() {
    mcp::TextContent text;
    text.text = "Watch this.";
    mcp::ExplainToolResult result;
    result.content.emplace_back(text);
    result.content.emplace_back(film());
    return result;
}

}  // namespace

TEST_CASE("the new method is a type with its params and its result") {
    STATIC_REQUIRE(mcp::ExplainTool::name == "tools/explain");
    STATIC_REQUIRE(mcp::ExplainTool::direction == mcp::Direction::client_to_server);
    STATIC_REQUIRE(mcp::ExplainTool::revisions.contains(mcp::r2027_03_01));
    STATIC_REQUIRE_FALSE(mcp::ExplainTool::revisions.contains(mcp::r2026_07_28));
    STATIC_REQUIRE(std::is_same_v<mcp::ExplainTool::Params, mcp::ExplainToolRequestParams>);
    STATIC_REQUIRE(std::is_same_v<mcp::ExplainTool::Result, mcp::ExplainToolResult>);
    STATIC_REQUIRE_FALSE(mcp::Complete::revisions.contains(mcp::r2027_03_01));
}

TEST_CASE("the new method's result goes over the wire and back") {
    const mcp::ExplainToolResult sent = explanation();
    const auto wire = mcp::encode(sent, mcp::r2027_03_01);
    REQUIRE(wire);
    CHECK(*wire ==
          R"({"content":[{"type":"text","text":"Watch this."},)"
          R"({"type":"video","data":"AAAA","mimeType":"video/mp4"}],"resultType":"complete"})");
    const auto received = mcp::decode<mcp::ExplainToolResult>(*wire, mcp::r2027_03_01);
    REQUIRE(received);
    CHECK(*received == sent);
    const auto* video = std::get_if<mcp::VideoContent>(&received->content.at(1));
    REQUIRE(video != nullptr);
    CHECK(video->mimeType == "video/mp4");
}

TEST_CASE("the methods of a revision are those that it has") {
    constexpr auto to_server = mcp::Direction::client_to_server;
    const mcp::MethodRow* row = mcp::find_method("tools/explain", to_server, mcp::r2027_03_01);
    REQUIRE(row != nullptr);
    CHECK_FALSE(row->notification);
    CHECK(mcp::find_method("tools/explain", to_server, mcp::r2026_07_28) == nullptr);
    CHECK(mcp::find_method("completion/complete", to_server, mcp::r2027_03_01) == nullptr);
    CHECK(mcp::find_method("completion/complete", to_server, mcp::r2026_07_28) != nullptr);
}

TEST_CASE("an older peer gets the new content as an embedded resource") {
    mcp::CallToolResult result;
    result.content.emplace_back(film());
    for (const mcp::Revision revision : {mcp::r2024_11_05, mcp::r2025_06_18}) {
        const auto wire = mcp::encode(result, revision);
        REQUIRE(wire);
        CHECK(*wire ==
              R"({"content":[{"type":"resource","resource":{"uri":"data:video/mp4;base64,",)"
              R"("mimeType":"video/mp4","blob":"AAAA"}}]})");
    }
}

TEST_CASE("the retyped member holds both shapes") {
    mcp::Implementation program;
    program.name = "films";
    program.version = "1";
    program.websiteUrl = "https://films.example";
    const auto older = mcp::encode(program, mcp::r2026_07_28);
    REQUIRE(older);
    CHECK(*older == R"({"name":"films","version":"1","websiteUrl":"https://films.example"})");

    const auto newer = mcp::decode<mcp::Implementation>(
        R"({"name":"films","version":"1","websiteUrl":["https://a.example","https://b.example"]})",
        mcp::r2027_03_01);
    REQUIRE(newer);
    REQUIRE(newer->websiteUrl);
    CHECK(newer->websiteUrl->size() == 2);
    const auto refused = mcp::encode(*newer, mcp::r2026_07_28);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().path == "websiteUrl");
}

TEST_CASE("the new enumerator, member and name are there") {
    mcp::ElicitResult answer;
    answer.action = mcp::ElicitActionTag::postpone;
    const auto wire = mcp::encode(answer, mcp::r2027_03_01);
    REQUIRE(wire);
    CHECK(*wire == R"({"action":"postpone"})");
    CHECK_FALSE(mcp::encode(answer, mcp::r2025_06_18));

    mcp::Prompt prompt;
    prompt.name = "p";
    prompt.arguments.emplace();
    prompt.arguments->push_back(mcp::PromptParameter{.name = "topic"});
    const auto old_prompt = mcp::encode(prompt, mcp::r2024_11_05);
    REQUIRE(old_prompt);
    CHECK(*old_prompt == R"({"name":"p","arguments":[{"name":"topic"}]})");

    mcp::Tool tool;
    tool.homepage = "https://films.example/tool";
}
