// SHA-256 of bytes, by libcrypto, which is loaded when it is first used.
#pragma once

#include <string>
#include <string_view>

namespace mcp::util {

/// The digest as 64 hexadecimal digits. Throws std::runtime_error when libcrypto cannot be used.
std::string sha256_hex(std::string_view bytes);

}  // namespace mcp::util
