// Prints times with the unit and the digits that matter, and picks quantiles by nearest rank.
#include "output/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace mcpctl {

std::string milliseconds_text(double milliseconds) {
    std::array<char, 32> text{};
    const bool seconds = milliseconds >= 1000;
    const double value = seconds ? milliseconds / 1000 : milliseconds;
    const int digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
    std::snprintf(text.data(), text.size(), "%.*f %s", digits, value, seconds ? "s" : "ms");
    return text.data();
}

double quantile(const std::vector<double>& sorted, double part) {
    if (sorted.empty()) return 0;
    const auto rank = std::ceil(part * static_cast<double>(sorted.size()));
    const auto place = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
    return sorted[std::min(place, sorted.size() - 1)];
}

}  // namespace mcpctl
