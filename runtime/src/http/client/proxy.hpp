// Which proxy an address is reached through: from options, or from the variables that every
// program on Unix looks at.
#pragma once

#include "http/client/url.hpp"

#include <mcp/http_client.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::http {

struct Proxy {
    Url url{};
    std::string authorization{};  ///< the value of Proxy-Authorization; empty for none
};

class ProxyRules {
public:
    using Environment = std::function<const char*(const char*)>;
    ProxyRules(const HttpProxyOptions& options, const Environment& environment);

    /// Nothing: directly. Fails for a proxy whose address is none.
    Result<std::optional<Proxy>> proxy_for(const Url& url) const;

private:
    bool goes_directly(const Url& url) const;

    std::string http_{};
    std::string https_{};
    bool http_is_explicit_ = false;
    bool https_is_explicit_ = false;
    std::vector<std::string> direct_{};
};

/// `localhost` and the names below it: this machine, whatever name servers say (RFC 6761).
bool is_local_name(std::string_view host);
/// The same, and the addresses.
bool is_loopback(std::string_view host);

}  // namespace mcp::http
