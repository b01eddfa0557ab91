// The difference of two texts, line by line, in the unified format that `patch` and `git apply`
// read.
#pragma once

#include <string>
#include <string_view>

namespace mcpgen {

/// Names for the two header lines, as `a/types.hpp` and `b/types.hpp`, or `/dev/null`.
struct DiffNames {
    std::string_view before;
    std::string_view after;
};

/// Empty when the texts are equal. Three lines of context. The result is a smallest difference,
/// except for long texts that have hardly anything in common: time stays bounded there.
std::string unified_text_diff(std::string_view before, std::string_view after,
                              const DiffNames& names);

}  // namespace mcpgen
