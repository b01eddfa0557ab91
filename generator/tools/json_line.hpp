// A JSON tree as text on one line, in ASCII: what generated code has of a server's own words.
#pragma once

#include <generator/schema/document.hpp>

#include <string>

namespace mcpgen {

/// Minified. Every character that is not ASCII is escaped, so that no editor shows a declaration
/// otherwise than a compiler reads it.
std::string json_line(const Node& node);

}  // namespace mcpgen
