// RFC 3339 and its appendix A: reading and writing.
#include "described/time_text.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace mcp::detail {
namespace {

constexpr std::int64_t day_seconds = 86400;

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

/// Exactly two or four digits.
std::optional<int> take_exactly(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, count)) {
        if (!is_decimal(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(count);
    return value;
}

/// Two digits up to `most`.
std::optional<int> take_pair(std::string_view& text, int most) {
    const auto value = take_exactly(text, 2);
    return value && *value <= most ? value : std::nullopt;
}

std::optional<std::int64_t> take_date(std::string_view& text) {
    const auto year = take_exactly(text, 4);
    if (!year || !take(text, '-')) return std::nullopt;
    const auto month = take_pair(text, 12);
    if (!month || !take(text, '-')) return std::nullopt;
    const auto day = take_pair(text, 31);
    if (!day) return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count();
}

/// The digits behind a decimal point; false when there are none.
bool take_fraction(std::string_view& text, Span& span) {
    std::int64_t unit = 100'000'000;
    const std::size_t before = text.size();
    for (; !text.empty() && is_decimal(text.front()); text.remove_prefix(1)) {
        if (unit == 0 && text.front() != '0') span.finer = true;
        span.nanos += unit * (text.front() - '0');
        unit /= 10;
    }
    return text.size() != before;
}

/// Minutes to the east of Greenwich.
std::optional<int> take_offset(std::string_view& text) {
    if (take(text, 'Z') || take(text, 'z')) return 0;
    const bool west = text.starts_with('-');
    if (!take(text, '-') && !take(text, '+')) return std::nullopt;
    const auto hours = take_pair(text, 23);
    if (!hours || !take(text, ':')) return std::nullopt;
    const auto minutes = take_pair(text, 59);
    if (!minutes) return std::nullopt;
    const int offset = *hours * 60 + *minutes;
    return west ? -offset : offset;
}

void append_padded(std::string& out, std::int64_t value, std::size_t width) {
    const std::string digits = std::to_string(value);
    out.append(width - std::min(width, digits.size()), '0').append(digits);
}

void append_fraction(std::string& out, std::int64_t nanos) {
    if (nanos == 0) return;
    out += '.';
    append_padded(out, nanos, 9);
    out.erase(out.find_last_not_of('0') + 1);
}

/// A number and the unit behind it, in seconds; false for no number or one that is too large.
bool take_amount(std::string_view& text, Span& span, std::string_view& units, bool& fraction) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (text.empty() || !is_decimal(text.front())) return false;
    std::int64_t amount = 0;
    for (; !text.empty() && is_decimal(text.front()); text.remove_prefix(1)) {
        if (amount > most / 10 - 1) return false;
        amount = amount * 10 + (text.front() - '0');
    }
    fraction = take(text, '.');
    if (fraction && !take_fraction(text, span)) return false;
    if (text.empty()) return false;
    const std::size_t unit = units.find(text.front());
    if (unit == std::string_view::npos) return false;
    const std::int64_t length = [c = text.front()]() -> std::int64_t {
        switch (c) {
            case 'W': return 7 * day_seconds;
            case 'D': return day_seconds;
            case 'H': return 3600;
            case 'M': return 60;
            default: return 1;
        }
    }();
    if (fraction && length != 1) return false;
    text.remove_prefix(1);
    units.remove_prefix(unit + 1);
    if (amount > (most - span.seconds) / length) return false;
    span.seconds += amount * length;
    return true;
}

/// Amounts in the order of `units`, at least one.
bool take_amounts(std::string_view& text, Span& span, std::string_view units) {
    bool fraction = false;
    do {
        if (!take_amount(text, span, units, fraction)) return false;
    } while (!text.empty() && text.front() != 'T');
    return true;
}

}  // namespace

std::optional<std::int64_t> parse_date(std::string_view text) {
    const auto days = take_date(text);
    return text.empty() ? days : std::nullopt;
}

