// What is allowed but unwise in a registration, and small checks of declarations.
#pragma once

#include <mcp/types.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mcp::server {

/// What clients may not like about a tool's name; empty: nothing.
std::string tool_name_note(std::string_view name);
/// What is wrong with annotations: a priority outside of 0..1, a time that is not ISO 8601.
std::string annotations_problem(const std::optional<Annotations>& annotations);

}  // namespace mcp::server
