// The documents that say where tokens come from: of a protected resource (RFC 9728) and of an
// authorization server (RFC 8414, OpenID Connect Discovery). Reading them, and where they are; not
// fetching.
#pragma once

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

struct ResourceMetadata {
    std::string resource{};  ///< as it is published
    std::vector<std::string> authorization_servers{};
    std::vector<std::string> scopes_supported{};
};

struct ServerMetadata {
    std::string issuer{};
    std::string authorization_endpoint{};
    std::string token_endpoint{};
    std::string registration_endpoint{};
    std::string revocation_endpoint{};
    std::string introspection_endpoint{};
    std::string jwks_uri{};
    std::vector<std::string> scopes_supported{};
    /// Nothing when the document does not say.
    std::optional<std::vector<std::string>> code_challenge_methods{};
    std::optional<std::vector<std::string>> token_auth_methods{};
    std::vector<std::string> token_auth_algorithms{};
    std::vector<std::string> dpop_algorithms{};
    bool client_id_documents = false;  ///< client_id_metadata_document_supported
    bool names_itself = false;         ///< authorization_response_iss_parameter_supported
};

/// Fails when a member is of the wrong type, or one that must be there is not.
Result<ResourceMetadata> read_resource_metadata(std::string_view json);
Result<ServerMetadata> read_server_metadata(std::string_view json);

/// Where the metadata of a resource is looked for, in this order. Empty for no address.
std::vector<std::string> resource_metadata_urls(std::string_view resource);
/// Where the metadata of an issuer is looked for, in this order. Empty for no address.
std::vector<std::string> server_metadata_urls(std::string_view issuer);

/// Whether a resource that is published so is the server at this address: the same origin, and a
/// path that its path begins with, part by part.
bool is_resource_of(std::string_view resource, std::string_view server_url);

}  // namespace mcp::auth
