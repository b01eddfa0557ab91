// The few text formats that form fields have. Checks what a person may have mistyped; no complete
// grammars of mail addresses.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcp::client {

std::size_t code_points(std::string_view utf8);
bool is_email(std::string_view text);
bool is_uri(std::string_view text);        ///< absolute, RFC 3986
bool is_date(std::string_view text);       ///< 2026-01-31
bool is_date_time(std::string_view text);  ///< RFC 3339

}  // namespace mcp::client
