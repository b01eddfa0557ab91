// Names that things have which nobody else may see.
#pragma once

#include "util/ascii.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace mcp::detail {

/// Whether a field with this name is likely to hold a secret.
inline bool sounds_secret(std::string_view name) {
    constexpr std::array<std::string_view, 11> words{
        "password", "passwd",      "secret",  "apikey", "api_key",    "api-key",
        "token",    "private_key", "pincode", "cvv",    "credit_card"};
    const std::string text = lower(name);
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace mcp::detail
