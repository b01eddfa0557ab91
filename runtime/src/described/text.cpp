// Text with its limits: length, patterns, formats.
#include "described/take_text.hpp"

#include "codec/encoder.hpp"

#include <mcp/codec_functions.hpp>
#include <mcp/described_tables.hpp>

namespace mcp::detail {
namespace {

std::size_t code_points_of(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return count;
}

std::string length_text(const Notes& notes) {
    const auto text = [](std::size_t count) {
        return std::to_string(count) + (count == 1 ? " character" : " characters");
    };
    if (notes.max_length == no_limit) return "at least " + text(notes.min_length);
    if (notes.min_length == 0) return "at most " + text(notes.max_length);
    if (notes.min_length == notes.max_length) return "exactly " + text(notes.min_length);
    return std::to_string(notes.min_length) + " to " + text(notes.max_length);
}

bool check_text(Decoder& d, std::string_view text, const Notes& notes) {
    if (notes.min_length != 0 || notes.max_length != no_limit) {
        const std::size_t length = code_points_of(text);
        if (length < notes.min_length || length > notes.max_length) {
            return d.fail("text of " + length_text(notes), std::to_string(length));
        }
    }
    for (const auto& rule : notes.rules) {
        if (!rule->fits(text)) {
            return d.fail(rule->expected, quote_token(d.cursor, d.cursor.index - 1));
        }
    }
    return true;
}

}  // namespace

bool take_text(Decoder& d, std::string& room, std::string_view& text) {
    bool escaped = false;
    if (!d.string(text, escaped)) return false;
    if (!escaped) return true;
    room.clear();
    append_unescaped(room, text);
    text = room;
    return true;
}

bool fail_text(Decoder& d, std::string expected) {
    return d.fail(std::move(expected), quote_token(d.cursor, d.cursor.index - 1));
}

[[gnu::hot]] bool decode_text(Decoder& d, void* value, const Bounds* bounds) {
    if (!decode_string(d, value, nullptr)) return false;
    return !bounds || check_text(d, *static_cast<const std::string*>(value),
                                 *static_cast<const Notes*>(bounds));
}

bool encode_text(Encoder& e, const void* value, const Bounds*) {
    const std::string& text = *static_cast<const std::string*>(value);
    if (append_quoted_checked(e.out, text)) return true;
    append_quoted(e.out, with_valid_utf8(text));
    return true;
}

bool decode_null(Decoder& d) { return take_null(d) || d.fail_kind(kind_null); }

}  // namespace mcp::detail
