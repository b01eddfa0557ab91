// http_proxy, https_proxy, all_proxy, no_proxy.
#include "http/client/proxy.hpp"

#include "schema/uri_reference.hpp"

#include <mcp/base64.hpp>

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace mcp::http {

namespace {

std::string value_of(const ProxyRules::Environment& environment, const char* small,
                     const char* capital) {
    for (const char* name : {small, capital}) {
        const char* const value = name ? environment(name) : nullptr;
        if (value && *value) return value;
    }
    return {};
}

std::optional<std::uint32_t> ipv4(std::string_view text) {
    std::uint32_t address = 0;
    for (int i = 0; i < 4; ++i) {
        unsigned part = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (error != std::errc{} || part > 255) return {};
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (i < 3) {
            if (!text.starts_with('.')) return {};
            text.remove_prefix(1);
        }
        address = address << 8U | part;
    }
    return text.empty() ? std::optional(address) : std::nullopt;
}

bool in_network(std::string_view host, std::string_view network) {
    const std::size_t slash = network.find('/');
    const auto address = ipv4(host);
    const auto base = ipv4(network.substr(0, slash));
    unsigned bits = 0;
    const std::string_view number = network.substr(slash + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bits);
    if (!address || !base || error != std::errc{} || end != number.data() + number.size() ||
        bits > 32) {
        return false;
    }
    return bits == 0 || ((*address ^ *base) >> (32 - bits)) == 0;
}

}  // namespace

bool is_local_name(std::string_view host) {
    return host == "localhost" || host.ends_with(".localhost");
}

bool is_loopback(std::string_view host) {
    const auto address = ipv4(host);
    return is_local_name(host) || host == "::1" || (address && *address >> 24U == 127);
}

ProxyRules::ProxyRules(const HttpProxyOptions& options, const Environment& environment)
    : http_(options.http),
      https_(options.https),
      http_is_explicit_(!options.http.empty()),
      https_is_explicit_(!options.https.empty()) {
    std::string direct = options.no_proxy;
    if (options.from_environment) {
        // In CGI programs HTTP_PROXY is the header `Proxy` of a request.
        const bool cgi = environment("REQUEST_METHOD") != nullptr;
        const std::string all = value_of(environment, "all_proxy", "ALL_PROXY");
        if (http_.empty()) {
            http_ = value_of(environment, "http_proxy", cgi ? nullptr : "HTTP_PROXY");
        }
        if (http_.empty()) http_ = all;
        if (https_.empty()) https_ = value_of(environment, "https_proxy", "HTTPS_PROXY");
        if (https_.empty()) https_ = all;
        if (direct.empty()) direct = value_of(environment, "no_proxy", "NO_PROXY");
    }
    std::string entry;
    for (const char c : direct + ",") {
        if (c != ',' && c != ' ') {
            entry += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
        } else if (!entry.empty()) {
            direct_.push_back(std::exchange(entry, {}));
        }
    }
}

bool ProxyRules::goes_directly(const Url& url) const {
    if (url.unix_socket) return true;
    const bool is_explicit = url.tls ? https_is_explicit_ : http_is_explicit_;
    if (!is_explicit && is_loopback(url.host)) return true;
    for (const std::string& each : direct_) {
        std::string_view entry = each;
        if (entry == "*") return true;
        if (entry.find('/') != std::string_view::npos) {
            if (in_network(url.host, entry)) return true;
            continue;
        }
        const std::string port = ":" + std::to_string(url.port);
        if (entry.find(':') == entry.rfind(':') && entry.ends_with(port)) {
            entry.remove_suffix(port.size());
        }
        if (entry.starts_with("*.")) entry.remove_prefix(1);
        const std::string_view name = entry.starts_with('.') ? entry.substr(1) : entry;
        if (url.host == name) return true;
        if (url.host.size() > name.size() && url.host.ends_with(name) &&
            url.host[url.host.size() - name.size() - 1] == '.' && !ipv4(url.host)) {
            return true;
        }
    }
    return false;
}

Result<std::optional<Proxy>> ProxyRules::proxy_for(const Url& url) const {
    std::string address = url.tls ? https_ : http_;
    if (address.empty() || goes_directly(url)) return std::optional<Proxy>();
    if (address.find("://") == std::string::npos) address.insert(0, "http://");
    Proxy proxy;
    const std::size_t begin = address.find("://") + 3;
    const std::size_t end = address.find_first_of("/?#", begin);
    const std::size_t at = address.rfind('@', end);
    if (at != std::string::npos && at > begin) {
        const std::string user =
            schema::unescape_uri(std::string_view(address).substr(begin, at - begin));
        proxy.authorization = "Basic " + base64_encode(user);
        address.erase(begin, at + 1 - begin);
    }
    auto parsed = parse_url(address);
    if (!parsed) return Unexpected(Error{"the proxy: " + parsed.error().message});
    proxy.url = std::move(*parsed);
    return std::optional<Proxy>(std::move(proxy));
}

}  // namespace mcp::http
