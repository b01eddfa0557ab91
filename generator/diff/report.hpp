// A difference as text: for a terminal, for a pull request, for tools. docs/diff.md shows each.
#pragma once

#include <generator/diff/change.hpp>
#include <generator/pipeline.hpp>

namespace mcpgen {

std::string report(const Difference& difference, DiffFormat format);

}  // namespace mcpgen
