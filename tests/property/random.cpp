// See random.hpp.
#include <tests/property/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mcp::testing {
namespace {

constexpr std::int64_t odd_integers[] = {0,
                                         1,
                                         -1,
                                         9,
                                         10,
                                         100,
                                         -100,
                                         127,
                                         255,
                                         65536,
                                         2147483647,
                                         -2147483648,
                                         4294967296,
                                         9007199254740991,
                                         -9007199254740991,
                                         9007199254740993,
                                         999999999999999999,
                                         std::numeric_limits<std::int64_t>::max(),
                                         std::numeric_limits<std::int64_t>::min()};

constexpr double odd_numbers[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  0.5,
                                  0.1,
                                  -2.5e-7,
                                  1e15,
                                  1e16,
                                  1e17,
                                  1e21,
                                  1e22,
                                  123456789012345680.0,
                                  9007199254740993.0,
                                  1.7976931348623157e308,
                                  -1.7976931348623157e308,
                                  2.2250738585072014e-308,
                                  5e-324,
                                  0.30000000000000004,
                                  3.141592653589793};

// Texts that have broken somebody's parser, printer or line splitter.
constexpr std::string_view odd_texts[] = {
    "",
    " ",
    "\"",
    "\\",
    "\\u0041",
    "/",
    "</script>",
    "{\"a\":1}",
    "[1,2]",
    "null",
    "true",
    "-0",
    "\n",
    "\r\n",
    "\t",
    std::string_view("\0", 1),
    std::string_view("a\0b", 3),
    "\x1f",
    "\x7f",
    "\xc2\x80",
    "\xe2\x80\xa8",                                  // line separator
    "\xe2\x80\xa9",                                  // paragraph separator
    "\xef\xbb\xbf",                                  // byte order mark
    "\xef\xbf\xbd",                                  // replacement character
    "\xef\xbf\xbf",                                  // no character at all
    "\xed\x9f\xbf",                                  // the last before the surrogates
    "\xee\x80\x80",                                  // the first after them
    "\xf0\x90\x80\x80",                              // the first beyond 16 bits
    "\xf4\x8f\xbf\xbf",                              // the last
    "e\xcc\x81",                                     // a letter and its accent
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",  // two pictures that make one
    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",              // written from the right
};

void append_utf8(std::string& to, std::uint32_t c) {
    const auto byte = [&to](std::uint32_t value) { to += static_cast<char>(value); };
    const auto rest = [&](unsigned shift) { byte(0x80U | ((c >> shift) & 0x3fU)); };
    if (c < 0x80) {
        byte(c);
    } else if (c < 0x800) {
        byte(0xc0U | (c >> 6U));
        rest(0);
    } else if (c < 0x10000) {
        byte(0xe0U | (c >> 12U));
        rest(6);
        rest(0);
    } else {
        byte(0xf0U | (c >> 18U));
        rest(12);
        rest(6);
        rest(0);
    }
}

}  // namespace

Random::Random(std::uint64_t seed, std::string_view what, std::uint64_t index) : state_(seed) {
    for (const char c : what) {
        state_ ^= static_cast<unsigned char>(c);
        bits();
    }
    state_ ^= index * 0xd1342543de82ef95ULL;
    bits();
}

std::int64_t Random::integer() {
    return integer(std::numeric_limits<std::int64_t>::min(),
                   std::numeric_limits<std::int64_t>::max());
}

std::int64_t Random::integer(std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    switch (below(4)) {
        case 0: value = static_cast<std::int64_t>(below(1000)); break;
        case 1: value = pick(odd_integers); break;
        case 2: value = coin() ? low : high; break;
        // Any number of digits.
        default: value = static_cast<std::int64_t>(bits()) >> below(64); break;
    }
    return std::clamp(value, low, high);
}

double Random::number() {
    switch (below(5)) {
        case 0: return static_cast<double>(below(1000));
        case 1: return pick(odd_numbers);
        case 2: return static_cast<double>(static_cast<std::int64_t>(bits()) >> below(64));
        case 3: return static_cast<double>(bits() >> 11U) * 0x1p-53;
        default: break;
    }
    const std::uint64_t pattern = bits();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    return std::isfinite(value) ? value : 0.25;
}

double Random::number(double low, double high) {
    const double value = number();
    if (value >= low && value <= high) return value;
    if (once_in(4)) return coin() ? low : high;
    // Half of the range at a time, as the whole may be too large for a double.
    const double part = static_cast<double>(bits() >> 11U) * 0x1p-53;
    return std::clamp(low * (1 - part) + high * part, low, high);
}

double Random::fraction() {
    const double value = number();
    if (value != std::floor(value)) return value;
    return std::fmod(value, 1e6) + 0.5;
}

void Random::character(std::string& to) {
    switch (below(8)) {
        case 0: to += pick(odd_texts); return;
        case 1: append_utf8(to, static_cast<std::uint32_t>(below(0x80))); return;
        case 2: append_utf8(to, static_cast<std::uint32_t>(0x80 + below(0x780))); return;
        case 3: {
            const auto c = static_cast<std::uint32_t>(0x800 + below(0xf800));
            append_utf8(to, c >= 0xd800 && c < 0xe000 ? c - 0x1000 : c);
            return;
        }
        case 4: append_utf8(to, static_cast<std::uint32_t>(0x10000 + below(0x100000))); return;
        default: append_utf8(to, static_cast<std::uint32_t>(' ' + below(95))); return;
    }
}

std::string Random::text() {
    std::string result;
    std::size_t length = below(10);
    if (once_in(40)) length = below(200);
    if (once_in(4000)) length = below(5000);
    // Plain text is what there mostly is.
    const bool plain = coin();
    for (std::size_t i = 0; i < length; ++i) {
        if (plain) {
            result += static_cast<char>(' ' + below(95));
        } else {
            character(result);
        }
    }
    return result;
}

std::string Random::word() {
    static constexpr std::string_view letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
    std::string result;
    if (once_in(4)) character(result);
    const std::size_t length = 2 + below(6);
    for (std::size_t i = 0; i < length; ++i) result += letters[below(letters.size())];
    return result;
}

std::size_t Random::count(std::size_t low, std::size_t high) {
    std::size_t count = below(4);
    if (once_in(20)) count = below(12);
    if (once_in(30)) count = low;
    if (high <= 200 && once_in(30)) count = high;
    return std::clamp(count, low, high);
}

}  // namespace mcp::testing
