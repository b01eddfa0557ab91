// Numbers in JSON text: the grammar, exact integers, doubles.
#include "json/buffer.hpp"
#include "json/text.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace mcp::detail {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A number taken apart: sign, digits before and after the point, exponent. The value is
/// digits * 10^(exponent - fraction.size()).
struct Parts {
    bool negative = false;
    std::string_view whole{};
    std::string_view fraction{};
    std::int64_t exponent = 0;  // kept within +-10^9, which is beyond every document
};

std::string_view take_digits(std::string_view& rest) {
    std::size_t size = 0;
    while (size < rest.size() && is_digit(rest[size])) ++size;
    const std::string_view digits = rest.substr(0, size);
    rest.remove_prefix(size);
    return digits;
}

/// The parts of `text`; nothing when it is no JSON number.
std::optional<Parts> take_apart(std::string_view text) {
    Parts parts;
    if (text.starts_with('-')) {
        parts.negative = true;
        text.remove_prefix(1);
    }
    parts.whole = take_digits(text);
    if (parts.whole.empty() || (parts.whole.size() > 1 && parts.whole[0] == '0'))
        return std::nullopt;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        parts.fraction = take_digits(text);
        if (parts.fraction.empty()) return std::nullopt;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        const bool negative = text.starts_with('-');
        if (negative || text.starts_with('+')) text.remove_prefix(1);
        const std::string_view digits = take_digits(text);
        if (digits.empty()) return std::nullopt;
        for (const char c : digits) {
            if (parts.exponent < 1'000'000'000) parts.exponent = parts.exponent * 10 + (c - '0');
        }
        if (negative) parts.exponent = -parts.exponent;
    }
    if (!text.empty()) return std::nullopt;
    return parts;
}

/// The digits of the number without leading and trailing zeros, with the power of ten of the last
/// one. No digits: zero.
struct Significand {
    std::string digits;
    std::int64_t power = 0;
};

Significand significand(const Parts& parts) {
    Significand result;
    result.digits.append(parts.whole).append(parts.fraction);
    result.power = parts.exponent - static_cast<std::int64_t>(parts.fraction.size());
    while (!result.digits.empty() && result.digits.back() == '0') {
        result.digits.pop_back();
        ++result.power;
    }
    result.digits.erase(0, result.digits.find_first_not_of('0'));
    return result;
}

bool is_plain_integer(std::string_view number) {
    for (const char c : number) {
        if (c == '.' || c == 'e' || c == 'E') return false;
    }
    return true;
}

template <class Out, class Number>
void append_number(Out& out, Number value) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    out += std::string_view(buffer, static_cast<std::size_t>(result.ptr - buffer));
}

}  // namespace

bool is_number(std::string_view token) {
    // By hand for the usual case, an integer of a few digits.
    const char* p = token.data();
    const char* const end = p + token.size();
    if (p != end && *p == '-') ++p;
    const char* const first = p;
    while (p != end && is_digit(*p)) ++p;
    if (p == end) return p != first && (*first != '0' || p - first == 1);
    return take_apart(token).has_value();
}

bool is_integral(std::string_view number) {
    if (is_plain_integer(number)) return true;
    const auto parts = take_apart(number);
    if (!parts) return false;
    const Significand value = significand(*parts);
    return value.digits.empty() || value.power >= 0;
}

namespace {

/// An integer of this type, however it is spelled.
template <class T>
std::optional<T> to_integer(std::string_view number) {
    T value = 0;
    if (is_plain_integer(number)) {
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), value);
        if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
        return value;
    }
    const auto parts = take_apart(number);
    if (!parts) return std::nullopt;
    Significand exact = significand(*parts);
    if (exact.digits.empty()) return T{0};
    if (exact.power < 0 || exact.power > 19 || exact.digits.size() > 20) return std::nullopt;
    exact.digits.append(static_cast<std::size_t>(exact.power), '0');
    if (parts->negative) exact.digits.insert(0, 1, '-');
    return to_integer<T>(exact.digits);
}

}  // namespace

std::optional<std::int64_t> to_int64(std::string_view number) {
    return to_integer<std::int64_t>(number);
}
std::optional<std::uint64_t> to_uint64(std::string_view number) {
    return to_integer<std::uint64_t>(number);
}

std::optional<double> to_double(std::string_view number) {
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc()) {
        if (end != number.data() + number.size() || !std::isfinite(value)) return std::nullopt;
        return value;
    }
    if (error != std::errc::result_out_of_range) return std::nullopt;
    // Out of range is both too large and too close to zero.
    const auto parts = take_apart(number);
    if (!parts) return std::nullopt;
    const Significand exact = significand(*parts);
    if (exact.power + static_cast<std::int64_t>(exact.digits.size()) > 0) return std::nullopt;
    return parts->negative ? -0.0 : 0.0;
}

void append_int64(TextBuffer& out, std::int64_t value) { append_number(out, value); }
void append_double(std::string& out, double value) { append_number(out, value); }
void append_double(TextBuffer& out, double value) { append_number(out, value); }

bool is_constant(std::string_view token, std::string_view constant) {
    if (same_text(token, constant)) return true;
    if (token.empty() || constant.empty()) return false;
    if (token.front() == '"') {
        return constant.front() == '"' && token.size() > constant.size() &&
               unescapes_to(token.substr(1, token.size() - 2),
                            constant.substr(1, constant.size() - 2));
    }
    const auto a = is_number(token) ? to_double(token) : std::nullopt;
    const auto b = is_number(constant) ? to_double(constant) : std::nullopt;
    return a && b && *a == *b;
}

}  // namespace mcp::detail
