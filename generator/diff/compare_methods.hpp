// The part of the comparison that is about what peers say to each other: methods, error codes,
// framing.
#pragma once

#include <generator/diff/judge.hpp>

namespace mcpgen {

void compare_methods(const Judge& judge, std::vector<Change>& out);
void compare_errors(const Model& older, const Model& newer, std::vector<Change>& out);

/// The definitions of the JSON-RPC envelope. They have no C++ type of their own; the runtime knows
/// them.
void compare_framing(const Sides& sides, const Judge& judge, std::vector<Change>& out);

}  // namespace mcpgen
