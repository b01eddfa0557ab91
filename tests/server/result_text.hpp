// What a tool has said.
#pragma once

#include <mcp/types.hpp>

#include <string>
#include <variant>

/// The text of the first block.
inline std::string text_of(const mcp::CallToolResult& result) {
    return std::get<mcp::TextContent>(result.content.at(0)).text;
}
