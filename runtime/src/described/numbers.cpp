// Integers with the range of their C++ type, floating-point numbers, and the limits of both.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"

#include <mcp/codec_functions.hpp>
#include <mcp/described_tables.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mcp::detail {
namespace {

constexpr Bounds without_limits{};

const Notes* notes_of(const Bounds* bounds) { return static_cast<const Notes*>(bounds); }

Json json_of(Integer value) {
    return value.negative ? Json(value.as<std::int64_t>()) : Json(value.bits);
}

IntegerRange narrowed(IntegerRange range, const Notes* notes) {
    if (notes && notes->least) range.least = std::max(range.least, *notes->least);
    if (notes && notes->most) range.most = std::min(range.most, *notes->most);
    return range;
}

/// The integer that the number is, however it is spelled.
std::optional<Integer> read_integer(std::string_view text) {
    if (const auto small = to_int64(text)) return Integer(*small);
    if (const auto large = to_uint64(text)) return Integer(*large);
    return std::nullopt;
}

bool fail_range(Decoder& d, IntegerRange range, std::uint32_t token) {
    std::string expected = "integer from ";
    expected.append(json_of(range.least).text()).append(" to ").append(json_of(range.most).text());
    return d.fail(std::move(expected), quote_token(d.cursor, token));
}

}  // namespace

bool decode_integer(Decoder& d, Integer& value, IntegerRange range, const Bounds* bounds) {
    const std::uint32_t token = d.cursor.index;
    std::string_view text;
    if (!d.number(text, kind_integer)) return false;
    const auto number = read_integer(text);
    if (!number && !is_integral(text)) return d.fail("integer", quote_token(d.cursor, token));
    if (bounds) range = narrowed(range, notes_of(bounds));
    if (!number || *number < range.least || range.most < *number)
        return fail_range(d, range, token);
    value = *number;
    return true;
}

bool encode_integer(Encoder& e, Integer value) {
    if (value.negative || value.bits <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        append_int64(e.out, value.as<std::int64_t>());
    } else {
        e.out += std::to_string(value.bits);
    }
    return true;
}

JsonObject schema_of_integer(IntegerRange range, const Notes* notes) {
    range = narrowed(range, notes);
    return schema_of_kind("integer")
        .set("minimum", json_of(range.least))
        .set("maximum", json_of(range.most));
}

bool decode_number(Decoder& d, double& value, double largest, const Bounds* bounds) {
    const std::uint32_t token = d.cursor.index;
    if (!decode_double(d, &value, bounds)) return false;
    if (std::abs(value) <= largest) return true;
    return d.fail("number of 32 bits", quote_token(d.cursor, token));
}

JsonObject schema_of_number(double largest, const Notes* notes) {
    double least = -largest;
    double most = largest;
    if (notes) {
        least = std::max(least, notes->minimum);
        most = std::min(most, notes->maximum);
    }
    JsonObject schema = schema_of_kind("number");
    if (least > without_limits.minimum) schema.set("minimum", least);
    if (most < without_limits.maximum) schema.set("maximum", most);
    return schema;
}

}  // namespace mcp::detail
