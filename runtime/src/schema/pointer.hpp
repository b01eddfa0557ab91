// The tokens of JSON pointers, RFC 6901: `~` and `/` in a name are written `~0` and `~1`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp::schema {

/// Adds the name as a token, without the `/` before it.
inline void append_token(std::string& pointer, std::string_view name) {
    for (const char c : name) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
}

/// The name that a token stands for.
inline std::string name_of_token(std::string_view token) {
    std::string name;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size()) {
            name += token[++i] == '1' ? '/' : '~';
        } else {
            name += token[i];
        }
    }
    return name;
}

}  // namespace mcp::schema
