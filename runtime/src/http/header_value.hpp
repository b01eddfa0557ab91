// Text as the value of a header, for `Mcp-Name` and `Mcp-Param-…`: as it is when that is safe,
// otherwise `=?base64?…?=`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp::http {

/// The value that carries this text (UTF-8).
std::string encode_value(std::string_view text);
/// The text that a value carries. Nothing for characters that no value may have, and for base64
/// with another alphabet, wrong padding, bits left over, or no UTF-8 in it.
std::optional<std::string> decode_value(std::string_view value);

}  // namespace mcp::http
