// http and https addresses.
#include "http/client/url.hpp"

#include "schema/uri_reference.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace mcp::http {

namespace {

Unexpected<Error> bad(std::string_view url, std::string_view why) {
    // Not the whole of it: there may be a password in it.
    std::string shown(url.substr(0, url.find('?')));
    if (const std::size_t at = shown.rfind('@'); at != std::string::npos) {
        const std::size_t begin = shown.find("//");
        shown.erase(begin < at ? begin + 2 : 0, at - (begin < at ? begin + 2 : 0));
    }
    return Unexpected(Error{"no address to connect to: " + shown + ": " + std::string(why)});
}

std::string escaped_path(std::string_view path) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : path) {
        const bool plain =
            detail::is_letter(c) || detail::is_digit(c) || c == '.' || c == '-' || c == '_';
        if (plain) {
            text += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            text += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return text;
}

}  // namespace

std::string Url::authority() const {
    if (unix_socket) return "localhost";
    std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
    if (port != (tls ? 443 : 80)) text += ":" + std::to_string(port);
    return text;
}

std::string Url::origin() const {
    if (unix_socket) return (tls ? "https+unix://" : "http+unix://") + escaped_path(host);
    return (tls ? "https://" : "http://") + authority();
}

Result<Url> parse_url(std::string_view text) {
    const std::string_view all = text;
    if (std::any_of(text.begin(), text.end(), [](char c) {
            return static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f;
        })) {
        return bad(all, "spaces, control and non-ASCII characters are written as %XX");
    }
    const std::size_t colon = text.find("://");
    std::string scheme(text.substr(0, colon == std::string_view::npos ? 0 : colon));
    scheme = detail::lower(scheme);
    Url url;
    url.tls = scheme.starts_with("https");
    url.unix_socket = scheme == "http+unix" || scheme == "https+unix";
    if (scheme != "http" && scheme != "https" && !url.unix_socket) {
        return bad(all, "it does not begin with http:// or https://");
    }
    text.remove_prefix(colon + 3);
    text = text.substr(0, text.find('#'));
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    std::string_view authority = text.substr(0, end);
    url.target = text.substr(end);
    if (!url.target.starts_with('/')) url.target.insert(0, "/");
    if (authority.find('@') != std::string_view::npos) {
        return bad(all, "names and passwords belong in headers");
    }
    if (url.unix_socket) {
        url.host = schema::unescape_uri(authority);
        if (!url.host.starts_with('/')) return bad(all, "the socket's path must be absolute");
        return url;
    }
    url.port = url.tls ? 443 : 80;
    std::string_view port;
    if (authority.starts_with('[')) {
        const std::size_t close = authority.find(']');
        if (close == std::string_view::npos) return bad(all, "] is missing");
        url.host = authority.substr(1, close - 1);
        port = authority.substr(close + 1);
        if (!port.empty() && port.front() != ':') return bad(all, "there is something after ]");
    } else {
        const std::size_t mark = authority.find(':');
        url.host = authority.substr(0, mark);
        if (mark != std::string_view::npos) port = authority.substr(mark);
    }
    url.host = detail::lower(url.host);
    if (url.host.empty()) return bad(all, "there is no host");
    if (url.host.find_first_of("/\\<>\"^`{|}[]@%") != std::string::npos) {
        return bad(all, "the host has characters that no host has");
    }
    if (port.size() > 1) {
        port.remove_prefix(1);
        const auto [last, error] =
            std::from_chars(port.data(), port.data() + port.size(), url.port);
        if (error != std::errc{} || last != port.data() + port.size() || url.port == 0) {
            return bad(all, "the port is none");
        }
    }
    return url;
}

Result<Url> resolve(const Url& base, std::string_view reference) {
    const std::string_view plain = schema::split_fragment(reference).uri;
    return parse_url(schema::resolve(base.text(), plain));
}

bool same_origin(const Url& a, const Url& b) {
    return a.tls == b.tls && a.unix_socket == b.unix_socket && a.host == b.host && a.port == b.port;
}

}  // namespace mcp::http
