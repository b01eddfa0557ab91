// A manifest becomes a set of tools: every schema gets its types, unions their rules, everything
// its name and its order.
#pragma once

#include <generator/model/tools.hpp>
#include <generator/tools/manifest.hpp>

namespace mcpgen {

/// Never fails: a schema, or a part of one, that C++ has no type for is Json, and says why.
ToolSet build_tools(const Manifest& manifest);

}  // namespace mcpgen
