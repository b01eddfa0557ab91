// The leaves of JSON text: escapes, quoted strings, numbers. Works on pieces of text whose ends are
// already known; finding them is the work of structure.hpp and view.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::detail {

class TextBuffer;

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Whether two short texts are the same. Names are a few bytes long, and there are thousands of
/// them: a call of memcmp for each is the larger part of the work.
inline bool same_text(std::string_view a, std::string_view b) {
    const std::size_t size = a.size();
    if (size != b.size()) return false;
    const char* const p = a.data();
    const char* const q = b.data();
    const auto same = [p, q]<class Word>(Word x, std::size_t at) {
        Word y = 0;
        std::memcpy(&x, p + at, sizeof x);
        std::memcpy(&y, q + at, sizeof y);
        return x == y;
    };
    if (size >= 8) {
        for (std::size_t at = 0; at + 8 < size; at += 8) {
            if (!same(std::uint64_t{}, at)) return false;
        }
        return same(std::uint64_t{}, size - 8);  // some of it for the second time
    }
    if (size >= 4) return same(std::uint32_t{}, 0) && same(std::uint32_t{}, size - 4);
    for (std::size_t i = 0; i < size; ++i) {
        if (p[i] != q[i]) return false;
    }
    return true;
}

/// Appends the characters that `content` (between the quotes, no raw quote inside) stands for.
/// False for an escape that does not exist or half of a surrogate pair; `out` then ends anywhere.
bool append_unescaped(std::string& out, std::string_view content);
/// Whether `append_unescaped` would succeed.
bool escapes_are_valid(std::string_view content);
/// Whether `content` stands for `plain`.
bool unescapes_to(std::string_view content, std::string_view plain);
/// The same, quick for content without escapes.
bool stands_for(std::string_view content, std::string_view plain);

/// Appends `text` as a JSON string with its quotes. `text` must be valid UTF-8.
void append_quoted(std::string& out, std::string_view text);
void append_quoted(TextBuffer& out, std::string_view text);
/// Appends the name of a member with its colon, behind a comma unless it is the first. `plain`:
/// nothing in it must be escaped.
void append_name(TextBuffer& out, std::string_view name, bool plain, bool& first);
/// As `append_quoted`; false, with nothing appended, when `text` is not valid UTF-8.
bool append_quoted_checked(std::string& out, std::string_view text);
bool append_quoted_checked(TextBuffer& out, std::string_view text);
/// `text` with every invalid byte replaced by U+FFFD.
std::string with_valid_utf8(std::string_view text);

/// Whether `token` is a JSON number, all of it.
bool is_number(std::string_view token);
/// Whether the number has no fraction: `3`, `3.0` and `30e-1` have none.
bool is_integral(std::string_view number);
/// The number when it is integral and fits.
std::optional<std::int64_t> to_int64(std::string_view number);
std::optional<std::uint64_t> to_uint64(std::string_view number);
/// The nearest double; nothing when the number is too large for one.
std::optional<double> to_double(std::string_view number);

void append_int64(TextBuffer& out, std::int64_t value);
/// The shortest text that reads back as `value`, which must be finite.
void append_double(std::string& out, double value);
void append_double(TextBuffer& out, double value);

/// Whether JSON text `token` (a scalar) has the value `constant` (JSON text without escapes).
bool is_constant(std::string_view token, std::string_view constant);

}  // namespace mcp::detail
