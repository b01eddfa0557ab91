// Strings, booleans, numbers, null, constants and raw JSON, in both directions.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"
#include "json/shape.hpp"

#include <mcp/codec_types.hpp>

#include <cmath>
#include <optional>

namespace mcp::detail {
namespace {

constexpr Bounds no_bounds{};

bool in_bounds(double value, const Bounds* bounds) {
    return !bounds || (value >= bounds->minimum && value <= bounds->maximum);
}

std::string number_text(double value) {
    std::string text;
    append_double(text, value);
    return text;
}

/// Whether a value of these kinds, or a number that is `integral`, is allowed.
bool kind_allowed(std::uint8_t kinds, bool integral, const Bounds* bounds) {
    if (!bounds) return true;
    if (kinds & kind_number) kinds = integral ? kind_integer | kind_number : kind_number;
    return (kinds & bounds->kinds) != 0;
}

/// `whole` says what a number had to be that is integral and does not fit.
template <class T>
bool decode_integer(Decoder& d, void* value, const Bounds* bounds,
                    std::optional<T> (*read)(std::string_view), std::string_view whole) {
    const std::uint32_t token = d.cursor.index;
    std::string_view text;
    if (!d.number(text, kind_integer)) return false;
    const std::optional<T> number = read(text);
    if (!number) {
        return d.fail(is_integral(text) ? std::string(whole) : "integer",
                      quote_token(d.cursor, token));
    }
    if (!in_bounds(static_cast<double>(*number), bounds)) {
        return d.fail(limits_text(*bounds), quote_token(d.cursor, token));
    }
    *static_cast<T*>(value) = *number;
    return true;
}

bool encode_raw(Encoder& e, std::string_view text, const Bounds* bounds) {
    const std::uint8_t kinds = kinds_of_first(text.front());
    if (!kind_allowed(kinds, (kinds & kind_number) && is_integral(text), bounds)) {
        return e.fail(kinds_text(bounds->kinds),
                      kinds & (kind_string | kind_number) ? shorten(text) : kinds_text(kinds));
    }
    if (bounds && bounds->shape && !check_shape(text, *bounds->shape, e.structure, e.error))
        return false;
    e.out += text;
    return true;
}

}  // namespace

std::string limits_text(const Bounds& bounds) {
    const bool low = bounds.minimum != no_bounds.minimum;
    const bool high = bounds.maximum != no_bounds.maximum;
    if (low && high) {
        return "number from " + number_text(bounds.minimum) + " to " + number_text(bounds.maximum);
    }
    return low ? "number not below " + number_text(bounds.minimum)
               : "number not above " + number_text(bounds.maximum);
}

[[gnu::hot]] bool decode_string(Decoder& d, void* value, const Bounds*) {
    std::string_view content;
    bool escaped = false;
    if (!d.string_as_written(content, escaped)) return false;
    auto& text = *static_cast<std::string*>(value);
    if (!escaped) {
        text.assign(content);
        return true;
    }
    text.clear();
    return append_unescaped(text, content) || d.fail_escapes(d.cursor.index - 1);
}

[[gnu::hot]] bool encode_string(Encoder& e, const void* value, const Bounds*) {
    return e.string(*static_cast<const std::string*>(value));
}

bool decode_bool(Decoder& d, void* value, const Bounds*) {
    auto& boolean = *static_cast<bool*>(value);
    boolean = d.cursor.peek() == 't';
    return d.word(boolean ? std::string_view("true") : std::string_view("false")) ||
           d.fail_kind(kind_boolean);
}

bool encode_bool(Encoder& e, const void* value, const Bounds*) {
    e.out += *static_cast<const bool*>(value) ? "true" : "false";
    return true;
}

bool decode_int64(Decoder& d, void* value, const Bounds* bounds) {
    return decode_integer<std::int64_t>(d, value, bounds, &to_int64, "integer of 64 bits");
}

bool encode_int64(Encoder& e, const void* value, const Bounds* bounds) {
    const std::int64_t number = *static_cast<const std::int64_t*>(value);
    if (!in_bounds(static_cast<double>(number), bounds)) {
        return e.fail(limits_text(*bounds), std::to_string(number));
    }
    append_int64(e.out, number);
    return true;
}

bool decode_uint64(Decoder& d, void* value, const Bounds* bounds) {
    return decode_integer<std::uint64_t>(d, value, bounds, &to_uint64,
                                         "integer of 64 bits without a sign");
}

bool encode_uint64(Encoder& e, const void* value, const Bounds* bounds) {
    const std::string text = std::to_string(*static_cast<const std::uint64_t*>(value));
    const auto number = static_cast<double>(*static_cast<const std::uint64_t*>(value));
    if (!in_bounds(number, bounds)) return e.fail(limits_text(*bounds), text);
    e.out += text;
    return true;
}

bool decode_only_null(Decoder& d, void*, const Bounds*) {
    return take_null(d) || d.fail_kind(kind_null);
}

bool encode_only_null(Encoder& e, const void*, const Bounds*) { return encode_null(e); }

bool decode_double(Decoder& d, void* value, const Bounds* bounds) {
    const std::uint32_t token = d.cursor.index;
    std::string_view text;
    if (!d.number(text, kind_number)) return false;
    if (!kind_allowed(kind_number, is_integral(text), bounds)) {
        return d.fail("integer", quote_token(d.cursor, token));
    }
    const auto number = to_double(text);
    if (!number) return d.fail("number of 64 bits", quote_token(d.cursor, token));
    if (!in_bounds(*number, bounds))
        return d.fail(limits_text(*bounds), quote_token(d.cursor, token));
    *static_cast<double*>(value) = *number;
    return true;
}

bool encode_double(Encoder& e, const void* value, const Bounds* bounds) {
    const double number = *static_cast<const double*>(value);
    if (std::isnan(number)) return e.fail("number", "NaN");
    if (std::isinf(number)) return e.fail("number", number > 0 ? "infinity" : "-infinity");
    if (!kind_allowed(kind_number, std::trunc(number) == number, bounds)) {
        return e.fail("integer", number_text(number));
    }
    if (!in_bounds(number, bounds)) return e.fail(limits_text(*bounds), number_text(number));
    append_double(e.out, number);
    return true;
}

bool decode_json(Decoder& d, void* value, const Bounds* bounds) {
    const std::uint8_t kinds = kinds_of_first(d.cursor.peek());
    const bool integral = (kinds & kind_number) && is_integral(d.cursor.token(d.cursor.index));
    if (kinds != 0 && !kind_allowed(kinds, integral, bounds)) return d.fail_kind(bounds->kinds);
    std::string text;
    if (!d.raw(text, bounds ? bounds->shape : nullptr)) return false;
    JsonAccess::assign(*static_cast<Json*>(value), std::move(text));
    return true;
}

bool encode_json(Encoder& e, const void* value, const Bounds* bounds) {
    return encode_raw(e, static_cast<const Json*>(value)->text(), bounds);
}

bool decode_json_object(Decoder& d, void* value, const Bounds* bounds) {
    if (d.cursor.peek() != '{') return d.fail_kind(kind_object);
    std::string text;
    if (!d.raw(text, bounds ? bounds->shape : nullptr)) return false;
    JsonAccess::assign(*static_cast<JsonObject*>(value), std::move(text));
    return true;
}

bool encode_json_object(Encoder& e, const void* value, const Bounds* bounds) {
    return encode_raw(e, static_cast<const JsonObject*>(value)->text(), bounds);
}

bool decode_constant(Decoder& d, std::string_view text) {
    std::string json;
    append_quoted(json, text);
    return d.constant(json);
}

bool encode_constant(Encoder& e, std::string_view text) { return e.string(text); }

bool take_null(Decoder& d) { return d.cursor.peek() == 'n' && d.word("null"); }

bool encode_null(Encoder& e) {
    e.out += "null";
    return true;
}

bool fail_null(Encoder& e, std::uint8_t kinds) { return e.fail(kinds_text(kinds), "null"); }

bool next_is_array(Decoder& d) { return d.cursor.peek() == '['; }

}  // namespace mcp::detail
