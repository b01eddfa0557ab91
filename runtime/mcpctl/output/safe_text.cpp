// See the header. The tables hold what matters on terminals; they are no full Unicode data.
#include "output/safe_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace mcpctl {
namespace {

struct Run {
    std::uint32_t first;
    std::uint32_t last;
};

// Not seen, or they turn the direction of what follows.
constexpr Run hidden_runs[] = {
    {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200b},   {0x200e, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},   {0xd800, 0xdfff},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff}};

// Accents and the like, which stand on the character before them.
constexpr Run combining_runs[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x05bf, 0x05bf}, {0x05c1, 0x05c2},
    {0x05c4, 0x05c5}, {0x0610, 0x061a}, {0x064b, 0x065f}, {0x0670, 0x0670}, {0x06d6, 0x06dc},
    {0x06df, 0x06e4}, {0x06e7, 0x06e8}, {0x06ea, 0x06ed}, {0x0900, 0x0902}, {0x093a, 0x093a},
    {0x093c, 0x093c}, {0x0941, 0x0948}, {0x094d, 0x094d}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200c, 0x200d}, {0x20d0, 0x20ff},
    {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};

constexpr Run wide_runs[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
    {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},
    {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
    {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18cff}, {0x1aff0, 0x1b2ff},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a},
    {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393},
    {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4},
    {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d},
    {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596},
    {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc},
    {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc},
    {0x1f7e0, 0x1f7eb}, {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff},
    {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};

template <std::size_t N>
bool is_in(const Run (&runs)[N], std::uint32_t value) {
    const auto* const at =
        std::lower_bound(std::begin(runs), std::end(runs), value,
                         [](const Run& run, std::uint32_t wanted) { return run.last < wanted; });
    return at != std::end(runs) && at->first <= value;
}

std::size_t columns_of(std::uint32_t value) {
    if (value < 0x300) return 1;
    if (is_in(combining_runs, value)) return 0;
    return is_in(wide_runs, value) ? 2 : 1;
}

std::string escaped(const CodePoint& point, char byte) {
    std::array<char, 16> text{};
    if (point.valid) {
        std::snprintf(text.data(), text.size(), "\\u{%x}", static_cast<unsigned>(point.value));
    } else {
        std::snprintf(text.data(), text.size(), "\\x%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(byte)));
    }
    return text.data();
}

enum class Alphabet { none, latin, greek, cyrillic, armenian };

Alphabet alphabet_of(std::uint32_t value) {
    if ((value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z')) return Alphabet::latin;
    if (value >= 0xc0 && value <= 0x24f && value != 0xd7 && value != 0xf7) return Alphabet::latin;
    if (value >= 0x370 && value <= 0x3ff) return Alphabet::greek;
    if (value >= 0x400 && value <= 0x52f) return Alphabet::cyrillic;
    if (value >= 0x531 && value <= 0x587) return Alphabet::armenian;
    if (value >= 0xff21 && value <= 0xff5a) return Alphabet::latin;
    return Alphabet::none;
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
    std::uint32_t value = lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return {};
        value = (value << 6U) | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return {};
    return {value, length, true};
}

bool is_harmless(std::uint32_t code_point) {
    if (code_point < 0x20) return code_point == '\n' || code_point == '\t';
    if (code_point >= 0x7f && code_point < 0xa0) return false;
    return !is_in(hidden_runs, code_point);
}

std::string safe_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::uint32_t before = 0;
    while (!text.empty()) {
        if (text.starts_with("\r\n")) text.remove_prefix(1);
        const CodePoint point = first_code_point(text);
        // A joiner has a meaning between letters of some scripts, and in emoji; never after ASCII.
        const bool joins_nothing =
            (point.value == 0x200c || point.value == 0x200d) && before < 0x80;
        if (point.valid && is_harmless(point.value) && !joins_nothing)
            out += text.substr(0, point.bytes);
        else
            out += escaped(point, text.front());
        before = point.value;
        text.remove_prefix(point.bytes);
    }
    return out;
}

std::string safe_line(std::string_view text) {
    std::string out;
    bool blank = false;
    for (const char c : safe_text(text)) {
        if (c == ' ' || c == '\t' || c == '\n') {
            blank = true;
            continue;
        }
        if (blank && !out.empty()) out += ' ';
        blank = false;
        out += c;
    }
    return out;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const CodePoint point = first_code_point(text);
        width += columns_of(point.value);
        text.remove_prefix(point.bytes);
    }
    return width;
}

std::string fit(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string(text);
    if (columns == 0) return {};
    std::string out;
    std::size_t width = 0;
    while (!text.empty()) {
        const CodePoint point = first_code_point(text);
        width += columns_of(point.value);
        if (width + 1 > columns) break;
        out += text.substr(0, point.bytes);
        text.remove_prefix(point.bytes);
    }
    while (out.ends_with(' ')) out.pop_back();
    return out + "…";
}

std::string padded(std::string text, std::size_t columns) {
    const std::size_t width = display_width(text);
    if (width < columns) text.append(columns - width, ' ');
    return text;
}

bool mixes_alphabets(std::string_view name) {
    Alphabet seen = Alphabet::none;
    while (!name.empty()) {
        const CodePoint point = first_code_point(name);
        name.remove_prefix(point.bytes);
        const Alphabet here = alphabet_of(point.value);
        if (here == Alphabet::none) continue;
        if (seen != Alphabet::none && seen != here) return true;
        seen = here;
    }
    return false;
}

}  // namespace mcpctl
