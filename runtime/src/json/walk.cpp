// Steps over valid text. It ends where its brackets say; how far the memory goes is only asked to
// look at several bytes at once.
#include "json/walk.hpp"

#include "json/text.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mcp::detail {
namespace {

enum Class : std::uint8_t { other, quote, open, close };

constexpr auto classes = [] {
    std::array<Class, 256> table{};
    constexpr std::pair<unsigned char, Class> marks[] = {
        {'"', quote}, {'{', open}, {'[', open}, {'}', close}, {']', close}};
    for (const auto& [c, kind] : marks) table[c] = kind;
    return table;
}();

/// Whether a number may go on with `c`.
bool is_of_number(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

constexpr std::uint64_t in_each_byte = 0x0101010101010101U;

/// The highest bit of each byte that is `c`; above the first one others may have it, too.
std::uint64_t bytes_that_are(std::uint64_t word, char c) {
    const std::uint64_t zero = word ^ (in_each_byte * static_cast<unsigned char>(c));
    return (zero - in_each_byte) & ~zero & (in_each_byte << 7U);
}

/// The first quote or backslash at or after `p`. Looks at several bytes at once, as far as they go.
const char* next_mark(const char* p, const char* last) {
#if defined(__SSE2__)
    const __m128i quotes = _mm_set1_epi8('"');
    const __m128i backslashes = _mm_set1_epi8('\\');
    for (; last - p >= 16; p += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i marks =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, backslashes));
        const auto found = static_cast<unsigned>(_mm_movemask_epi8(marks));
        if (found != 0) return p + std::countr_zero(found);
    }
#endif
    if constexpr (std::endian::native == std::endian::little) {
        for (; last - p >= 8; p += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, p, sizeof word);
            const auto found = bytes_that_are(word, '"') | bytes_that_are(word, '\\');
            if (found != 0) return p + std::countr_zero(found) / 8;
        }
    }
    while (*p != '"' && *p != '\\') ++p;
    return p;
}

}  // namespace

[[gnu::hot]] const char* end_of_string(const char* p, const char* last) {
    for (++p;; p += 2) {
        p = next_mark(p, last);
        if (*p == '"') return p + 1;
    }
}

const char* end_of_value(const char* p, const char* last) {
    switch (class_of(*p)) {
        case quote: return end_of_string(p, last);
        case open: break;
        default:
            switch (*p) {
                case 't':
                case 'n': return p + 4;
                case 'f': return p + 5;
                default:
                    while (is_of_number(*p)) ++p;
                    return p;
            }
    }
    std::size_t depth = 0;
    for (;;) {
        switch (class_of(*p)) {
            case quote: p = end_of_string(p, last); break;
            case open:
                ++depth;
                ++p;
                break;
            case close:
                ++p;
                if (--depth == 0) return p;
                break;
            default: ++p;
        }
    }
}

bool Items::next() {
    if (!p_) return false;
    if (object_) {
        const char* end = end_of_string(p_, last_);
        name_ = {p_ + 1, static_cast<std::size_t>(end - p_ - 2)};
        p_ = end + 1;
    }
    const char* end = end_of_value(p_, last_);
    value_ = {p_, static_cast<std::size_t>(end - p_)};
    p_ = *end == ',' ? end + 1 : nullptr;
    return true;
}

bool Items::named(std::string_view plain) const { return stands_for(name_, plain); }

std::string_view find_member(std::string_view object, std::string_view name) {
    Items items(object);
    while (items.next()) {
        if (items.named(name)) return items.value();
    }
    return {};
}

}  // namespace mcp::detail
