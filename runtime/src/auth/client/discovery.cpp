// Discovery.
#include "auth/client/discovery.hpp"

#include "http/headers.hpp"

#include <utility>

namespace mcp::auth {

namespace {

/// The text of a document. Nothing when it is not there.
Result<std::optional<std::string>, AuthError> document(const Flow& flow, const std::string& url,
                                                       http::Fields headers = {}) {
    auto reply = flow.get(url, std::move(headers));
    if (!reply) return auth_error(AuthFailure::unreachable, reply.error().message);
    if (reply->ok()) return std::optional(std::move(reply->body));
    if (reply->status >= 400 && reply->status < 500) return std::optional<std::string>();
    return auth_error(AuthFailure::unreachable,
                      url + " answered with HTTP " + std::to_string(reply->status));
}

Unexpected<AuthError> bad(const std::string& what) {
    return auth_error(AuthFailure::bad_metadata, what);
}

}  // namespace

Result<std::optional<ResourceMetadata>, AuthError> find_resource(const Flow& flow,
                                                                 const std::string& server,
                                                                 const std::string& hint) {
    std::vector<std::string> urls = {hint};
    if (hint.empty()) urls = resource_metadata_urls(server);
    for (const std::string& url : urls) {
        const auto text = document(flow, url);
        if (!text) return Unexpected(text.error());
        if (!*text) continue;
        auto metadata = read_resource_metadata(**text);
        if (!metadata) return bad("the metadata at " + url + ": " + metadata.error().message);
        if (!is_resource_of(metadata->resource, server)) {
            return bad("the metadata at " + url + " is about " + shown_text(metadata->resource) +
                       ", which is another server");
        }
        return std::optional(std::move(*metadata));
    }
    if (!hint.empty()) return bad("there is no metadata at " + hint);
    return std::optional<ResourceMetadata>();
}

Result<ServerMetadata, AuthError> find_server(const Flow& flow, const std::string& issuer) {
    const std::string shown = shown_text(issuer);
    for (const std::string& url : server_metadata_urls(issuer)) {
        const auto text = document(flow, url);
        if (!text) return Unexpected(text.error());
        if (!*text) continue;
        auto metadata = read_server_metadata(**text);
        if (!metadata) return bad("the metadata at " + url + ": " + metadata.error().message);
        if (metadata->issuer != issuer) {
            std::string what = "the metadata at " + url + " is that of ";
            what.append(shown_text(metadata->issuer)).append(", not of ").append(shown);
            return bad(what);
        }
        return std::move(*metadata);
    }
    return bad("there is no metadata of the authorization server " + shown);
}

Result<ServerMetadata, AuthError> find_old_server(const Flow& flow, const std::string& server) {
    const auto url = http::parse_url(server);
    if (!url) return bad(url.error().message);
    const std::string root = url->origin();
    const auto text = document(flow, root + "/.well-known/oauth-authorization-server",
                               {{std::string(http::header::protocol_version), "2025-03-26"}});
    if (!text) return Unexpected(text.error());
    if (*text) {
        auto metadata = read_server_metadata(**text);
        if (!metadata) return bad("the metadata at " + root + ": " + metadata.error().message);
        // Its path was left out of the address, and may be there or not.
        if (metadata->issuer != root && metadata->issuer != root + "/") {
            return bad("the metadata at " + root + " is that of " + shown_text(metadata->issuer));
        }
        return std::move(*metadata);
    }
    ServerMetadata metadata;
    metadata.issuer = root;
    metadata.authorization_endpoint = root + "/authorize";
    metadata.token_endpoint = root + "/token";
    metadata.registration_endpoint = root + "/register";
    // Nothing says so; clients of that revision use it all the same.
    metadata.code_challenge_methods = {"S256"};
    metadata.token_auth_methods = {"none", "client_secret_post", "client_secret_basic"};
    return metadata;
}

Result<void, AuthError> check_endpoints(const Flow& flow, const ServerMetadata& metadata) {
    if (metadata.token_endpoint.empty()) {
        return bad("the authorization server " + shown_text(metadata.issuer) +
                   " has no token endpoint");
    }
    for (const std::string* endpoint : {&metadata.authorization_endpoint, &metadata.token_endpoint,
                                        &metadata.registration_endpoint}) {
        if (endpoint->empty()) continue;
        const auto url = guarded_url(*endpoint, flow.guard);
        if (!url) return auth_error(AuthFailure::insecure, shown_text(url.error().message));
    }
    return {};
}

std::string shown_text(std::string_view text, const std::vector<std::string>& secrets) {
    constexpr std::size_t longest = 200;
    std::string plain(text.substr(0, 4096));
    for (const std::string& secret : secrets) {
        for (std::size_t at = 0;
             !secret.empty() && (at = plain.find(secret, at)) != std::string::npos;) {
            plain.replace(at, secret.size(), "***");
        }
    }
    std::string shown;
    for (const char c : plain.substr(0, longest)) {
        shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
    return shown;
}

}  // namespace mcp::auth
