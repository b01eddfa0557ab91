// The addresses that a client fetches: http and https, and a Unix socket in place of a host. Only
// taken apart and compared here.
#pragma once

#include <mcp/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::http {

struct Url {
    bool tls = false;
    std::string host{};  ///< lower case, without brackets; of a Unix socket its path
    std::uint16_t port = 0;
    bool unix_socket = false;
    std::string target{"/"};  ///< path and query, as the request line has them

    /// `https://example.com:8443`, without a port that goes without saying.
    std::string origin() const;
    /// What the Host header says.
    std::string authority() const;
    std::string text() const { return origin() + target; }
    /// Without the query, which may hold a secret.
    std::string shown() const { return origin() + target.substr(0, target.find('?')); }

    friend bool operator==(const Url&, const Url&) = default;
};

/// `http://host:8080/mcp`, `https://…`, `http+unix://%2Frun%2Fmcp.sock/mcp`. Fails, with the
/// reason, for anything else, for names and passwords in it, and for characters that no address
/// has.
Result<Url> parse_url(std::string_view text);
/// `reference` seen from `base` (RFC 3986, section 5.2).
Result<Url> resolve(const Url& base, std::string_view reference);
bool same_origin(const Url& a, const Url& b);

}  // namespace mcp::http
