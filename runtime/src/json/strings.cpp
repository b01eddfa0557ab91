// Strings in JSON text: unescaping, and the check of escapes. Writing them is in quote.cpp.
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

bool stands_for(std::string_view content, std::string_view plain) {
    const auto has_escape = [](std::string_view text) {
        return std::memchr(text.data(), '\\', text.size()) != nullptr;
    };
    if (same_text(content, plain)) return !has_escape(content);
    // Every escape is longer than what it stands for.
    return content.size() > plain.size() && has_escape(content) && unescapes_to(content, plain);
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
