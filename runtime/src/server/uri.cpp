// RFC 3986, as much as it takes to refuse what is no URI and what tries to step out of a folder.
#include "server/uri.hpp"

#include "util/ascii.hpp"

#include <algorithm>

namespace mcp::server {

namespace {

using detail::is_digit;
using detail::is_letter;

int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_uri_character(char c) {
    constexpr std::string_view others = "-._~:/?#[]@!$&'()*+,;=%";
    return is_letter(c) || is_digit(c) || others.find(c) != std::string_view::npos;
}

bool is_scheme(std::string_view text) {
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
           });
}

bool steps_upwards(std::string_view path) {
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find_first_of("/\\", begin), path.size());
        if (path.substr(begin, end - begin) == "..") return true;
        begin = end + 1;
    }
    return false;
}

}  // namespace

std::string uri_problem(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    if (colon == std::string_view::npos || !is_scheme(uri.substr(0, colon))) {
        return "it has no scheme";
    }
    if (colon + 1 == uri.size()) return "it names nothing";
    const std::size_t path_end = uri.find_first_of("?#");
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        char c = uri[i];
        if (!is_uri_character(c)) return "it has a character that must be escaped";
        if (c == '%') {
            const int high = i + 1 < uri.size() ? hex_value(uri[i + 1]) : -1;
            const int low = i + 2 < uri.size() ? hex_value(uri[i + 2]) : -1;
            if (high < 0 || low < 0) return "it has an incomplete escape";
            c = static_cast<char>(high * 16 + low);
            if (c == '\0') return "it has an escaped NUL";
            i += 2;
        }
        if (i < path_end && i > colon) path += c;
    }
    return steps_upwards(path) ? "its path steps upwards" : "";
}

}  // namespace mcp::server
