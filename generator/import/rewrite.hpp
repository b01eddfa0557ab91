// One published schema -> the same facts as we write them: our order of keywords and members, our
// descriptions, `$defs`. Published texts stay behind.
#pragma once

#include <generator/import/known.hpp>

#include <string>
#include <vector>

namespace mcpgen {

/// The definition called `name`. What has no description in `known` is appended to `missing`.
Node rewrite_definition(const Node& published, const std::string& name, const Known& known,
                        std::vector<std::string>& missing);

}  // namespace mcpgen
