// Searches that look at sixteen bytes at a time where the processor can.
#include "http/wire/text.hpp"

#include <bit>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace mcp::http::wire {

namespace {

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

}  // namespace

bool is_field_value(std::string_view text) { return find_control(text, 0) == text.size(); }

std::size_t find_control(std::string_view text, std::size_t from) {
    std::size_t at = from;
#ifdef __SSE2__
    const __m128i largest = _mm_set1_epi8(0x1f);
    const __m128i tab = _mm_set1_epi8('\t');
    const __m128i del = _mm_set1_epi8(0x7f);
    for (; text.size() - at >= 16; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
        const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, largest), bytes);
        const __m128i found = _mm_or_si128(_mm_andnot_si128(_mm_cmpeq_epi8(bytes, tab), low),
                                           _mm_cmpeq_epi8(bytes, del));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
        if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
    }
#endif
    while (at < text.size() && !is_control(text[at])) ++at;
    return at;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    if (text.empty()) return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        number = number > (largest - digit) / 10 ? largest : number * 10 + digit;
    }
    return number;
}

std::optional<std::string_view> next_element(std::optional<std::string_view>& list) {
    if (!list) return std::nullopt;
    const std::size_t comma = list->find(',');
    const std::string_view element = trimmed(list->substr(0, comma));
    if (comma == std::string_view::npos)
        list.reset();
    else
        list->remove_prefix(comma + 1);
    return element;
}

}  // namespace mcp::http::wire
