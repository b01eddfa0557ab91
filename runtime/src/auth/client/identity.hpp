// Which client id is used at an authorization server, and how one is had: given beforehand, a
// metadata document, registration (RFC 7591), or the user.
#pragma once

#include "auth/client/token_endpoint.hpp"

#include <mcp/oauth.hpp>

#include <string>

namespace mcp::auth {

/// What the search goes by.
struct IdentityWishes {
    const LoginOptions& options;
    TokenStorage& storage;
    std::string redirect{};  ///< the address that the browser comes back to
};

/// In the order of the protocol. Nothing is used at another issuer than it was made for.
Result<ClientIdentity, AuthError> find_identity(const Flow& flow, const ServerMetadata& server,
                                                const IdentityWishes& wishes);

/// The document that belongs to a client id which is an address. Empty for no such address.
std::string client_id_document(const LoginOptions& options, const std::string& redirect);
/// Whether a client id may be the address of a document: https, with a path, and nothing odd.
bool is_client_id_document(std::string_view url);

/// The redirect address of a registration that is kept; empty when there is none.
std::string registered_redirect(TokenStorage& storage, const std::string& issuer);
void forget_registration(TokenStorage& storage, const std::string& issuer);

}  // namespace mcp::auth
