// The warnings about web addresses.
#include <mcp/url_check.hpp>

#include "client/formats.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace mcp {

namespace {

using detail::lower;

bool is_address(std::string_view host) {
    if (host.empty()) return false;
    return host.front() == '[' || host.starts_with("0x") ||
           std::all_of(host.begin(), host.end(),
                       [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

bool is_local(std::string_view host) {
    return host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") ||
           host == "[::1]";
}

}  // namespace

UrlCheck check_url(std::string_view url) {
    UrlCheck check;
    const std::size_t colon = url.find("://");
    if (colon == std::string_view::npos) {
        check.warnings.emplace_back("This is no web address.");
        return check;
    }
    check.scheme = lower(url.substr(0, colon));
    std::string_view authority = url.substr(colon + 3);
    authority = authority.substr(0, authority.find_first_of("/?#\\"));
    const std::size_t at = authority.rfind('@');
    if (at != std::string_view::npos) {
        check.warnings.emplace_back("What stands before the @ is a user name, not the host.");
        authority.remove_prefix(at + 1);
    }
    const bool bracketed = authority.starts_with('[');
    const std::size_t end = bracketed ? authority.find(']') : authority.find(':');
    const std::string_view host =
        authority.substr(0, bracketed && end != std::string_view::npos ? end + 1 : end);
    const std::string_view port = authority.substr(std::min(host.size(), authority.size()));
    check.host = lower(host);

    if (check.scheme != "https" && check.scheme != "http") {
        check.warnings.emplace_back("This is no web address.");
    } else if (check.scheme == "http" && !is_local(check.host)) {
        check.warnings.emplace_back("The connection is not encrypted.");
    }
    if (url.find('\\') != std::string_view::npos) {
        check.warnings.emplace_back("The address has a backslash in it.");
    }
    const bool ascii = std::all_of(host.begin(), host.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    check.punycode =
        !ascii || check.host.starts_with("xn--") || check.host.find(".xn--") != std::string::npos;
    if (check.punycode) {
        check.warnings.emplace_back("The host has letters that may look like others.");
    }
    if (is_address(check.host) && !is_local(check.host)) {
        check.warnings.emplace_back("The host is a number, not a name.");
    }
    if (!port.empty() && port != ":443" && port != ":80" && !is_local(check.host)) {
        check.warnings.emplace_back("The address names an unusual port.");
    }
    check.valid = (check.scheme == "https" || check.scheme == "http") && !check.host.empty() &&
                  ascii && client::is_uri(url);
    if (!check.valid && check.warnings.empty()) {
        check.warnings.emplace_back("The address is malformed.");
    }
    return check;
}

}  // namespace mcp
