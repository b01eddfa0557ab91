// Letters and digits of ASCII, whatever the locale is.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace mcp::detail {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_hex_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
/// The text with `A` to `Z` as small letters.
inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

/// The same but for the case of letters. Most pairs differ in their size or first letter, or in
/// nothing at all.
inline bool same_letters(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.empty()) return true;
    if (lower(a.front()) != lower(b.front())) return false;
    if (std::memcmp(a.data(), b.data(), a.size()) == 0) return true;
    for (std::size_t i = 1; i < a.size(); ++i) {
        if (lower(a[i]) != lower(b[i])) return false;
    }
    return true;
}

/// A set of characters that is quick to ask.
class Characters {
public:
    constexpr explicit Characters(std::string_view all) {
        for (const char c : all) table_[static_cast<unsigned char>(c)] = true;
    }
    /// Letters, digits, and these.
    static constexpr Characters alphanumeric_and(std::string_view more) {
        Characters all(more);
        for (char c = '0'; c <= '9'; ++c) all.table_[static_cast<unsigned char>(c)] = true;
        for (char c = 'a'; c <= 'z'; ++c) all.table_[static_cast<unsigned char>(c)] = true;
        for (char c = 'A'; c <= 'Z'; ++c) all.table_[static_cast<unsigned char>(c)] = true;
        return all;
    }
    constexpr bool has(char c) const { return table_[static_cast<unsigned char>(c)]; }
    constexpr bool has_any_of(std::string_view text) const {
        for (const char c : text) {
            if (has(c)) return true;
        }
        return false;
    }
    constexpr bool has_all_of(std::string_view text) const {
        for (const char c : text) {
            if (!has(c)) return false;
        }
        return true;
    }

private:
    bool table_[256]{};
};

/// RFC 9110 5.6.2: what the names of methods and header fields are made of.
inline constexpr Characters token_characters = Characters::alphanumeric_and("!#$%&'*+-.^_`|~");
constexpr bool is_token(std::string_view text) {
    return !text.empty() && token_characters.has_all_of(text);
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
/// Without spaces and tabs at its ends.
constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace mcp::detail
