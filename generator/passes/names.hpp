// C++ names for everything that has none yet.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Names members, enumerators and methods; `identifiers` overrides go first. Reports a wire name
/// that gives no identifier, and two that give the same one.
void assign_names(Model& model, Overrides& overrides, Diagnostics& diagnostics);

}  // namespace mcpgen
