// The first pass of a revision: what overrides say about names and types, before anything is
// derived.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Applies `rename`, `types`, `raw`, `members`, `enums` and `names` to a model of one revision.
void apply_overrides(Model& model, Overrides& overrides, Diagnostics& diagnostics);

/// The types that `at` names: `Tool.inputSchema`, `CallToolResult.content[]`,
/// `ElicitResult.content{}`. `*` may stand in the definition's name.
std::vector<Type*> select(Model& model, std::string_view at);

}  // namespace mcpgen
