// What a protected resource says of itself (RFC 9728): where, and which document.
#pragma once

#include <mcp/bearer.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

class PublishedMetadata {
public:
    /// `options` have been checked. `local_path`: of the endpoint, behind a proxy.
    PublishedMetadata(const BearerOptions& options, const std::string& algorithms,
                      std::string_view local_path);

    /// Where clients find it: with the path of the resource behind the well-known part.
    const std::string& address() const { return address_; }
    /// The document, a preflight, or the way to the authorization server's own document for clients
    /// of 2025-03-26, who look for it here. False when the request is for something else.
    bool answer(const HttpRequest& request, HttpReply& reply) const;

private:
    std::string address_{};
    std::vector<std::string> paths_{};
    std::string document_{};
    std::string issuer_metadata_{};
};

}  // namespace mcp::auth
