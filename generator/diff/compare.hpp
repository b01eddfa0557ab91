// Two models -> the list of their differences, each with what it breaks.
#pragma once

#include <generator/diff/change.hpp>
#include <generator/diff/load.hpp>

namespace mcpgen {

/// Everything that differs, in a fixed order: methods, types with their members, error codes,
/// framing.
std::vector<Change> compare(const Sides& sides);

}  // namespace mcpgen
