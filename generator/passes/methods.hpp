// Finds the protocol's methods: which messages exist, who sends them, what they carry, what answers
// them. The envelope (`jsonrpc`, `id`) is dropped from every message; it belongs to the runtime.
#pragma once

#include <generator/passes/overrides.hpp>

namespace mcpgen {

/// Moves the messages of a one-revision model into `Model::methods`, and errors and answers to
/// their content. A message that some other type refers to stays as a record as well.
void extract_methods(Model& model, Overrides& overrides, Diagnostics& diagnostics);

}  // namespace mcpgen
