// Base64 (RFC 4648) for bytes inside JSON and URLs. Strict: what decodes has exactly one spelling.
// Not for streams.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// The standard alphabet, padded with `=`.
std::string base64_encode(std::string_view bytes);
/// The bytes; nothing for white space, missing padding, other characters, or bits left over.
std::optional<std::string> base64_decode(std::string_view text);

/// The alphabet for URLs and file names, without padding.
std::string base64url_encode(std::string_view bytes);
/// The bytes; nothing for padding, white space, other characters, or bits left over.
std::optional<std::string> base64url_decode(std::string_view text);

}  // namespace mcp
