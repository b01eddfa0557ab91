// Strings in JSON text: writing them. Nearly all need no escape, so they are copied and looked at
// in one pass; the others are written again. Reading is in strings.cpp.
#include "json/buffer.hpp"
#include "json/structure.hpp"
#include "json/text.hpp"

#include <cstring>

namespace mcp::detail {
namespace {

constexpr std::uint64_t every_byte(std::uint64_t byte) { return 0x0101010101010101ULL * byte; }

std::uint64_t load8(const char* p) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
}

/// Non-zero when one of the eight bytes must be escaped.
constexpr std::uint64_t escape_bits(std::uint64_t word) {
    const auto zero_bytes = [](std::uint64_t x) { return (x - every_byte(1)) & ~x; };
    const std::uint64_t control = (word - every_byte(0x20)) & ~word;
    const std::uint64_t quote = zero_bytes(word ^ every_byte('"'));
    const std::uint64_t slash = zero_bytes(word ^ every_byte('\\'));
    return (control | quote | slash) & every_byte(0x80);
}

constexpr bool must_escape(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

struct Found {
    bool escapes = false;  // something must be escaped
    bool ascii = true;
};

// Sixteen bytes at once, in whatever way the machine has: an extension of GCC and Clang.
using Bytes = unsigned char __attribute__((vector_size(16)));

/// Copies `text` to `to` and says what is in it.
[[gnu::always_inline]] inline Found copy(char* to, std::string_view text) {
    const char* from = text.data();
    const std::size_t size = text.size();
    if (size >= 16) {
        Bytes escapes{};
        Bytes high{};
        const auto step = [&](std::size_t at) {
            Bytes bytes;
            std::memcpy(&bytes, from + at, sizeof bytes);
            std::memcpy(to + at, &bytes, sizeof bytes);
            escapes |= Bytes(bytes < 0x20) | Bytes(bytes == '"') | Bytes(bytes == '\\');
            high |= bytes;
        };
        for (std::size_t at = 0; at + 16 < size; at += 16) step(at);
        step(size - 16);  // some of it for the second time
        std::uint64_t halves[4];
        std::memcpy(halves, &escapes, sizeof escapes);
        std::memcpy(halves + 2, &high, sizeof high);
        return {(halves[0] | halves[1]) != 0, ((halves[2] | halves[3]) & every_byte(0x80)) == 0};
    }
    // Two words that overlap, for any size from that of one to that of two.
    const auto words = [&]<class Word>(Word) -> Found {
        const std::size_t last = size - sizeof(Word);
        Word a = 0;
        Word b = 0;
        std::memcpy(&a, from, sizeof a);
        std::memcpy(&b, from + last, sizeof b);
        std::memcpy(to, &a, sizeof a);
        std::memcpy(to + last, &b, sizeof b);
        // The upper half of a short word is no character that needs an escape.
        constexpr std::uint64_t filler = sizeof(Word) == 8 ? 0 : every_byte(' ') << 32;
        return {(escape_bits(a | filler) | escape_bits(b | filler)) != 0,
                ((a | b) & every_byte(0x80)) == 0};
    };
    if (size >= 8) return words(std::uint64_t{});
    if (size >= 4) return words(std::uint32_t{});
    Found found;
    for (std::size_t i = 0; i < size; ++i) {
        to[i] = from[i];
        found.escapes |= must_escape(from[i]);
        found.ascii &= static_cast<unsigned char>(from[i]) < 0x80;
    }
    return found;
}

/// Copies a text that is short, so that a call of memcpy would be the larger part of the work.
[[gnu::always_inline]] inline void copy_short(char* to, std::string_view text) {
    const char* from = text.data();
    const std::size_t size = text.size();
    // Two words that overlap, for any size from that of one to that of two.
    const auto words = [&]<class Word>(Word) {
        Word first;
        Word last;
        std::memcpy(&first, from, sizeof first);
        std::memcpy(&last, from + size - sizeof last, sizeof last);
        std::memcpy(to, &first, sizeof first);
        std::memcpy(to + size - sizeof last, &last, sizeof last);
    };
    if (size > 32) return void(std::memcpy(to, from, size));
    if (size >= 16) return words(Bytes{});
    if (size >= 8) return words(std::uint64_t{});
    if (size >= 4) return words(std::uint32_t{});
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
}

/// The first character from `p` that must be escaped.
const char* find_escape(const char* p, const char* end) {
    while (end - p >= 8 && escape_bits(load8(p)) == 0) p += 8;
    while (p != end && !must_escape(*p)) ++p;
    return p;
}

template <class Out>
void append_escape(Out& out, char c) {
    constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default:
            out += "\\u00";
            out += hex[static_cast<unsigned char>(c) >> 4];
            out += hex[c & 15];
    }
}

template <class Out>
void append_escaped(Out& out, std::string_view text) {
    out += '"';
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p != end) {
        const char* const found = find_escape(p, end);
        out += std::string_view(p, static_cast<std::size_t>(found - p));
        if (found == end) break;
        append_escape(out, *found);
        p = found + 1;
    }
    out += '"';
}

/// With `checked`: false, with nothing appended, when `text` is not valid UTF-8.
template <class Out>
[[gnu::hot]] bool append(Out& out, std::string_view text, bool checked) {
    const std::size_t begin = out.size();
    out.resize(begin + text.size() + 2);
    char* const to = out.data() + begin;
    const Found found = copy(to + 1, text);
    const bool bad = checked && !found.ascii && !is_utf8(text);
    if (bad || found.escapes) {
        out.resize(begin);
        if (!bad) append_escaped(out, text);
        return !bad;
    }
    to[0] = '"';
    to[text.size() + 1] = '"';
    return true;
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) { append(out, text, false); }
void append_quoted(TextBuffer& out, std::string_view text) { append(out, text, false); }
[[gnu::hot]] void append_name(TextBuffer& out, std::string_view name, bool plain, bool& first) {
    const std::size_t begin = out.size();
    const std::size_t comma = first ? 0 : 1;
    first = false;
    out.resize(begin + comma + name.size() + 3);
    char* to = out.data() + begin;
    to[0] = ',';  // where there is none, the quote takes its place
    if (!plain) {
        out.resize(begin + comma);
        append_escaped(out, name);
        out += ':';
        return;
    }
    to += comma;
    *to++ = '"';
    copy_short(to, name);
    to += name.size();
    to[0] = '"';
    to[1] = ':';
}
[[gnu::hot]] bool append_quoted_checked(std::string& out, std::string_view text) {
    return append(out, text, true);
}
[[gnu::hot]] bool append_quoted_checked(TextBuffer& out, std::string_view text) {
    return append(out, text, true);
}

}  // namespace mcp::detail
