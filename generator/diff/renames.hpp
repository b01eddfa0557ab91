// Which types were not removed and added, but given another name.
#pragma once

#include <generator/diff/accepts.hpp>

namespace mcpgen {

/// Pairs a declaration that only `older` has with one that only `newer` has, when at least four
/// fifths of their members (alternatives, values) are equal. Each is used once; the likest pair
/// goes first. Very small types must also share a word of their names, because their shapes alone
/// say little.
Renames find_renames(const Model& older, const Model& newer);

}  // namespace mcpgen
