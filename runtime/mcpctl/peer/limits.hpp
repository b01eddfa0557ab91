// What a schema demands of a value besides its type, in words. Values are checked elsewhere, by
// <mcp/json_schema.hpp>.
#pragma once

#include <mcp/json.hpp>

#include <string>
#include <vector>

namespace mcpctl {

/// `1 to 10`, `length at most 20`, `matches ^a`, `format date`. Texts of the schema are as they
/// came, cut when they are long. What is wider than whole numbers in JSON can be is no limit.
std::vector<std::string> limits_of(mcp::JsonView schema);

}  // namespace mcpctl
