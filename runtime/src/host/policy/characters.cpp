// Which characters deceive, and what two names look like. The table of look-alikes has the letters
// of other alphabets that are drawn like letters of ASCII in usual fonts; it is not all of Unicode.
#include "host/policy/characters.hpp"

#include "json/text.hpp"
#include "schema/pattern.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace mcp {

namespace host {

namespace {

struct Span {
    char32_t first;
    char32_t last;
};
bool is_in(const Span* begin, const Span* end, char32_t point) {
    return std::any_of(begin, end, [point](const Span& span) {
        return point >= span.first && point <= span.last;
    });
}

constexpr Span hidden_spans[] = {
    {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F}, {0x2800, 0x2800},
    {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};
constexpr Span blank_spans[] = {{0x09, 0x09},     {0x20, 0x20},     {0xA0, 0xA0},
                                {0x1680, 0x1680}, {0x2000, 0x200A}, {0x202F, 0x202F},
                                {0x205F, 0x205F}, {0x3000, 0x3000}};

struct LookAlike {
    char32_t point;
    char letter;
};
// Sorted by code point.
constexpr LookAlike look_alikes[] = {
    {0x00D7, 'x'}, {0x00DF, 'b'}, {0x0131, 'l'}, {0x0142, 'l'}, {0x0184, 'b'}, {0x01C0, 'l'},
    {0x0251, 'a'}, {0x0261, 'g'}, {0x0269, 'l'}, {0x026A, 'l'}, {0x028B, 'u'}, {0x028F, 'y'},
    {0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'l'},
    {0x039A, 'k'}, {0x039C, 'm'}, {0x039D, 'n'}, {0x039F, 'o'}, {0x03A1, 'p'}, {0x03A4, 't'},
    {0x03A5, 'y'}, {0x03A7, 'x'}, {0x03B1, 'a'}, {0x03B3, 'y'}, {0x03B5, 'e'}, {0x03B9, 'l'},
    {0x03BA, 'k'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C3, 'o'}, {0x03C4, 't'},
    {0x03C5, 'u'}, {0x03C7, 'x'}, {0x03F2, 'c'}, {0x0405, 's'}, {0x0406, 'l'}, {0x0408, 'j'},
    {0x0410, 'a'}, {0x0412, 'b'}, {0x0415, 'e'}, {0x041A, 'k'}, {0x041C, 'm'}, {0x041D, 'h'},
    {0x041E, 'o'}, {0x0420, 'p'}, {0x0421, 'c'}, {0x0422, 't'}, {0x0423, 'y'}, {0x0425, 'x'},
    {0x0430, 'a'}, {0x0432, 'b'}, {0x0433, 'r'}, {0x0435, 'e'}, {0x043A, 'k'}, {0x043C, 'm'},
    {0x043D, 'h'}, {0x043E, 'o'}, {0x043F, 'n'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'},
    {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'l'}, {0x0458, 'j'}, {0x0475, 'v'},
    {0x04AE, 'y'}, {0x04AF, 'y'}, {0x04BB, 'h'}, {0x04BC, 'e'}, {0x04C0, 'l'}, {0x04CF, 'l'},
    {0x0501, 'd'}, {0x051B, 'q'}, {0x051D, 'w'}, {0x0555, 'o'}, {0x0561, 'w'}, {0x0563, 'q'},
    {0x0570, 'h'}, {0x0578, 'n'}, {0x057D, 'u'}, {0x0585, 'o'}, {0x05D5, 'l'}, {0x05D8, 'v'},
    {0x05E1, 'o'}, {0x0665, 'o'}, {0x06F0, '0'}, {0x0966, 'o'}, {0x0D20, 'o'}, {0x10E7, 'y'},
    {0x13A0, 'd'}, {0x13A1, 'r'}, {0x13A2, 't'}, {0x13AA, 'a'}, {0x13B3, 'w'}, {0x13BB, 'h'},
    {0x13DA, 's'}, {0x13DE, 'l'}, {0x13E2, 'p'}, {0x13F4, 'b'}, {0x1D04, 'c'}, {0x1D0F, 'o'},
    {0x1D1C, 'u'}, {0x1D20, 'v'}, {0x1D21, 'w'}, {0x1D22, 'z'}, {0x2010, '_'}, {0x2011, '_'},
    {0x2012, '_'}, {0x2013, '_'}, {0x2014, '_'}, {0x2024, '.'}, {0x2044, '/'}, {0x2102, 'c'},
    {0x210A, 'g'}, {0x210E, 'h'}, {0x2113, 'l'}, {0x2115, 'n'}, {0x2119, 'p'}, {0x211A, 'q'},
    {0x211D, 'r'}, {0x2124, 'z'}, {0x2160, 'l'}, {0x2164, 'v'}, {0x2169, 'x'}, {0x216C, 'l'},
    {0x216D, 'c'}, {0x216E, 'd'}, {0x216F, 'm'}, {0x2170, 'l'}, {0x2174, 'v'}, {0x2179, 'x'},
    {0x217C, 'l'}, {0x217D, 'c'}, {0x217E, 'd'}, {0x217F, 'm'}, {0x2212, '_'}, {0x2215, '/'},
    {0x2223, 'l'}, {0x2C85, 'r'}, {0x2C9F, 'o'}, {0x2CA3, 'p'}, {0x2CA5, 'c'}, {0x3007, 'o'},
    {0xA731, 's'}, {0xA793, 'c'}, {0xAB75, 'l'},
};

/// Letters of ASCII that people take for each other, and marks that part words.
char folded(char c) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    switch (c) {
        case 'i':
        case '1':
        case '|': return 'l';
        case '0': return 'o';
        case '-': return '_';
        default: return c;
    }
}

/// The letter of ASCII that it is drawn like; 0 for others.
char ascii_like(char32_t point) {
    if (point < 0x80) return static_cast<char>(point);
    if (point >= 0xFF01 && point <= 0xFF5E) return static_cast<char>(point - 0xFF01 + '!');
    if (point >= 0x1D400 && point <= 0x1D6A3) {  // bold, italic, ... : A to Z, a to z
        const auto at = static_cast<int>((point - 0x1D400) % 52);
        return static_cast<char>(at < 26 ? 'A' + at : 'a' + at - 26);
    }
    if (point >= 0x1D7CE && point <= 0x1D7FF) {
        return static_cast<char>('0' + static_cast<int>((point - 0x1D7CE) % 10));
    }
    if (point >= 0x24B6 && point <= 0x24E9) {  // in circles
        return static_cast<char>('a' + static_cast<int>((point - 0x24B6) % 26));
    }
    const auto* const found = std::lower_bound(
        std::begin(look_alikes), std::end(look_alikes), point,
        [](const LookAlike& each, char32_t wanted) { return each.point < wanted; });
    return found != std::end(look_alikes) && found->point == point ? found->letter : '\0';
}

/// Latin letters with a mark, to those without; 0 for others.
char without_mark(char32_t point) {
    // From U+00C0 on; a blank where there is no such letter.
    constexpr std::string_view latin =
        "aaaaaaaceeeelllldnooooo ouuuuy  aaaaaaaceeeelllldnooooo ouuuuy y";
    static_assert(latin.size() == 64);
    if (point < 0xC0 || point > 0xFF) return '\0';
    const char letter = latin[point - 0xC0];
    return letter == ' ' ? '\0' : letter;
}

}  // namespace

bool is_hidden(char32_t point) {
    return is_in(std::begin(hidden_spans), std::end(hidden_spans), point);
}
bool is_control(char32_t point) {
    return (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7F && point < 0xA0);
}
bool is_blank(char32_t point) {
    return is_in(std::begin(blank_spans), std::end(blank_spans), point);
}

bool hides_something(std::u32string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_hidden(text[i])) continue;
        const bool joins = text[i] == 0xFE0F || text[i] == 0x200D;
        // After FE0F a joiner may follow; a run of anything else is none of a picture's parts.
        const char32_t before = i > 0 ? text[i - 1] : U'\0';
        const bool of_picture =
            before >= 0x2000 && (!is_hidden(before) || (before == 0xFE0F && text[i] == 0x200D));
        if (!joins || !of_picture) return true;
    }
    return false;
}

