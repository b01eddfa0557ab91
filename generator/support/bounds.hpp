// What schemas and types say about the size of a value.
#pragma once

#include <cstddef>
#include <optional>

namespace mcpgen {

/// How large a number, or how long a list may be.
struct Bounds {
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::optional<std::size_t> min_items;
    std::optional<std::size_t> max_items;
    bool operator==(const Bounds&) const = default;
};

}  // namespace mcpgen
