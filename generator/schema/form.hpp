// The layout of the files in schema/: how a JSON tree is broken into lines. Knows nothing of what
// it says.
#pragma once

#include <generator/schema/document.hpp>

#include <string>

namespace mcpgen {

/// The tree as text: two spaces of indentation; a list or an object on one line when it fits into
/// 100 columns and has no `properties`. The lists of definitions and of properties always have one
/// entry per line.
std::string to_form(const Node& root);

}  // namespace mcpgen
