// Results of tools that pass a gateway as texts: which they are, and that they come out as the
// codec would have written them.
#include "gateway/text_calls.hpp"
#include "support.hpp"

#include <mcp/client.hpp>
#include <mcp/codec.hpp>
#include <mcp/gateway.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;

namespace {

bool is_plain(std::string_view text) {
    const auto json = Json::parse(text);
    REQUIRE(json);
    return gateway::PlainResult::read(*json).has_value();
}

/// The last result that a client was sent.
class LastResult : public MessageFilter {
public:
    Verdict incoming(std::string& text) override {
        const auto message = Json::parse(text);
        if (message && message->contains("result")) {
            const std::lock_guard lock(mutex_);
            result_ = Json((*message)["result"]);
        }
        return Verdict::pass;
    }
    Json get() const {
        const std::lock_guard lock(mutex_);
        return result_;
    }

private:
    mutable std::mutex mutex_;
    Json result_{};
};

ContentBlock text_block(std::string text) {
    TextContent block;
    block.text = std::move(text);
    return block;
}

void offer(Server& server) {
    server.tool("text", "", [](Context&) { return std::string("caf\u00e9 \"x\"\n"); });
    server.tool("wrong", "", [](Context&) {
        CallToolResult result;
        result.content.push_back(text_block("no"));
        result.isError = true;
        return result;
    });
    server.tool("nothing", "", [](Context&) { return CallToolResult{}; });
    server.tool("link", "", [](Context&) {
        CallToolResult result;
        ResourceLink link;
        link.name = "page";
        link.uri = "test://page";
        result.content.emplace_back(std::move(link));
        return result;
    });
}

}  // namespace

TEST_CASE("results that are nothing but texts are seen") {
    CHECK(is_plain(R"({"content":[]})"));
    CHECK(is_plain(R"({"content":[{"type":"text","text":"a"}]})"));
    CHECK(is_plain(R"({"isError":true,"content":[{"text":"\"","type":"text"}]})"));
    CHECK(is_plain(R"({"content":[],"resultType":"complete"})"));
    CHECK(
        is_plain(R"({"content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a"}}})"));
    for (const char* const other : {
             R"({})",
             R"([])",
             R"({"content":{}})",
             R"({"content":"text"})",
             R"({"content":[1]})",
             R"({"content":[{"type":"text"}]})",
             R"({"content":[{"type":"text","text":1}]})",
             R"({"content":[{"text":"a"}]})",
             R"({"content":[{"type":"text","text":"a","annotations":{}}]})",
             R"({"content":[{"type":"image","data":"","mimeType":"image/png"}]})",
             R"({"content":[{"type":"resource_link","name":"a","uri":"b:c"}]})",
             R"({"content":[],"isError":null})",
             R"({"content":[],"isError":1})",
             R"({"content":[],"resultType":"task"})",
             R"({"content":[],"structuredContent":{}})",
             R"({"content":[],"other":1})",
             R"({"content":[],"_meta":{"a":1}})",
             R"({"content":[],"_meta":1})",
             R"({"c\u006fntent":[]})",
         }) {
        CAPTURE(other);
        CHECK_FALSE(is_plain(other));
    }
}

TEST_CASE("results pass a gateway as the codec would write them, in the gateway's name") {
    const auto of_front = GENERATE(r2024_11_05, r2025_11_25, r2026_07_28);
    const auto behind = GENERATE(r2024_11_05, r2025_11_25, r2026_07_28);
    CAPTURE(to_string(of_front), to_string(behind));
    ServerOptions server_options;
    server_options.revisions = behind;
    Server server({.name = "behind", .version = "1"}, server_options);
    offer(server);
    Gateway gateway({.name = "gateway", .version = "2"},
                    [&](HostOptions options, const Gateway::AskClient&) {
                        options.without_consent = true;
                        auto host = std::make_unique<Host>(me, std::move(options));
                        REQUIRE(host->add(in_memory("one", server)));
                        return host;
                    });
    ClientOptions client_options;
    client_options.versions = VersionPolicy::pin(of_front);
    Client client(me, client_options);
    const auto last = std::make_shared<LastResult>();
    client.filter(last);
    auto [ours, theirs] = memory_transports();
    gateway.server().connect(std::move(theirs));
    REQUIRE(client.connect(std::move(ours)));
    for (const char* const tool : {"text", "wrong", "nothing", "link"}) {
        CAPTURE(tool);
        const bool link = tool == std::string("link");
        if (link && (of_front == r2024_11_05 || behind == r2024_11_05)) continue;  // has none
        const auto direct = [&] {
            Client asks(me, {});
            auto [mine, its] = memory_transports();
            server.connect(std::move(its));
            REQUIRE(asks.connect(std::move(mine)));
            return asks.call_tool(tool);
        }();
        const auto through = client.call_tool(std::string("one__") + tool);
        REQUIRE(direct);
        REQUIRE(through);
        CHECK(through->isError == direct->isError);
        if (!link) CHECK(through->content == direct->content);
        const Json written = last->get();
        const auto read = decode<CallToolResult>(written.text(), of_front);
        REQUIRE(read);
        const auto again = encode(*read, of_front);
        REQUIRE(again);
        const auto same = Json::parse(*again);
        CHECK(written.size() == same->size());
        for (const JsonMember& member : same->members()) {
            CHECK(written[member.name()] == member.value);
        }
        const JsonView info = written["_meta"]["io.modelcontextprotocol/serverInfo"];
        if (of_front == r2026_07_28) {
            CHECK(info["name"].as_string() == "gateway");
        } else {
            CHECK_FALSE(written.contains("_meta"));
        }
    }
}
