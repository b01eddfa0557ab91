// Tools that ask the client's user or its model. The same code serves clients of every revision.
#include "features.hpp"

#include <mcp/codec.hpp>

#include <variant>

namespace {

mcp::JsonObject one_string(std::string_view name) {
    return {{"type", "object"},
            {"properties",
             mcp::Json::object({{std::string(name), mcp::Json::object({{"type", "string"}})}})},
            {"required", mcp::Json::array({name})}};
}

std::string text_of(const mcp::CreateMessageResult& message) {
    for (const auto& block : message.content) {
        if (const auto* text = std::get_if<mcp::TextContent>(&block)) return text->text;
    }
    return "(no text)";
}

}  // namespace

void add_questions(mcp::Server& server) {
    server.tool({.name = "test_sampling",
                 .inputSchema = one_string("prompt"),
                 .description = "Asks the model of the client"},
                [](const mcp::JsonObject& arguments, mcp::Context& context) {
                    mcp::SamplingMessage message;
                    message.role = mcp::RoleTag::user;
                    message.content = mcp::TextContent{.text = *arguments["prompt"].as_string()};
                    mcp::CreateMessageRequestParams params;
                    params.messages.push_back(message);
                    params.maxTokens = 100;
                    return "LLM response: " + text_of(context.sample(params));
                });
    server.tool({.name = "test_elicitation",
                 .inputSchema = one_string("message"),
                 .description = "Asks the user for a name and an address"},
                [](const mcp::JsonObject& arguments, mcp::Context& context) {
                    mcp::ElicitRequestFormParams form;
                    form.message = *arguments["message"].as_string();
                    form.requestedSchema.properties["username"] =
                        mcp::StringSchema{.description = "User's response"};
                    form.requestedSchema.properties["email"] =
                        mcp::StringSchema{.description = "User's email address"};
                    form.requestedSchema.required = {{"username", "email"}};
                    const auto answer = context.elicit(form);
                    return "User response: " + *mcp::encode(answer, context.revision());
                });
    server.tool("test_missing_capability", "Needs sampling", [](mcp::Context& context) {
        mcp::SamplingMessage message;
        message.role = mcp::RoleTag::user;
        message.content = mcp::TextContent{.text = "Say something"};
        mcp::CreateMessageRequestParams params;
        params.messages.push_back(message);
        params.maxTokens = 10;
        return text_of(context.sample(params));
    });
    server.tool("test_streaming_elicitation", "Needs no answer after all",
                [] { return "Nothing had to be asked"; });
}
