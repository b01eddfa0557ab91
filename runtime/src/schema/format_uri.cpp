// URIs, IRIs and references to them, by the grammar of RFC 3986 and RFC 3987.
#include "schema/formats.hpp"

#include "util/ascii.hpp"
#include "util/uri_template.hpp"

#include <mcp/uri_template.hpp>

#include <cstddef>

namespace mcp::schema {
namespace {

using detail::is_digit;
using detail::is_letter;

/// Unreserved characters, sub-delimiters, escapes, and `more`.
bool all_allowed(std::string_view text, std::string_view more, bool international) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool good = is_letter(c) || is_digit(c) ||
                          std::string_view("-._~!$&'()*+,;=").find(c) != std::string_view::npos ||
                          more.find(c) != std::string_view::npos || detail::is_escape_at(text, i) ||
                          (international && static_cast<unsigned char>(c) >= 0x80);
        if (!good) return false;
    }
    return true;
}

bool is_ip_literal(std::string_view host) {
    if (!host.ends_with(']')) return false;
    host = host.substr(1, host.size() - 2);
    if (!host.starts_with('v') && !host.starts_with('V')) return is_ipv6(host);
    const std::size_t dot = host.find('.');
    return dot != std::string_view::npos && dot > 1 && dot + 1 < host.size() &&
           all_allowed(host.substr(dot + 1), ":", false) &&
           host.find('%') == std::string_view::npos;
}

bool is_authority(std::string_view text, bool international) {
    const std::size_t at = text.find('@');
    if (at != std::string_view::npos) {
        if (!all_allowed(text.substr(0, at), ":", international)) return false;
        text.remove_prefix(at + 1);
    }
    const std::size_t bracket = text.rfind(']');
    const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const std::string_view host = text.substr(0, colon);
    if (colon != std::string_view::npos) {
        for (const char c : text.substr(colon + 1)) {
            if (!is_digit(c)) return false;
        }
    }
    return host.starts_with('[') ? is_ip_literal(host) : all_allowed(host, "", international);
}

bool is_reference(std::string_view text, bool with_scheme, bool international) {
    const std::size_t hash = text.find('#');
    if (hash != std::string_view::npos) {
        if (!all_allowed(text.substr(hash + 1), ":@/?", international)) return false;
        text = text.substr(0, hash);
    }
    const std::size_t question = text.find('?');
    if (question != std::string_view::npos) {
        if (!all_allowed(text.substr(question + 1), ":@/?", international)) return false;
        text = text.substr(0, question);
    }
    std::size_t colon = 0;
    while (colon < text.size() && (is_letter(text[colon]) || is_digit(text[colon]) ||
                                   text[colon] == '+' || text[colon] == '-' || text[colon] == '.'))
        ++colon;
    const bool has_scheme =
        colon > 0 && colon < text.size() && text[colon] == ':' && is_letter(text[0]);
    if (has_scheme) text.remove_prefix(colon + 1);
    if (with_scheme && !has_scheme) return false;
    if (text.starts_with("//")) {
        const std::size_t slash = text.find('/', 2);
        const std::size_t end = slash == std::string_view::npos ? text.size() : slash;
        if (!is_authority(text.substr(2, end - 2), international)) return false;
        text.remove_prefix(end);
    } else if (!has_scheme) {
        // A colon in the first segment would make it a scheme.
        const std::string_view first = text.substr(0, text.find('/'));
        if (first.find(':') != std::string_view::npos) return false;
    }
    return all_allowed(text, ":@/", international);
}

}  // namespace

bool is_uri(std::string_view text) { return is_reference(text, true, false); }
bool is_uri_reference(std::string_view text) { return is_reference(text, false, false); }
bool is_iri(std::string_view text) { return is_reference(text, true, true); }
bool is_iri_reference(std::string_view text) { return is_reference(text, false, true); }
bool is_uri_template(std::string_view text) { return UriTemplate::parse(text).has_value(); }

}  // namespace mcp::schema
