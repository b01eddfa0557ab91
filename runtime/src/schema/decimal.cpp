// Exact decimals: taken apart once, then compared digit by digit.
#include "schema/decimal.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mcp::schema {
namespace {

constexpr std::int64_t most_exponent = 1'000'000'000;
constexpr std::size_t most_exact_digits = 18;

using detail::is_digit;

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % modulus);
}

std::uint64_t power_of_ten(std::uint64_t exponent, std::uint64_t modulus) {
    std::uint64_t result = 1 % modulus;
    std::uint64_t factor = 10 % modulus;
    for (; exponent > 0; exponent >>= 1U) {
        if (exponent & 1U) result = multiply(result, factor, modulus);
        factor = multiply(factor, factor, modulus);
    }
    return result;
}

}  // namespace

Decimal::Decimal(std::string_view number) {
    std::size_t i = 0;
    if (i < number.size() && number[i] == '-') {
        negative_ = true;
        ++i;
    }
    bool in_fraction = false;
    for (; i < number.size(); ++i) {
        const char c = number[i];
        if (c == '.') {
            in_fraction = true;
        } else if (is_digit(c)) {
            if (!in_fraction && (c != '0' || !digits_.empty())) ++point_;
            if (c != '0' || !digits_.empty()) {
                digits_ += c;
            } else if (in_fraction) {
                --point_;
            }
        } else {
            break;
        }
    }
    if (i < number.size()) {  // e or E
        ++i;
        bool negative = false;
        if (i < number.size() && (number[i] == '-' || number[i] == '+'))
            negative = number[i++] == '-';
        std::int64_t exponent = 0;
        for (; i < number.size(); ++i)
            exponent = std::min(exponent * 10 + (number[i] - '0'), most_exponent);
        point_ += negative ? -exponent : exponent;
    }
    while (!digits_.empty() && digits_.back() == '0') digits_.pop_back();
    if (digits_.empty()) {
        point_ = 0;
        negative_ = false;
    }
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
    if (a.is_zero() || b.is_zero() || a.negative_ != b.negative_) {
        const auto sign = [](const Decimal& each) {
            if (each.is_zero()) return 0;
            return each.negative_ ? -1 : 1;
        };
        return sign(a) <=> sign(b);
    }
    const Decimal& small = a.negative_ ? b : a;
    const Decimal& large = a.negative_ ? a : b;
    if (small.point_ != large.point_) return small.point_ <=> large.point_;
    return small.digits_.compare(large.digits_) <=> 0;
}

bool Decimal::is_multiple_of(const Decimal& divisor) const {
    if (is_zero()) return true;
    const std::int64_t shift = power() - divisor.power();
    // No number of digits that does not end with 0 is a multiple of ten.
    if (shift < 0) return false;
    if (divisor.digits_.size() > most_exact_digits) {
        const auto as_double = [](const Decimal& each) {
            double value = 0;
            const std::string text = "0." + each.digits_ + "e" + std::to_string(each.point_);
            std::from_chars(text.data(), text.data() + text.size(), value);
            return value;
        };
        const double quotient = as_double(*this) / as_double(divisor);
        return std::isfinite(quotient) && quotient == std::floor(quotient);
    }
    std::uint64_t modulus = 0;
    for (const char c : divisor.digits_)
        modulus = modulus * 10 + static_cast<std::uint64_t>(c - '0');
    if (modulus == 0) return false;
    std::uint64_t rest = 0;
    for (const char c : digits_) {
        rest = multiply(rest, 10, modulus);
        rest = (rest + static_cast<std::uint64_t>(c - '0')) % modulus;
    }
    return multiply(rest, power_of_ten(static_cast<std::uint64_t>(shift), modulus), modulus) == 0;
}

std::size_t Decimal::hash() const {
    return std::hash<std::string>()(digits_) * 31 + static_cast<std::size_t>(point_) * 2 +
           (negative_ ? 1 : 0);
}

std::optional<std::int64_t> small_integer(std::string_view number) {
    const bool negative = number.starts_with('-');
    if (negative) number.remove_prefix(1);
    if (number.size() > most_exact_digits) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : number) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return negative ? -value : value;
}

bool same_number(std::string_view a, std::string_view b) {
    return a == b || Decimal(a) == Decimal(b);
}

}  // namespace mcp::schema
