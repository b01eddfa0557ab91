// The texts of dates, times and durations in RFC 3339, as numbers. Knows nothing of JSON or of C++
// types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::detail {

/// A time since 1970-01-01T00:00:00Z, or a duration.
struct Span {
    std::int64_t seconds = 0;  ///< rounded down
    std::int64_t nanos = 0;    ///< from 0 to 999'999'999
    bool finer = false;        ///< there was a fraction that nanoseconds cannot say
};

/// `2026-07-28`, as days since 1970-01-01.
std::optional<std::int64_t> parse_date(std::string_view text);
/// Nothing beyond the years 0 to 9999.
std::optional<std::string> date_text(std::int64_t days);

/// `2026-07-28T12:30:00.5+02:00`. A leap second is the first one of the next day.
std::optional<Span> parse_time(std::string_view text);
std::optional<std::string> time_text(const Span& time);

/// `PT1H30M`, `P2DT0.5S`, `P3W`. Not months and years, which have no fixed length.
std::optional<Span> parse_duration(std::string_view text);
/// Nothing for a negative one.
std::optional<std::string> duration_text(const Span& duration);

}  // namespace mcp::detail