std::optional<std::string> date_text(std::int64_t days) {
    constexpr std::int64_t first_day = -719'528;  // 0000-01-01
    constexpr std::int64_t last_day = 2'932'896;  // 9999-12-31
    if (days < first_day || days > last_day) return std::nullopt;
    const std::chrono::year_month_day date{
        std::chrono::sys_days(std::chrono::days(static_cast<std::chrono::days::rep>(days)))};
    std::string text;
    append_padded(text, static_cast<int>(date.year()), 4);
    text += '-';
    append_padded(text, static_cast<unsigned>(date.month()), 2);
    text += '-';
    append_padded(text, static_cast<unsigned>(date.day()), 2);
    return text;
}

std::optional<Span> parse_time(std::string_view text) {
    const auto days = take_date(text);
    if (!days || (!take(text, 'T') && !take(text, 't'))) return std::nullopt;
    const auto hours = take_pair(text, 23);
    if (!hours || !take(text, ':')) return std::nullopt;
    const auto minutes = take_pair(text, 59);
    if (!minutes || !take(text, ':')) return std::nullopt;
    const auto seconds = take_pair(text, 60);
    if (!seconds) return std::nullopt;
    Span time;
    if (take(text, '.') && !take_fraction(text, time)) return std::nullopt;
    const auto offset = take_offset(text);
    if (!offset || !text.empty()) return std::nullopt;
    const int minute = *hours * 60 + *minutes - *offset;
    constexpr int day_minutes = 24 * 60;
    const bool last = (minute % day_minutes + day_minutes) % day_minutes == day_minutes - 1;
    if (*seconds == 60 && !last) return std::nullopt;
    time.seconds = *days * day_seconds + std::int64_t{minute} * 60 + *seconds;
    return time;
}

std::optional<std::string> time_text(const Span& time) {
    std::int64_t days = time.seconds / day_seconds;
    std::int64_t second = time.seconds % day_seconds;
    if (second < 0) {
        second += day_seconds;
        --days;
    }
    auto text = date_text(days);
    if (!text) return text;
    *text += 'T';
    append_padded(*text, second / 3600, 2);
    *text += ':';
    append_padded(*text, second / 60 % 60, 2);
    *text += ':';
    append_padded(*text, second % 60, 2);
    append_fraction(*text, time.nanos);
    *text += 'Z';
    return text;
}

std::optional<Span> parse_duration(std::string_view text) {
    Span span;
    if (!take(text, 'P')) return std::nullopt;
    if (text.ends_with('W')) {
        if (!take_amounts(text, span, "W")) return std::nullopt;
        return span;
    }
    if (!text.starts_with('T') && !take_amounts(text, span, "D")) return std::nullopt;
    if (text.empty()) return span;
    if (!take(text, 'T') || !take_amounts(text, span, "HMS") || !text.empty()) return std::nullopt;
    return span;
}

std::optional<std::string> duration_text(const Span& duration) {
    if (duration.seconds < 0) return std::nullopt;
    std::string text = "P";
    const std::int64_t days = duration.seconds / day_seconds;
    const std::int64_t rest = duration.seconds % day_seconds;
    if (days > 0) text += std::to_string(days) + 'D';
    if (days > 0 && rest == 0 && duration.nanos == 0) return text;
    text += 'T';
    const std::int64_t seconds = rest % 60;
    const bool with_seconds = seconds > 0 || duration.nanos > 0 || rest == 0;
    if (rest >= 3600) text += std::to_string(rest / 3600) + 'H';
    // No unit may be left out between two others.
    if (rest >= 3600 ? rest % 3600 / 60 > 0 || with_seconds : rest >= 60)
        text += std::to_string(rest % 3600 / 60) + 'M';
    if (with_seconds) {
        text += std::to_string(seconds);
        append_fraction(text, duration.nanos);
        text += 'S';
    }
    return text;
}

}  // namespace mcp::detail
