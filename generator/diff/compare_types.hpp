// The part of the comparison that is about declarations: types, members, alternatives, values.
#pragma once

#include <generator/diff/judge.hpp>

namespace mcpgen {

/// Appends what differs between the declarations, ordered by the name of the (new) type.
void compare_types(const Judge& judge, std::vector<Change>& out);

}  // namespace mcpgen
