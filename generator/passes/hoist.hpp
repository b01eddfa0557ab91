// Gives every inline record, union and enumeration a name and a declaration of its own.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// After this pass no inline form is left. A name comes from `names` overrides, else from the way
/// to the type: `ClientCapabilities.elicitation` becomes `ClientCapabilitiesElicitation`. An inline
/// record with a constant that equals a definition is that definition. Reports a name that is taken
/// by another shape.
void hoist(Model& model, Diagnostics& diagnostics);

}  // namespace mcpgen
