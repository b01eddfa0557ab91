// Strings in JSON text: escaping, unescaping, and the check of both. Numbers are in numbers.cpp.
#include "json/structure.hpp"
#include "json/text.hpp"

#include <cstring>

namespace mcp::detail {
namespace {

constexpr std::uint32_t bad_code = 0xffffffffU;

std::uint32_t hex4(const char* p) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = p[i];
        std::uint32_t digit = 0;
        if (c >= '0' && c <= '9') {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<std::uint32_t>(c - 'a') + 10;
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<std::uint32_t>(c - 'A') + 10;
        } else {
            return bad_code;
        }
        value = value << 4 | digit;
    }
    return value;
}

/// The code point after `\u`, both halves of a pair taken together. Moves `p` behind it.
std::uint32_t read_code_point(const char*& p, const char* end) {
    if (end - p < 4) return bad_code;
    const std::uint32_t first = hex4(p);
    if (first == bad_code || (first >= 0xdc00 && first <= 0xdfff)) return bad_code;
    p += 4;
    if (first < 0xd800 || first > 0xdbff) return first;
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return bad_code;
    const std::uint32_t second = hex4(p + 2);
    if (second < 0xdc00 || second > 0xdfff) return bad_code;
    p += 6;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

std::size_t encode_utf8(std::uint32_t code, char* to) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    if (code < 0x80) {
        to[0] = byte(code);
        return 1;
    }
    if (code < 0x800) {
        to[0] = byte(0xc0 | code >> 6);
        to[1] = byte(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        to[0] = byte(0xe0 | code >> 12);
        to[1] = byte(0x80 | (code >> 6 & 0x3f));
        to[2] = byte(0x80 | (code & 0x3f));
        return 3;
    }
    to[0] = byte(0xf0 | code >> 18);
    to[1] = byte(0x80 | (code >> 12 & 0x3f));
    to[2] = byte(0x80 | (code >> 6 & 0x3f));
    to[3] = byte(0x80 | (code & 0x3f));
    return 4;
}

char simple_escape(char c) {
    switch (c) {
        case '"': return '"';
        case '\\': return '\\';
        case '/': return '/';
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return 0;
    }
}

/// Hands the unescaped text piece by piece to `sink(data, size)`, which says whether to go on.
template <class Sink>
bool unescape(std::string_view content, Sink sink) {
    const char* p = content.data();
    const char* const end = p + content.size();
    while (p != end) {
        const auto* slash =
            static_cast<const char*>(std::memchr(p, '\\', static_cast<std::size_t>(end - p)));
        if (!slash) return sink(p, static_cast<std::size_t>(end - p));
        if (slash != p && !sink(p, static_cast<std::size_t>(slash - p))) return false;
        if (end - slash < 2) return false;
        p = slash + 2;
        char buffer[4];
        std::size_t size = 1;
        if (slash[1] == 'u') {
            const std::uint32_t code = read_code_point(p, end);
            if (code == bad_code) return false;
            size = encode_utf8(code, buffer);
        } else {
            buffer[0] = simple_escape(slash[1]);
            if (buffer[0] == 0) return false;
        }
        if (!sink(buffer, size)) return false;
    }
    return true;
}

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

struct Scan {
    bool escapes = false;  // something must be escaped
    bool ascii = true;
};

// Sixteen bytes at once, in whatever way the machine has: an extension of GCC and Clang.
using Bytes = unsigned char __attribute__((vector_size(16)));

Bytes load16(const char* p) {
    Bytes bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

struct WideScan {
    Bytes escapes{};
    Bytes high{};

    void add(Bytes bytes) {
        escapes |= Bytes(bytes < 0x20) | Bytes(bytes == '"') | Bytes(bytes == '\\');
        high |= bytes;
    }
    static std::uint64_t any(Bytes bytes, std::uint64_t mask) {
        std::uint64_t halves[2];
        std::memcpy(halves, &bytes, sizeof halves);
        return (halves[0] | halves[1]) & mask;
    }
    Scan result() const {
        return {any(escapes, ~std::uint64_t{0}) != 0, any(high, every_byte(0x80)) == 0};
    }
};

Scan scan(std::string_view text) {
    const char* p = text.data();
    const char* const end = p + text.size();
    if (text.size() >= 16) {
        WideScan found;
        for (; end - p > 16; p += 16) found.add(load16(p));
        found.add(load16(end - 16));  // some of it for the second time
        return found.result();
    }
    if (text.size() >= 8) {
        const std::uint64_t first = load8(p);
        const std::uint64_t last = load8(end - 8);
        return {(escape_bits(first) | escape_bits(last)) != 0,
                ((first | last) & every_byte(0x80)) == 0};
    }
    if (text.size() >= 4) {
        std::uint32_t halves[2];
        std::memcpy(halves, p, 4);
        std::memcpy(halves + 1, end - 4, 4);
        const std::uint64_t word = std::uint64_t{halves[0]} << 32 | halves[1];
        return {escape_bits(word) != 0, (word & every_byte(0x80)) == 0};
    }
    Scan found;
    for (; p != end; ++p) {
        found.escapes |= must_escape(*p);
        found.ascii &= static_cast<unsigned char>(*p) < 0x80;
    }
    return found;
}

/// The first character from `p` that must be escaped.
const char* find_escape(const char* p, const char* end) {
    while (end - p >= 8 && escape_bits(load8(p)) == 0) p += 8;
    while (p != end && !must_escape(*p)) ++p;
    return p;
}

void append_escape(std::string& out, char c) {
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

void append_between_quotes(std::string& out, std::string_view text, bool escapes) {
    if (!escapes) {
        const std::size_t begin = out.size();
        out.append(text.size() + 2, '"');
        if (!text.empty()) std::memcpy(out.data() + begin + 1, text.data(), text.size());
        return;
    }
    out += '"';
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p != end) {
        const char* const found = find_escape(p, end);
        out.append(p, found);
        if (found == end) break;
        append_escape(out, *found);
        p = found + 1;
    }
    out += '"';
}

}  // namespace

bool append_unescaped(std::string& out, std::string_view content) {
    return unescape(content, [&out](const char* data, std::size_t size) {
        out.append(data, size);
        return true;
    });
}

bool escapes_are_valid(std::string_view content) {
    return unescape(content, [](const char*, std::size_t) { return true; });
}

bool unescapes_to(std::string_view content, std::string_view plain) {
    const bool prefix = unescape(content, [&plain](const char* data, std::size_t size) {
        if (plain.substr(0, size) != std::string_view(data, size)) return false;
        plain.remove_prefix(size);
        return true;
    });
    return prefix && plain.empty();
}

void append_quoted(std::string& out, std::string_view text) {
    append_between_quotes(out, text, scan(text).escapes);
}

bool append_quoted_checked(std::string& out, std::string_view text) {
    const Scan found = scan(text);
    if (!found.ascii && !is_utf8(text)) return false;
    append_between_quotes(out, text, found.escapes);
    return true;
}

std::string with_valid_utf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        // The longest character that starts here; there are at most four bytes in one.
        std::size_t size = text.size() < 4 ? text.size() : 4;
        while (size > 0 && !is_utf8(text.substr(0, size))) --size;
        if (size == 0) {
            out += "\xEF\xBF\xBD";
            size = 1;
        } else {
            out += text.substr(0, size);
        }
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace mcp::detail
