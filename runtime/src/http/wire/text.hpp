// Characters of HTTP/1.1, and looking for the next one that matters.
#pragma once

#include "util/ascii.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mcp::http::wire {

using mcp::detail::is_token;
inline bool is_token_character(char c) { return mcp::detail::token_characters.has(c); }
/// Whether text may be a field's value: no control characters but tabs.
bool is_field_value(std::string_view text);

/// The first control character that is no tab, at or after `from`; `text.size()` for none.
std::size_t find_control(std::string_view text, std::size_t from);

using mcp::detail::is_digit;
using mcp::detail::lower;
using mcp::detail::trimmed;
/// Compares names without case.
inline bool same_name(std::string_view a, std::string_view b) {
    return mcp::detail::same_letters(a, b);
}

/// Digits and nothing else. Too large ones are the largest number.
std::optional<std::uint64_t> parse_decimal(std::string_view text);

/// Takes the next element of a comma-separated list from the front of `list`, trimmed; nothing at
/// the end. An empty element is given as such.
std::optional<std::string_view> next_element(std::optional<std::string_view>& list);

}  // namespace mcp::http::wire
