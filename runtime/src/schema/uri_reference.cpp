// RFC 3986, section 5.2.
#include "schema/uri_reference.hpp"

#include "util/ascii.hpp"
#include "util/uri_template.hpp"

#include <optional>

namespace mcp::schema {
namespace {

struct Parts {
    std::optional<std::string_view> scheme{};
    std::optional<std::string_view> authority{};
    std::string_view path{};
    std::optional<std::string_view> query{};
};

using detail::is_letter;
constexpr bool is_scheme_character(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

Parts take_apart(std::string_view uri) {
    Parts parts;
    std::size_t i = 0;
    while (i < uri.size() && is_scheme_character(uri[i])) ++i;
    if (i > 0 && i < uri.size() && uri[i] == ':' && is_letter(uri[0])) {
        parts.scheme = uri.substr(0, i);
        uri.remove_prefix(i + 1);
    }
    if (uri.starts_with("//")) {
        const std::size_t end = uri.find_first_of("/?", 2);
        parts.authority = uri.substr(2, end == std::string_view::npos ? end : end - 2);
        uri.remove_prefix(end == std::string_view::npos ? uri.size() : end);
    }
    const std::size_t question = uri.find('?');
    parts.path = uri.substr(0, question);
    if (question != std::string_view::npos) parts.query = uri.substr(question + 1);
    return parts;
}

std::string remove_dots(std::string_view path) {
    std::string out;
    const auto drop_last = [&] {
        const std::size_t slash = out.rfind('/');
        out.erase(slash == std::string::npos ? 0 : slash);
    };
    while (!path.empty()) {
        if (path.starts_with("../")) {
            path.remove_prefix(3);
        } else if (path.starts_with("./") || path.starts_with("/./")) {
            path.remove_prefix(2);
        } else if (path == "/.") {
            path = "/";
        } else if (path.starts_with("/../")) {
            path.remove_prefix(3);
            drop_last();
        } else if (path == "/..") {
            path = "/";
            drop_last();
        } else if (path == "." || path == "..") {
            path = {};
        } else {
            std::size_t end = path.find('/', 1);
            if (end == std::string_view::npos) end = path.size();
            out += path.substr(0, end);
            path.remove_prefix(end);
        }
    }
    return out;
}

std::string merge(const Parts& base, std::string_view path) {
    if (base.authority && base.path.empty()) return "/" + std::string(path);
    const std::size_t slash = base.path.rfind('/');
    std::string merged(slash == std::string_view::npos ? std::string_view()
                                                       : base.path.substr(0, slash + 1));
    return merged.append(path);
}

std::string put_together(const Parts& parts, std::string_view path) {
    std::string uri;
    if (parts.scheme) uri.append(*parts.scheme).append(":");
    if (parts.authority) uri.append("//").append(*parts.authority);
    uri += path;
    if (parts.query) uri.append("?").append(*parts.query);
    return uri;
}

}  // namespace

SplitUri split_fragment(std::string_view uri) {
    const std::size_t hash = uri.find('#');
    if (hash == std::string_view::npos) return {uri, {}};
    return {uri.substr(0, hash), uri.substr(hash + 1)};
}

std::string resolve(std::string_view base, std::string_view reference) {
    if (reference.empty()) return std::string(base);
    Parts from = take_apart(base);
    const Parts parts = take_apart(reference);
    if (parts.scheme) return put_together(parts, remove_dots(parts.path));
    if (parts.authority) {
        from.authority = parts.authority;
        from.query = parts.query;
        return put_together(from, remove_dots(parts.path));
    }
    if (parts.path.empty()) {
        from.query = parts.query ? parts.query : from.query;
        return put_together(from, from.path);
    }
    from.query = parts.query;
    const std::string path =
        parts.path.starts_with('/') ? std::string(parts.path) : merge(from, parts.path);
    return put_together(from, remove_dots(path));
}

std::string unescape_uri(std::string_view text) {
    const auto digit = [](char c) {
        if (c <= '9') return static_cast<unsigned>(c - '0');
        return static_cast<unsigned>((c | 0x20) - 'a' + 10);
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (detail::is_escape_at(text, i)) {
            out += static_cast<char>(digit(text[i + 1]) << 4U | digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace mcp::schema
