// `allOf` becomes one object: the members of all its parts. Where a part is a union, each of its
// alternatives gets the members of the other parts.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// Replaces every intersection in a one-revision model. Reports parts that are no objects or that
/// disagree.
void merge_intersections(Model& model, Diagnostics& diagnostics);

}  // namespace mcpgen
