// Reading and comparing hosts and origins. What cannot be read is refused.
#include "http/server/guard.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace mcp::http {

namespace {

using detail::lower;

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
    Place place{{}, lower(name), std::nullopt};
    if (port.size() > 1 && port != ":*") {
        place.port = number(port.substr(1));
        if (!place.port) return std::nullopt;
    }
    return place;
}

std::optional<Guard::Place> Guard::origin(std::string_view text) {
    if (text == "null") return Place{"null", {}, std::nullopt};
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos || mark == 0) return std::nullopt;
    std::string_view name;
    std::string_view port;
    if (!split_port(text.substr(mark + 3), name, port)) return std::nullopt;
    Place place{lower(text.substr(0, mark)), lower(name), std::nullopt};
    if (port == ":*") return place;
    if (port.size() > 1) {
        place.port = number(port.substr(1));
        if (!place.port) return std::nullopt;
    } else if (port.empty()) {
        place.port = place.scheme == "https" ? 443 : place.scheme == "http" ? 80 : 0;
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
        hosts_.push_back(*place);
    }
    const auto read = [](const std::vector<std::string>& texts, const char* what) {
        std::vector<Place> places;
        for (const std::string& text : texts) {
            const auto place = origin(text);
            if (!place) {
                throw std::invalid_argument(std::string(what) + ": \"" + text +
                                            "\" is no origin; it is like "
                                            "\"https://example.com:8443\"");
            }
            places.push_back(*place);
        }
        return places;
    };
    origins_ = read(options.origins, "origins");
    readers_ = read(options.cors_origins, "cors_origins");
    origins_.insert(origins_.end(), readers_.begin(), readers_.end());
}

bool Guard::covers(const std::vector<Place>& allowed, const std::optional<Place>& place) {
    return place && std::any_of(allowed.begin(), allowed.end(), [&](const Place& one) {
               return one.scheme == place->scheme && one.name == place->name &&
                      (!one.port || one.port == place->port);
           });
}

std::optional<std::string_view> Guard::refuse(const HttpRequest& request,
                                              const Headers& headers) const {
    if (permit_) {
        if (permit_(request)) return std::nullopt;
        return "the request is not permitted";
    }
    std::size_t hosts = 0;
    for (const HttpHeader& field : headers.all()) {
        if (same_name(field.name, header::origin) &&
            !covers(origins_, origin(trimmed(field.value)))) {
            return "this origin is not allowed";
        }
        const bool forwarded = trust_forwarded_ && same_name(field.name, "X-Forwarded-Host");
        const bool direct = same_name(field.name, header::host);
        if (direct && ++hosts > 1) return "there are two hosts";
        // Behind a proxy `Host` may be a name that only the proxy knows.
        if (direct && trust_forwarded_ && headers.find("X-Forwarded-Host")) continue;
        if ((direct || forwarded) && !any_host_ && !covers(hosts_, host(trimmed(field.value)))) {
            return "this host is not allowed";
        }
    }
    return std::nullopt;
}

bool Guard::may_read(std::string_view text) const { return covers(readers_, origin(text)); }

}  // namespace mcp::http
