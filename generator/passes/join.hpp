// When one type holds everything that another says: the rules by which members merge over
// revisions.
#pragma once

#include <generator/model/model.hpp>

#include <optional>

namespace mcpgen {

/// The type that holds the values of `newer` and of `older`, or nothing when no rule gives one.
/// `model` has the merged declarations so far, which named types are looked up in.
std::optional<Type> join(const Type& newer, const Type& older, const Model& model);

/// `type` with aliases replaced by what they stand for.
Type without_aliases(const Type& type, const Model& model);

}  // namespace mcpgen
