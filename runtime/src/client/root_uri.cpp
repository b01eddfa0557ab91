// Which addresses of folders may be shown to a server. Only the text is looked at: links on the
// disk are for who opens files.
#include "client/desk.hpp"
#include "client/formats.hpp"

#include <string>

namespace mcp::client {

namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            plain += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

}  // namespace

bool is_root_uri(std::string_view uri) {
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme) || !is_uri(uri)) return false;
    const std::string_view rest = uri.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || rest.find_first_of("?#") != std::string_view::npos) {
        return false;
    }
    const std::string path = unescaped(rest.substr(slash)) + '/';
    if (path.find('\0') != std::string::npos) return false;
    return path.find("/../") == std::string::npos && path.find("\\..") == std::string::npos;
}

}  // namespace mcp::client
