// JSON numbers as what they say, not as the nearest double: comparing and dividing them is exact.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::schema {

/// sign, 0.d1d2d3... and a power of ten: `-12.50` is minus, "125", 2.
class Decimal {
public:
    Decimal() = default;  ///< zero
    /// `number` is a valid JSON number. Exponents beyond 10^9 become 10^9.
    explicit Decimal(std::string_view number);

    bool is_zero() const { return digits_.empty(); }
    bool is_negative() const { return negative_; }
    bool is_integer() const { return power() >= 0; }

    /// Whether this is `divisor` times an integer. Exact when the divisor has at most 18
    /// significant digits. The divisor is not zero.
    bool is_multiple_of(const Decimal& divisor) const;
    std::size_t hash() const;

    friend bool operator==(const Decimal&, const Decimal&) = default;
    friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);

private:
    /// The power of ten of the last digit.
    std::int64_t power() const { return point_ - static_cast<std::int64_t>(digits_.size()); }

    std::string digits_{};    // neither starts nor ends with 0; empty: zero
    std::int64_t point_ = 0;  // the decimal point is before digit 0 and this many to the right
    bool negative_ = false;
};

/// The number when it is written as an integer of at most 18 digits: nearly always.
std::optional<std::int64_t> small_integer(std::string_view number);

/// Whether two JSON numbers are the same number: `1` is `1.0` is `10e-1`.
bool same_number(std::string_view a, std::string_view b);

}  // namespace mcp::schema
