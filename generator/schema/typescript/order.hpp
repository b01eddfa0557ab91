// Numbers types by when the file first mentions them. The alternatives of a union stand in that
// order in the published schemas, because the TypeScript compiler numbers types when it first meets
// them.
#pragma once

#include <generator/schema/typescript/names.hpp>

namespace mcpgen::typescript {

/// Sets `order` of every declaration and of every type expression. Mentioning an alias mentions
/// what it stands for; mentioning an interface does not mention its members.
void number_types(const Names& names);

}  // namespace mcpgen::typescript
