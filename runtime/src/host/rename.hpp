// What a server answers, with its addresses as the catalogue has them.
#pragma once

#include "host/names.hpp"

#include <mcp/types.hpp>

namespace mcp::host {

void rename(AnyResourceContents& contents, std::string_view key);
void rename(ContentBlock& block, std::string_view key);
void rename(CallToolResult& result, std::string_view key);
void rename(GetPromptResult& result, std::string_view key);
void rename(ReadResourceResult& result, std::string_view key);

}  // namespace mcp::host
