// Numbers as people read them.
#pragma once

#include <string>
#include <vector>

namespace mcpctl {

/// `0.123 ms`, `12.3 ms`, `1.23 s`.
std::string milliseconds_text(double milliseconds);

/// The value below which `part` (0 to 1) of the values are; they must be sorted. 0 for none.
double quantile(const std::vector<double>& sorted, double part);

}  // namespace mcpctl
