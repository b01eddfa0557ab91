// What a server says of the things that it offers, as rows of tables and as trees.
#pragma once

#include "output/table.hpp"

#include <mcp/fwd.hpp>

#include <vector>

namespace mcpctl {

/// Name, arguments, description: those that may be left out are in brackets.
std::vector<Cell> row_of(const mcp::Tool& tool);
std::vector<Cell> row_of(const mcp::Prompt& prompt);
/// Address, name, type, description.
std::vector<Cell> row_of(const mcp::Resource& resource);
std::vector<Cell> row_of(const mcp::ResourceTemplate& family);

TreeNode details_of(const mcp::Tool& tool, const Terminal& terminal);
TreeNode details_of(const mcp::Prompt& prompt, const Terminal& terminal);
TreeNode details_of(const mcp::Resource& resource, const Terminal& terminal);
TreeNode details_of(const mcp::ResourceTemplate& family, const Terminal& terminal);

}  // namespace mcpctl
