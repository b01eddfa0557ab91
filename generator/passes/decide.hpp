// What overrides say about the merged model: defaults, what stands in for content that a revision
// lacks, and the error codes, which published schemas do not list.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Applies `defaults`, `fallbacks` and `errors`.
void apply_decisions(Model& model, Overrides& overrides, Diagnostics& diagnostics);

}  // namespace mcpgen
