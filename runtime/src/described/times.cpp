// Dates, points in time and durations of std::chrono as the texts of RFC 3339.
#include "described/take_text.hpp"
#include "described/time_text.hpp"

#include "codec/encoder.hpp"

#include <mcp/described_tables.hpp>

#include <limits>

namespace mcp::detail {
namespace {

constexpr std::int64_t second_nanos = 1'000'000'000;

/// What a tick is, for messages.
std::string tick_text(Tick tick) {
    switch (tick.seconds) {
        case 60: return "minutes";
        case 3600: return "hours";
        case 86400: return "days";
        case 604800: return "weeks";
        default: break;
    }
    if (tick.seconds > 1) return "multiples of " + std::to_string(tick.seconds) + " seconds";
    return tick.parts == 1 ? "seconds" : std::to_string(tick.parts) + "ths of a second";
}

/// The span in ticks; false after it was told that it is no whole number of them, or too large.
bool to_ticks(Decoder& d, const Span& span, Tick tick, IntegerRange range, Integer& ticks) {
    const std::int64_t nanos_of_tick = second_nanos / tick.parts;
    if (span.finer || span.nanos % nanos_of_tick != 0 || span.seconds % tick.seconds != 0)
        return fail_text(d, "a whole number of " + tick_text(tick));
    std::int64_t count = span.seconds / tick.seconds;
    const std::int64_t more = span.nanos / nanos_of_tick;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    // Rounded down: the least span that fits may be one that only its fraction makes fit.
    bool fits = count <= (most - more) / tick.parts;
    if (count < 0 && count < std::numeric_limits<std::int64_t>::min() / tick.parts) {
        fits = false;
        const std::int64_t missing = tick.parts - more;
        if (count + 1 >= (std::numeric_limits<std::int64_t>::min() + missing) / tick.parts) {
            ticks = Integer((count + 1) * tick.parts - missing);
            return !(ticks < range.least) || fail_text(d, "a time that is not so early");
        }
    }
    if (fits) {
        ticks = Integer(count * tick.parts + more);
        if (!(ticks < range.least) && !(range.most < ticks)) return true;
    }
    return fail_text(d, "a time or duration that is not so far away");
}

/// Ticks as a span; nothing for what is too far away for any text.
std::optional<Span> to_span(Integer ticks, Tick tick) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (!ticks.negative && ticks.bits > most) return std::nullopt;
    const auto count = ticks.as<std::int64_t>();
    Span span;
    if (tick.parts > 1) {
        span.seconds = count / tick.parts;
        std::int64_t rest = count % tick.parts;
        if (rest < 0) {
            rest += tick.parts;
            --span.seconds;
        }
        span.nanos = rest * (second_nanos / tick.parts);
    } else {
        const std::int64_t limit = std::numeric_limits<std::int64_t>::max() / tick.seconds;
        if (count > limit || count < -limit) return std::nullopt;
        span.seconds = count * tick.seconds;
    }
    return span;
}

}  // namespace

bool decode_duration(Decoder& d, Integer& ticks, Tick tick, IntegerRange range) {
    std::string room;
    std::string_view text;
    if (!take_text(d, room, text)) return false;
    const auto span = parse_duration(text);
    if (!span) {
        return fail_text(d, tick.parts == 1 ? "duration like P1DT2H30M or PT45S, without months"
                                            : "duration like P1DT2H30M or PT1.5S, without months");
    }
    return to_ticks(d, *span, tick, range, ticks);
}

bool encode_duration(Encoder& e, Integer ticks, Tick tick) {
    const auto span = to_span(ticks, tick);
    const auto text = span ? duration_text(*span) : std::nullopt;
    if (text) return e.string(*text);
    return e.fail("a duration that is not negative", "another");
}

JsonObject schema_of_duration(Tick tick) {
    // `format` would refuse fractions and take months, which have no fixed length. Without looking
    // ahead, which not every client's expressions can.
    const std::string seconds = tick.parts == 1 ? "[0-9]+S" : "[0-9]+(\\.[0-9]+)?S";
    const std::string times =
        "T([0-9]+H([0-9]+M)?(" + seconds + ")?|[0-9]+M(" + seconds + ")?|" + seconds + ")";
    const std::string pattern = "^P([0-9]+W|[0-9]+D(" + times + ")?|" + times + ")$";
    JsonObject schema = tick.parts == 1 ? schema_of_format("duration") : schema_of_kind("string");
    return schema.set("pattern", pattern);
}

bool decode_time(Decoder& d, Integer& ticks, Tick tick, IntegerRange range) {
    std::string room;
    std::string_view text;
    if (!take_text(d, room, text)) return false;
    const auto span = parse_time(text);
    if (!span) return fail_text(d, "date and time like 2026-07-28T12:30:00Z");
    return to_ticks(d, *span, tick, range, ticks);
}

bool encode_time(Encoder& e, Integer ticks, Tick tick) {
    const auto span = to_span(ticks, tick);
    const auto text = span ? time_text(*span) : std::nullopt;
    return text ? e.string(*text) : e.fail("a time of the years 0 to 9999", "another");
}

bool decode_date(Decoder& d, std::int64_t& days) {
    std::string room;
    std::string_view text;
    if (!take_text(d, room, text)) return false;
    const auto date = parse_date(text);
    if (!date) return fail_text(d, "date like 2026-07-28");
    days = *date;
    return true;
}

bool encode_date(Encoder& e, std::int64_t days) {
    const auto text = date_text(days);
    return text ? e.string(*text) : e.fail("a date of the years 0 to 9999", "another");
}

}  // namespace mcp::detail
