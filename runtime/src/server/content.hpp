// What must hold for content that a handler has made, whatever its type says.
#pragma once

#include <mcp/types.hpp>

#include <string>
#include <string_view>

namespace mcp::server {

/// What is wrong with the block: data that is no base64, no media type, no address. Empty: nothing.
std::string content_problem(const ContentBlock& block);
std::string contents_problem(const AnyResourceContents& contents);

bool has_embedded_resource(const CallToolResult& result);

/// Whether the text is base64 as RFC 4648 has it. Does not decode.
bool is_base64(std::string_view text);

}  // namespace mcp::server
