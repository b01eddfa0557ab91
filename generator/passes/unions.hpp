// Simplifies unions while they are still inline: constants become an enumeration, "one or many"
// becomes a form of its own, a union inside a union is spliced in.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

void simplify_unions(Model& model);

}  // namespace mcpgen
