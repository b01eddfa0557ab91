// Values of headers, plain or in the sentinel.
#include "http/header_value.hpp"

#include "json/structure.hpp"

#include <mcp/base64.hpp>

#include <algorithm>

namespace mcp::http {

namespace {

constexpr std::string_view opening = "=?base64?";
constexpr std::string_view closing = "?=";

bool looks_encoded(std::string_view text) {
    return text.size() >= opening.size() + closing.size() &&
           text.substr(0, opening.size()) == opening &&
           text.substr(text.size() - closing.size()) == closing;
}

bool is_printable(char c) { return c >= 0x20 && c <= 0x7E; }

}  // namespace

std::string encode_value(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), is_printable) &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' ')) &&
                       !looks_encoded(text);
    if (plain) return std::string(text);
    return std::string(opening) + base64_encode(text) + std::string(closing);
}

std::optional<std::string> decode_value(std::string_view value) {
    if (!looks_encoded(value)) {
        if (!std::all_of(value.begin(), value.end(), is_printable)) return std::nullopt;
        return std::string(value);
    }
    value.remove_prefix(opening.size());
    value.remove_suffix(closing.size());
    auto text = base64_decode(value);
    if (!text || !detail::is_utf8(*text)) return std::nullopt;
    return text;
}

}  // namespace mcp::http
