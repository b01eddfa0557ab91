// Finds, for every union, the rule by which its alternatives are told apart on the wire.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Sets the conditions, the order, the tag and the openness of each union of a merged model. A rule
/// only has to hold among alternatives that exist in the same revision. Rules, in this order: the
/// union's entry in the overrides; different JSON kinds; a constant member; required members that
/// only one alternative has. Reports a union that no rule decides, with its alternatives.
void classify_unions(Model& model, Overrides& overrides, Diagnostics& diagnostics);

/// The same for one union, by the rules alone. False, without a word, when none decides it. The
/// union stays closed.
bool tell_apart(const Model& model, Union& type);

}  // namespace mcpgen
