// What expanding and matching URI templates share: how each operator writes its variables.
// Parsing and expanding are in uri_template.cpp, matching is in uri_match.cpp.
#pragma once

#include "util/ascii.hpp"

#include <string>
#include <string_view>

namespace mcp::detail {

/// RFC 6570, appendix A.
struct UriOperator {
    char op = '\0';
    std::string_view first{};     ///< before the first variable
    char separator = ',';         ///< between variables
    bool named = false;           ///< `name=value`
    std::string_view if_empty{};  ///< behind the name of an empty value
    bool reserved = false;        ///< reserved characters and escapes stay as they are
};

const UriOperator& uri_operator(char op);

/// Whether there is `%` with two hexadecimal digits at `i`.
constexpr bool is_escape_at(std::string_view text, std::size_t i) {
    return i + 2 < text.size() && text[i] == '%' && is_hex_digit(text[i + 1]) &&
           is_hex_digit(text[i + 2]);
}

}  // namespace mcp::detail
