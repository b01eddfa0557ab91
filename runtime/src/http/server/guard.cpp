// Reading and comparing hosts and origins. What cannot be read is refused.
#include "http/server/guard.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace mcp::http {

namespace {

/// Splits `name:port`, `[v6]:port`. False for what is neither.
bool split_port(std::string_view text, std::string_view& name, std::string_view& port) {
    std::size_t end = 0;
    if (text.substr(0, 1) == "[") {
        end = text.find(']');
        if (end == std::string_view::npos) return false;
        ++end;
    } else {
        end = std::min(text.find(':'), text.size());
    }
    name = text.substr(0, end);
    port = text.substr(end);
    static constexpr detail::Characters foreign(" \t/@,?#\\");
    if (name.empty() || foreign.has_any_of(name)) return false;
    return port.empty() || port.front() == ':';
}

std::optional<std::uint16_t> number(std::string_view text) {
    std::uint16_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<Guard::Place> Guard::host(std::string_view text) {
    std::string_view name;
    std::string_view port;
    if (!split_port(text, name, port)) return std::nullopt;
    Place place{{}, name, std::nullopt};
    if (port.size() > 1 && port != ":*") {
        place.port = number(port.substr(1));
        if (!place.port) return std::nullopt;
    }
    return place;
}

std::optional<Guard::Place> Guard::origin(std::string_view text) {
    if (text == "null") return Place{text, {}, std::nullopt};
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos || mark == 0) return std::nullopt;
    std::string_view name;
    std::string_view port;
    if (!split_port(text.substr(mark + 3), name, port)) return std::nullopt;
    Place place{text.substr(0, mark), name, std::nullopt};
    if (port == ":*") return place;
    if (port.size() > 1) {
        place.port = number(port.substr(1));
        if (!place.port) return std::nullopt;
    } else if (port.empty()) {
        const bool secure = same_name(place.scheme, "https");
        place.port = secure ? 443 : same_name(place.scheme, "http") ? 80 : 0;
    } else {
        return std::nullopt;
    }
    return place;
}

Guard::Guard(const HttpEndpointOptions& options)
    : trust_forwarded_(options.trust_forwarded), permit_(options.permit) {
    for (const std::string& text : options.hosts) {
        const auto place = host(text);
        if (!place) throw std::invalid_argument("hosts: \"" + text + "\" is no host");
        if (text == "*") any_host_ = true;
        hosts_.push_back({{}, std::string(place->name), place->port});
    }
    const auto read = [](const std::vector<std::string>& texts, const char* what) {
        std::vector<Allowed> places;
        for (const std::string& text : texts) {
            const auto place = origin(text);
            if (!place) {
                throw std::invalid_argument(std::string(what) + ": \"" + text +
                                            "\" is no origin; it is like "
                                            "\"https://example.com:8443\"");
            }
            places.push_back({std::string(place->scheme), std::string(place->name), place->port});
        }
        return places;
    };
    origins_ = read(options.origins, "origins");
    readers_ = read(options.cors_origins, "cors_origins");
    origins_.insert(origins_.end(), readers_.begin(), readers_.end());
}

bool Guard::covers(const std::vector<Allowed>& allowed, const std::optional<Place>& place) {
    return place && std::any_of(allowed.begin(), allowed.end(), [&](const Allowed& one) {
               return same_name(one.name, place->name) && same_name(one.scheme, place->scheme) &&
                      (!one.port || one.port == place->port);
           });
}

bool Guard::allows_host(std::string_view text) const {
    return any_host_ || covers(hosts_, host(text));
}

std::optional<std::string_view> Guard::refuse(const HttpRequest& request,
                                              const Headers& headers) const {
    constexpr std::string_view forwarded_host = "X-Forwarded-Host";
    constexpr std::string_view other_host = "this host is not allowed";
    if (permit_) {
        if (permit_(request)) return std::nullopt;
        return "the request is not permitted";
    }
    if (headers.count(header::origin) != 0) {
        for (const HttpHeader& field : headers.all()) {
            if (same_name(field.name, header::origin) &&
                !covers(origins_, origin(trimmed(field.value)))) {
                return "this origin is not allowed";
            }
        }
    }
    if (headers.count(header::host) > 1) return "there are two hosts";
    // Behind a proxy `Host` may be a name that only the proxy knows.
    if (trust_forwarded_ && headers.count(forwarded_host) != 0) {
        for (const HttpHeader& field : headers.all()) {
            if (same_name(field.name, forwarded_host) && !allows_host(trimmed(field.value))) {
                return other_host;
            }
        }
        return std::nullopt;
    }
    const auto host = headers.find(header::host);
    if (host && !allows_host(*host)) return other_host;
    return std::nullopt;
}

bool Guard::may_read(std::string_view text) const { return covers(readers_, origin(text)); }

}  // namespace mcp::http
