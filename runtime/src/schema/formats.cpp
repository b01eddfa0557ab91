// The table of formats, and the short ones.
#include "schema/formats.hpp"

#include "schema/pattern.hpp"
#include "util/ascii.hpp"
#include "util/uri_template.hpp"

#include <utility>

namespace mcp::schema {
namespace {

using detail::is_digit;

constexpr std::pair<std::string_view, FormatCheck> checks[] = {
    {"date", is_date},
    {"time", is_time},
    {"date-time", is_date_time},
    {"duration", is_duration},
    {"hostname", is_hostname},
    {"email", is_email},
    {"idn-email", is_idn_email},
    {"ipv4", is_ipv4},
    {"ipv6", is_ipv6},
    {"uri", is_uri},
    {"uri-reference", is_uri_reference},
    {"iri", is_iri},
    {"iri-reference", is_iri_reference},
    {"uri-template", is_uri_template},
    {"uuid", is_uuid},
    {"json-pointer", is_json_pointer},
    {"relative-json-pointer", is_relative_json_pointer},
    {"regex", is_regex},
};

}  // namespace

FormatCheck find_format(std::string_view name) {
    for (const auto& [each, check] : checks) {
        if (each == name) return check;
    }
    return nullptr;
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !detail::is_hex_digit(text[i])) return false;
    }
    return true;
}

bool is_json_pointer(std::string_view text) {
    if (!text.empty() && text.front() != '/') return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '~') continue;
        if (i + 1 >= text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
    }
    return true;
}

bool is_relative_json_pointer(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && is_digit(text[i])) ++i;
    if (i == 0 || (i > 1 && text[0] == '0')) return false;
    const std::string_view rest = text.substr(i);
    return rest == "#" || is_json_pointer(rest);
}

bool is_regex(std::string_view text) { return Pattern::compile(text).has_value(); }

}  // namespace mcp::schema
