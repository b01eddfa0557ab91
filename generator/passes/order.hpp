// The order of declarations and members, and the boxes that break cycles: C++ wants a type complete
// before it is held by value.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Boxes a member that would make a type contain itself. Vectors, maps and lists already break a
/// cycle.
void break_cycles(Model& model);

/// Declarations alone: what is used comes before its user, otherwise by name.
void order_declarations(Model& model);

/// Declarations: what is used comes before its user, otherwise by name. Members: required ones
/// first, then by their place in `names` (in which `...` stands for every name that is not listed),
/// then by name. Methods by name.
void order(Model& model, const std::vector<std::string>& names);

}  // namespace mcpgen
