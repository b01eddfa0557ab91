// Addresses in results. Those of links and of contents; what a text says is left as it is.
#include "host/rename.hpp"

namespace mcp::host {

void rename(AnyResourceContents& contents, std::string_view key) {
    std::visit([&](auto& each) { each.uri = joined_uri(key, each.uri); },
               static_cast<AnyResourceContents::Base&>(contents));
}

void rename(ContentBlock& block, std::string_view key) {
    if (auto* const link = std::get_if<ResourceLink>(&block)) {
        link->uri = joined_uri(key, link->uri);
    } else if (auto* const embedded = std::get_if<EmbeddedResource>(&block)) {
        rename(embedded->resource, key);
    }
}

void rename(CallToolResult& result, std::string_view key) {
    for (ContentBlock& block : result.content) rename(block, key);
}

void rename(GetPromptResult& result, std::string_view key) {
    for (PromptMessage& message : result.messages) rename(message.content, key);
}

void rename(ReadResourceResult& result, std::string_view key) {
    for (AnyResourceContents& contents : result.contents) rename(contents, key);
}

}  // namespace mcp::host
