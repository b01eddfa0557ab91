// SHA-256, and comparing secrets.
#pragma once

#include <string>
#include <string_view>

namespace mcp::jose {

/// 32 bytes.
std::string sha256(std::string_view bytes);
/// Takes the same time wherever they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace mcp::jose
