// RFC 3339: dates, times with their offset, leap seconds, durations.
#include "schema/formats.hpp"

#include "util/ascii.hpp"

#include <cstddef>
#include <optional>

namespace mcp::schema {
namespace {

using detail::is_digit;

/// The number of exactly `count` digits at the start, which are taken off.
std::optional<int> take_number(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_digit(text[i])) return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

bool take_date(std::string_view& text) {
    const auto year = take_number(text, 4);
    if (!year || !take(text, '-')) return false;
    const auto month = take_number(text, 2);
    if (!month || !take(text, '-')) return false;
    const auto day = take_number(text, 2);
    if (!day || *month < 1 || *month > 12 || *day < 1) return false;
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
    return *day <= days[*month - 1] + (*month == 2 && leap ? 1 : 0);
}

/// Minutes to the east of Greenwich.
std::optional<int> take_offset(std::string_view& text) {
    if (take(text, 'Z') || take(text, 'z')) return 0;
    const bool west = text.starts_with('-');
    if (!take(text, '+') && !take(text, '-')) return std::nullopt;
    const auto hours = take_number(text, 2);
    if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
    const auto minutes = take_number(text, 2);
    if (!minutes || *minutes > 59) return std::nullopt;
    const int offset = *hours * 60 + *minutes;
    return west ? -offset : offset;
}

bool take_time(std::string_view& text) {
    const auto hours = take_number(text, 2);
    if (!hours || *hours > 23 || !take(text, ':')) return false;
    const auto minutes = take_number(text, 2);
    if (!minutes || *minutes > 59 || !take(text, ':')) return false;
    const auto seconds = take_number(text, 2);
    if (!seconds || *seconds > 60) return false;
    if (take(text, '.')) {
        if (text.empty() || !is_digit(text.front())) return false;
        while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
    }
    const auto offset = take_offset(text);
    if (!offset) return false;
    if (*seconds < 60) return true;
    // A leap second is the last one of a day in Greenwich.
    constexpr int day = 24 * 60;
    return (*hours * 60 + *minutes - *offset + day) % day == day - 1;
}

/// Numbers with these units, in this order without a gap (RFC 3339 appendix A); at least one.
bool take_units(std::string_view& text, std::string_view units) {
    std::size_t next = 0;
    bool any = false;
    while (!text.empty() && is_digit(text.front())) {
        while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
        if (text.empty()) return false;
        const std::size_t unit = units.find(text.front(), next);
        if (unit == std::string_view::npos || (any && unit != next)) return false;
        next = unit + 1;
        any = true;
        text.remove_prefix(1);
    }
    return any;
}

}  // namespace

bool is_date(std::string_view text) { return take_date(text) && text.empty(); }
bool is_time(std::string_view text) { return take_time(text) && text.empty(); }
bool is_date_time(std::string_view text) {
    return take_date(text) && (take(text, 'T') || take(text, 't')) && is_time(text);
}

bool is_duration(std::string_view text) {
    if (!take(text, 'P')) return false;
    if (text.ends_with('W')) return take_units(text, "W") && text.empty();
    const bool with_time_only = text.starts_with('T');
    if (!with_time_only && !take_units(text, "YMD")) return false;
    if (text.empty()) return true;
    return take(text, 'T') && take_units(text, "HMS") && text.empty();
}

}  // namespace mcp::schema
