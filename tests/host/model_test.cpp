// A model and its tools: rounds, bounds, and the shapes of two providers.
#include "support.hpp"

#include <mcp/host_model.hpp>

#include <algorithm>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

using Who = ModelMessage::Role;

struct WithTools {
    WithTools() : host(me, quick_options()) {
        Tool add;
        add.name = "add";
        add.description = "Adds.";
        add.inputSchema = {
            {"type", "object"},
            {"properties", Json::object({{"a", JsonObject()}, {"b", JsonObject()}})}};
        server.tool(add, [](const JsonObject& arguments) {
            return std::to_string(arguments["a"].as_int64().value_or(0) +
                                  arguments["b"].as_int64().value_or(0));
        });
        server.tool("fail", "Fails.", []() -> std::string { throw std::runtime_error("broken"); });
        REQUIRE(host.add(in_memory("sums", server)));
    }
    Server server{me};
    Host host;
};

std::vector<ModelMessage> question(std::string text) {
    return {{.role = Who::user, .text = std::move(text)}};
}

ModelMessage wants(std::vector<ModelToolCall> calls) {
    return {.role = Who::assistant, .calls = std::move(calls)};
}

}  // namespace

TEST_CASE("TOL-21 R269 a model calls tools in rounds, and hears of failures, until it answers") {
    WithTools with;
    const Model model = [](const std::vector<ModelMessage>& conversation,
                           const ModelTools& tools) -> Result<ModelMessage> {
        CHECK(tools.size() == 2);
        const ModelMessage& last = conversation.back();
        if (last.role == Who::user) {
            return wants({{.id = "1", .name = "sums__add", .arguments = {{"a", 2}, {"b", 3}}},
                          {.id = "2", .name = "sums__fail"},
                          {.id = "3", .name = "sums__none"},
                          {.id = "4", .name = "sums__add", .malformed = "{"}});
        }
        return ModelMessage{.text = "it is " + conversation[2].text};
    };
    std::size_t added = 0;
    ModelLoopOptions options;
    options.added = [&](const ModelMessage&) { ++added; };
    const auto outcome = run_model(with.host, model, question("2 + 3?"), options);
    REQUIRE(outcome);
    CHECK(outcome->end == ModelOutcome::End::answered);
    CHECK(outcome->rounds == 2);
    CHECK(outcome->calls == 3);
    CHECK(added == 6);
    const auto& all = outcome->conversation;
    REQUIRE(all.size() == 7);
    CHECK(all[2] == ModelMessage{.role = Who::tool, .text = "5", .call_id = "1"});
    CHECK(all[3].failed);
    CHECK(all[4].text.find("there is no tool") != std::string::npos);
    CHECK(all[5].text == "not called: the arguments are no JSON object");
    CHECK(all[6].text == "it is 5");
}

TEST_CASE("rounds, calls, tools and results are bounded") {
    WithTools with;
    with.server.tool("long", "", [] { return std::string(1000, 'x') + "ö"; });
    std::size_t shown = 0;
    const Model greedy = [&](const std::vector<ModelMessage>&,
                             const ModelTools& tools) -> Result<ModelMessage> {
        shown = tools.size();
        std::vector<ModelToolCall> calls;
        for (int i = 0; i < 5; ++i) {
            calls.push_back({.id = std::to_string(i), .name = "sums__long"});
        }
        return wants(std::move(calls));
    };
    ModelLoopOptions options;
    options.max_rounds = 3;
    options.max_calls = 2;
    options.max_tools = 1;
    options.max_result = 1001;
    const auto outcome = run_model(with.host, greedy, question("go on"), options);
    REQUIRE(outcome);
    CHECK(outcome->end == ModelOutcome::End::rounds);
    CHECK(outcome->rounds == 3);
    CHECK(outcome->calls == 6);
    CHECK(shown == 1);
    REQUIRE(outcome->conversation.size() == 1 + 3 * 6);
    CHECK(outcome->conversation[2].text == std::string(1000, 'x') + "\n[cut: 1000 of 1002 bytes]");
    CHECK(outcome->conversation[4].text == "not called: too many calls at the same time");

    std::stop_source stop;
    options.call.stop = stop.get_token();
    options.added = [&](const ModelMessage&) { stop.request_stop(); };
    const auto stopped = run_model(with.host, greedy, question("go on"), options);
    REQUIRE(stopped);
    CHECK(stopped->end == ModelOutcome::End::cancelled);
    CHECK(stopped->rounds == 1);

    const Model broken = [](const auto&, const auto&) -> Result<ModelMessage> {
        return Unexpected(Error{"no money"});
    };
    CHECK(run_model(with.host, broken, question("?")).error().message == "no money");
}

