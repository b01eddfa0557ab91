// Base64 in its two alphabets, by tables.
#include <mcp/base64.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace mcp {
namespace {

using Alphabet = std::string_view;
constexpr Alphabet standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr Alphabet for_urls = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::uint8_t no_digit = 0xff;
using Digits = std::array<std::uint8_t, 256>;

constexpr Digits digits_of(Alphabet alphabet) {
    Digits digits{};
    digits.fill(no_digit);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}
constexpr Digits standard_digits = digits_of(standard);
constexpr Digits url_digits = digits_of(for_urls);

std::string encode(std::string_view bytes, Alphabet alphabet, bool padded) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::uint32_t group = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
        const std::size_t count = bytes.size() - i >= 3 ? 4 : bytes.size() - i + 1;
        for (std::size_t k = 0; k < count; ++k) text += alphabet[group >> (18 - 6 * k) & 63U];
        if (padded) text.append(4 - count, '=');
    }
    return text;
}

/// `text` without padding.
std::optional<std::string> decode(std::string_view text, const Digits& digits) {
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const std::uint8_t digit = digits[static_cast<unsigned char>(c)];
        if (digit == no_digit) return std::nullopt;
        group = group << 6U | digit;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(group >> bits & 0xffU);
    }
    // Another last digit would give the same bytes.
    if ((group & ((1U << bits) - 1)) != 0) return std::nullopt;
    return bytes;
}

}  // namespace

std::string base64_encode(std::string_view bytes) { return encode(bytes, standard, true); }
std::string base64url_encode(std::string_view bytes) { return encode(bytes, for_urls, false); }

std::optional<std::string> base64_decode(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
    return decode(text, standard_digits);
}

std::optional<std::string> base64url_decode(std::string_view text) {
    return decode(text, url_digits);
}

}  // namespace mcp