std::u32string points_of(std::string_view text) {
    const std::wstring points = schema::code_points(detail::with_valid_utf8(text));
    return {points.begin(), points.end()};
}

void append_utf8(std::string& out, char32_t point) {
    const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
    if (point < 0x80) return byte(point);
    if (point < 0x800) {
        byte(0xC0U | (point >> 6U));
    } else if (point < 0x10000) {
        byte(0xE0U | (point >> 12U));
        byte(0x80U | ((point >> 6U) & 0x3FU));
    } else {
        byte(0xF0U | (point >> 18U));
        byte(0x80U | ((point >> 12U) & 0x3FU));
        byte(0x80U | ((point >> 6U) & 0x3FU));
    }
    byte(0x80U | (point & 0x3FU));
}

}  // namespace host

std::string visible_text(std::string_view text) {
    std::string out;
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7F);
    });
    if (plain) return std::string(text);
    for (const char32_t point : host::points_of(text)) {
        if (!host::is_hidden(point) && !host::is_control(point)) {
            host::append_utf8(out, point);
            continue;
        }
        char spelled[16];
        std::snprintf(spelled, sizeof spelled, "\\u{%04X}", static_cast<unsigned>(point));
        out += spelled;
    }
    return out;
}

std::string name_skeleton(std::string_view name) {
    std::string out;
    out.reserve(name.size());
    const bool plain_letters = std::all_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7F;
    });
    if (plain_letters) {
        for (const char c : name) out += host::folded(c);
        return out;
    }
    for (const char32_t point : host::points_of(name)) {
        const bool mark = point >= 0x0300 && point <= 0x036F;
        if (mark || host::is_hidden(point) || host::is_control(point) || host::is_blank(point) ||
            point == U'\n') {
            continue;
        }
        if (const char like = host::ascii_like(point)) {
            out += host::folded(like);
        } else if (const char plain = host::without_mark(point)) {
            out += host::folded(plain);
        } else {
            host::append_utf8(out, point);
        }
    }
    return out;
}

}  // namespace mcp