TEST_CASE("tools and conversations have OpenAI's shape") {
    WithTools with;
    const auto tools = with.host.fetch_catalogue()->tools();
    CHECK(openai_tools(tools)[0].text() ==
          R"({"type":"function","function":{"name":"sums__add","description":"Adds.",)"
          R"("parameters":{"type":"object","properties":{"a":{},"b":{}}}}})");
    const std::vector<ModelMessage> conversation{
        {.role = Who::system, .text = "short"},
        {.role = Who::user, .text = "?"},
        wants({{.id = "c1", .name = "sums__add", .arguments = {{"a", 1}}}}),
        {.role = Who::tool, .text = "1", .call_id = "c1"}};
    const JsonObject request = openai_request("m", conversation, {});
    CHECK(request.text() ==
          R"({"model":"m","messages":[{"role":"system","content":"short"},)"
          R"({"role":"user","content":"?"},{"role":"assistant","content":"","tool_calls":)"
          R"([{"id":"c1","type":"function","function":{"name":"sums__add",)"
          R"("arguments":"{\"a\":1}"}}]},{"role":"tool","content":"1","tool_call_id":"c1"}]})");

    const auto reply = openai_reply(
        R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"x","function":
        {"name":"f","arguments":"{\"a\":1}"}},{"id":"y","function":{"name":"g","arguments":"{"}}]}}]})");
    REQUIRE(reply);
    CHECK(reply->text.empty());
    REQUIRE(reply->calls.size() == 2);
    CHECK(reply->calls[0] == ModelToolCall{.id = "x", .name = "f", .arguments = {{"a", 1}}});
    CHECK(reply->calls[1].malformed == "{");
    CHECK(openai_reply("nothing").error().message.find("no JSON") != std::string::npos);
    CHECK(openai_reply("{}").error().message.find("choices[0].message") != std::string::npos);
    CHECK(openai_reply(R"({"error":{"message":"too much"}})").error().message ==
          "the model's provider says: too much");
}

TEST_CASE("tools and conversations have Anthropic's shape") {
    WithTools with;
    const auto tools = with.host.fetch_catalogue()->tools();
    CHECK(anthropic_tools(tools)[0]["input_schema"]["type"].as_string() == "object");
    const std::vector<ModelMessage> conversation{
        {.role = Who::system, .text = "short"},
        {.role = Who::user, .text = "?"},
        wants({{.id = "1", .name = "f"}, {.id = "2", .name = "g"}}),
        {.role = Who::tool, .text = "a", .call_id = "1"},
        {.role = Who::tool, .text = "b", .call_id = "2", .failed = true}};
    const JsonObject request = anthropic_request("m", 10, conversation, tools);
    CHECK(request["system"].as_string() == "short");
    CHECK(request["messages"].size() == 3);
    CHECK(request["messages"][1].text() ==
          R"({"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":{}},)"
          R"({"type":"tool_use","id":"2","name":"g","input":{}}]})");
    CHECK(request["messages"][2]["content"].size() == 2);
    CHECK(request["messages"][2]["content"][1]["is_error"].as_bool() == true);
    const auto reply = anthropic_reply(
        R"({"content":[{"type":"text","text":"so"},{"type":"tool_use","id":"1","name":"f","input":{"a":1}}]})");
    REQUIRE(reply);
    CHECK(reply->text == "so");
    CHECK(reply->calls.at(0).arguments["a"].as_int64() == 1);
    CHECK_FALSE(anthropic_reply("{}"));
}

TEST_CASE("results are text for a model, whatever they are made of") {
    CallToolResult result;
    result.structuredContent = Json::object({{"n", 1}});
    CHECK(result_for_model(result, 100) == R"({"n":1})");
    result.content.push_back(TextContent{.text = "one"});
    result.content.push_back(ImageContent{.data = "AAAA", .mimeType = "image/png"});
    result.content.push_back(ResourceLink{.name = "r", .uri = "a:b"});
    CHECK(result_for_model(result, 100) == "one\n[a picture, image/png]\n[a resource: r, a:b]");
}
