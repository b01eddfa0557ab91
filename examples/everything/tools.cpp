// Tools without questions: each kind of content, errors, progress, logging, changes of the lists.
#include "features.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

/// A JSON Schema with everything that must reach the client as it is.
constexpr std::string_view schema_2020_12 = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
    }
  },
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})";

mcp::JsonObject schema(std::string_view text) { return *mcp::JsonObject::parse(text); }

mcp::ImageContent image() { return {.data = std::string(tiny_png), .mimeType = "image/png"}; }

mcp::EmbeddedResource embedded(std::string uri, std::string type, std::string text) {
    return {.resource = mcp::TextResourceContents{
                .uri = std::move(uri), .text = std::move(text), .mimeType = std::move(type)}};
}

void add_content(mcp::Server& server) {
    server.tool("test_simple_text", "Gives text",
                [] { return "This is a simple text response for testing."; });
    server.tool("test_image_content", "Gives an image", image);
    server.tool("test_audio_content", "Gives a sound", [] {
        return mcp::AudioContent{.data = std::string(tiny_wav), .mimeType = "audio/wav"};
    });
    server.tool("test_embedded_resource", "Gives a resource with its content", [] {
        return embedded("test://embedded-resource", "text/plain",
                        "This is an embedded resource content.");
    });
    server.tool("test_multiple_content_types", "Gives text, an image and a resource", [] {
        return std::vector<mcp::ContentBlock>{
            mcp::TextContent{.text = "Multiple content types test:"}, image(),
            embedded("test://mixed-content-resource", "application/json",
                     R"({"test":"data","value":123})")};
    });
    server.tool("test_error_handling", "Always fails", []() -> std::string {
        throw mcp::ToolError("This tool intentionally returns an error for testing");
    });
}

void add_schemas(mcp::Server& server) {
    server.tool({.name = "json_schema_2020_12_tool",
                 .inputSchema = schema(schema_2020_12),
                 .description = "Has a schema with all the trimmings"},
                [](const mcp::JsonObject& arguments) { return arguments.dump(); });
    server.tool(
        {.name = "test_custom_header",
         .inputSchema = schema(R"({"type":"object","properties":{
             "region":{"type":"string","x-mcp-header":"Region"}},"required":["region"]})"),
         .description = "Has an argument that travels as an HTTP header too"},
        [](const mcp::JsonObject& arguments) { return arguments["region"].as_string().value(); });
    server.tool({.name = "greet",
                 .inputSchema = schema(R"({"type":"object","properties":{
                     "name":{"type":"string"}},"required":["name"]})"),
                 .description = "Greets"},
                [](const mcp::JsonObject& arguments) {
                    return "Hello, " + arguments["name"].as_string().value() + "!";
                });
}

void add_messages(mcp::Server& server) {
    server.tool("test_tool_with_progress", "Reports progress", [](mcp::Context& context) {
        for (const int done : {0, 50, 100}) {
            context.progress(done, 100, "Completed step " + std::to_string(done) + " of 100");
            // Some clients lose a report that comes together with the answer.
            std::this_thread::sleep_for(50ms);
        }
        return "Progress was reported";
    });
    server.tool("test_tool_with_logging", "Logs three times", [](mcp::Context& context) {
        context.log(mcp::LoggingLevelTag::info, "Tool execution started");
        std::this_thread::sleep_for(50ms);
        context.log(mcp::LoggingLevelTag::info, "Tool processing data");
        std::this_thread::sleep_for(50ms);
        context.log(mcp::LoggingLevelTag::info, "Tool execution completed");
        return "Messages were logged";
    });
    server.tool("test_reconnection", "Answers after its stream has been closed", [] {
        std::this_thread::sleep_for(600ms);
        return "The client has come back";
    });
    server.tool("test_logging_tool", "Logs once", [](mcp::Context& context) {
        context.log(mcp::LoggingLevelTag::info, "A log message");
        return "A message was logged";
    });
}

/// Adds the thing when it is not there, removes it when it is.
void add_triggers(mcp::Server& server) {
    server.tool("test_trigger_tool_change", "Changes the list of tools", [&server] {
        if (!server.remove_tool("test_comes_and_goes")) {
            server.tool("test_comes_and_goes", "Is not always there", [] { return "Here"; });
        }
        return "The list of tools has changed";
    });
    server.tool("test_trigger_prompt_change", "Changes the list of prompts", [&server] {
        if (!server.remove_prompt("test_comes_and_goes")) {
            server.prompt({.name = "test_comes_and_goes", .description = "Is not always there"},
                          [] { return "Here"; });
        }
        return "The list of prompts has changed";
    });
    server.tool("test_trigger_resource_update", "Changes the watched resource", [&server] {
        server.resource_updated("test://watched-resource");
        return "The resource has changed";
    });
}

}  // namespace

void add_tools(mcp::Server& server) {
    add_content(server);
    add_schemas(server);
    add_messages(server);
    add_triggers(server);
}
