// An extension's document repeats the protocol's definitions that it builds on. They are the
// protocol's.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// Removes the definitions that `model.base` has at revision `index`; references then reach the
/// base's.
void drop_base_copies(Model& model, std::size_t index);

}  // namespace mcpgen
