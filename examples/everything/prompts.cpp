// Prompts: plain, with arguments, with content; completion of an argument.
#include "features.hpp"

#include <vector>

namespace {

mcp::PromptMessage user(mcp::ContentBlock content) {
    return {.role = mcp::RoleTag::user, .content = std::move(content)};
}

}  // namespace

void add_prompts(mcp::Server& server) {
    server.prompt({.name = "test_simple_prompt", .description = "A prompt without arguments"},
                  [] { return "This is a simple prompt for testing."; });
    server.prompt({.name = "test_prompt_with_arguments",
                   .description = "A prompt with two arguments",
                   .arguments = {{{.name = "arg1", .description = "First", .required = true},
                                  {.name = "arg2", .description = "Second", .required = true}}}},
                  [](const mcp::Map<std::string>& arguments) {
                      return "Prompt with arguments: arg1='" + arguments.at("arg1") + "', arg2='" +
                             arguments.at("arg2") + "'";
                  });
    server.completion(mcp::PromptReference{.name = "test_prompt_with_arguments"}, "arg1",
                      std::vector<std::string>{"test", "testing", "trial"});
    server.prompt({.name = "test_prompt_with_embedded_resource",
                   .description = "A prompt with a resource in it",
                   .arguments = {{{.name = "resourceUri", .required = true}}}},
                  [](const mcp::Map<std::string>& arguments) {
                      mcp::EmbeddedResource resource;
                      resource.resource = mcp::TextResourceContents{
                          .uri = arguments.at("resourceUri"),
                          .text = "Embedded resource content for testing.",
                          .mimeType = "text/plain"};
                      return std::vector<mcp::PromptMessage>{
                          user(resource),
                          user(mcp::TextContent{.text = "Please process the resource above."})};
                  });
    server.prompt(
        {.name = "test_prompt_with_image", .description = "A prompt with a picture in it"}, [] {
            return std::vector<mcp::PromptMessage>{
                user(mcp::ImageContent{.data = std::string(tiny_png), .mimeType = "image/png"}),
                user(mcp::TextContent{.text = "Please analyse the image above."})};
        });
}
