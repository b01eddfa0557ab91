// The last look before text is made: what emitters rely on holds.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// Reports names that lead nowhere, forms that have no C++ type, and records too large for the
/// codec.
void verify(const Model& model, Diagnostics& diagnostics);

}  // namespace mcpgen
