// Conversations and tools as two providers' APIs have them.
#include <mcp/host_model.hpp>

#include <algorithm>
#include <utility>

namespace mcp {

namespace {

using Who = ModelMessage::Role;

std::string_view role_name(Who role) {
    switch (role) {
        case Who::system: return "system";
        case Who::user: return "user";
        case Who::assistant: return "assistant";
        case Who::tool: return "tool";
    }
    return "user";
}

/// Some providers refuse a schema without `properties`.
JsonObject parameters(const Tool& tool) {
    JsonObject schema = tool.inputSchema;
    if (!schema.contains("type")) schema.set("type", "object");
    if (!schema.contains("properties")) schema.set("properties", JsonObject());
    return schema;
}

JsonObject named(const CatalogueTool& tool) {
    JsonObject named({{"name", tool.name}});
    if (tool.tool.description) named.set("description", *tool.tool.description);
    return named;
}

Unexpected<Error> no_reply(std::string_view what) {
    return Unexpected(Error{"the model's reply has no " + std::string(what)});
}

/// The document, unless it is none, or the provider's word that something went wrong.
Result<Json> read(std::string_view body) {
    auto json = Json::parse(body);
    if (!json) return Unexpected(Error{"the model's reply is no JSON: " + json.error().message()});
    if (const auto error = json->find("error"); error && !error->is_null()) {
        const auto message = (*error)["message"].as_string();
        return Unexpected(Error{"the model's provider says: " +
                                message.value_or(std::string(error->text())).substr(0, 1000)});
    }
    return std::move(*json);
}

void set_arguments(ModelToolCall& call, std::string_view text) {
    if (text.empty()) return;
    if (auto arguments = JsonObject::parse(text)) {
        call.arguments = std::move(*arguments);
    } else {
        call.malformed = text;
    }
}

Json anthropic_content(const ModelMessage& message) {
    if (message.role == Who::tool) {
        JsonObject result(
            {{"type", "tool_result"}, {"tool_use_id", message.call_id}, {"content", message.text}});
        if (message.failed) result.set("is_error", true);
        return Json::array({Json(std::move(result))});
    }
    std::vector<Json> blocks;
    if (!message.text.empty() || message.calls.empty()) {
        blocks.push_back(Json::object({{"type", "text"}, {"text", message.text}}));
    }
    for (const ModelToolCall& call : message.calls) {
        blocks.push_back(Json::object({{"type", "tool_use"},
                                       {"id", call.id},
                                       {"name", call.name},
                                       {"input", Json(call.arguments)}}));
    }
    return Json::array(blocks);
}

/// Results of one round are one message of the user there.
Json anthropic_messages(const std::vector<ModelMessage>& conversation) {
    std::vector<Json> messages;
    std::vector<Json> results;
    const auto flush = [&] {
        if (results.empty()) return;
        messages.push_back(Json::object({{"role", "user"}, {"content", Json::array(results)}}));
        results.clear();
    };
    for (const ModelMessage& message : conversation) {
        if (message.role == Who::system) continue;
        const Json content = anthropic_content(message);
        if (message.role == Who::tool) {
            results.emplace_back(content[0]);
            continue;
        }
        flush();
        messages.push_back(Json::object({{"role", role_name(message.role)}, {"content", content}}));
    }
    flush();
    return Json::array(messages);
}

}  // namespace

Json openai_tools(const ModelTools& tools) {
    std::vector<Json> all;
    for (const auto& tool : tools) {
        JsonObject function = named(*tool);
        function.set("parameters", parameters(tool->tool));
        all.push_back(
            Json::object({{"type", "function"}, {"function", Json(std::move(function))}}));
    }
    return Json::array(all);
}

Json openai_messages(const std::vector<ModelMessage>& conversation) {
    std::vector<Json> all;
    for (const ModelMessage& message : conversation) {
        JsonObject written({{"role", role_name(message.role)}, {"content", message.text}});
        if (message.role == Who::tool) written.set("tool_call_id", message.call_id);
        std::vector<Json> calls;
        for (const ModelToolCall& call : message.calls) {
            const std::string arguments =
                call.malformed.empty() ? call.arguments.dump() : call.malformed;
            const Json function = Json::object({{"name", call.name}, {"arguments", arguments}});
            calls.push_back(
                Json::object({{"id", call.id}, {"type", "function"}, {"function", function}}));
        }
        if (!calls.empty()) written.set("tool_calls", Json::array(calls));
        all.emplace_back(std::move(written));
    }
    return Json::array(all);
}

JsonObject openai_request(std::string_view model, const std::vector<ModelMessage>& conversation,
                          const ModelTools& tools) {
    JsonObject body({{"model", model}, {"messages", openai_messages(conversation)}});
    if (!tools.empty()) body.set("tools", openai_tools(tools));
    return body;
}

Result<ModelMessage> openai_reply(std::string_view body) {
    const auto json = read(body);
    if (!json) return Unexpected(json.error());
    const JsonView reply = (*json)["choices"][0]["message"];
    if (!reply.is_object()) return no_reply("`choices[0].message`");
    ModelMessage message{.role = Who::assistant,
                         .text = reply["content"].as_string().value_or(std::string())};
    for (const JsonView each : reply["tool_calls"].elements()) {
        ModelToolCall call{.id = each["id"].as_string().value_or(std::string()),
                           .name = each["function"]["name"].as_string().value_or(std::string())};
        const JsonView arguments = each["function"]["arguments"];
        set_arguments(call, arguments.is_object() ? std::string(arguments.text())
                                                  : arguments.as_string().value_or(std::string()));
        message.calls.push_back(std::move(call));
    }
    return message;
}

Json anthropic_tools(const ModelTools& tools) {
    std::vector<Json> all;
    for (const auto& tool : tools) {
        JsonObject written = named(*tool);
        written.set("input_schema", parameters(tool->tool));
        all.emplace_back(std::move(written));
    }
    return Json::array(all);
}

JsonObject anthropic_request(std::string_view model, std::size_t max_tokens,
                             const std::vector<ModelMessage>& conversation,
                             const ModelTools& tools) {
    std::string system;
    for (const ModelMessage& message : conversation) {
        if (message.role != Who::system) continue;
        system += (system.empty() ? "" : "\n\n") + message.text;
    }
    JsonObject body({{"model", model},
                     {"max_tokens", max_tokens},
                     {"messages", anthropic_messages(conversation)}});
    if (!system.empty()) body.set("system", system);
    if (!tools.empty()) body.set("tools", anthropic_tools(tools));
    return body;
}

Result<ModelMessage> anthropic_reply(std::string_view body) {
    const auto json = read(body);
    if (!json) return Unexpected(json.error());
    if (!(*json)["content"].is_array()) return no_reply("`content`");
    ModelMessage message{.role = Who::assistant};
    for (const JsonView block : (*json)["content"].elements()) {
        const auto type = block["type"].as_string();
        if (type == "text") message.text += block["text"].as_string().value_or(std::string());
        if (type != "tool_use") continue;
        ModelToolCall call{.id = block["id"].as_string().value_or(std::string()),
                           .name = block["name"].as_string().value_or(std::string())};
        set_arguments(call, block["input"].text());
        message.calls.push_back(std::move(call));
    }
    return message;
}

}  // namespace mcp
