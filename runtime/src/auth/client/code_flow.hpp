// The authorization code flow with PKCE: the address that the user is sent to, and what the browser
// brings back. Neither a browser nor a socket is here.
#pragma once

#include "auth/client/token_endpoint.hpp"

#include <mcp/oauth.hpp>

#include <string>

namespace mcp::auth {

/// Kept from the request to its answer, and used once.
struct CodeRequest {
    std::string issuer{};
    bool must_name_itself = false;  ///< the answer must have `iss`
    std::string state{};
    std::string verifier{};
    std::string redirect{};
    std::string url{};  ///< to be opened in a browser
};

/// BASE64URL(SHA256(verifier)).
std::string pkce_challenge(std::string_view verifier);

/// Fails when the server does not do PKCE with SHA-256, or its address cannot be opened safely.
Result<CodeRequest, AuthError> make_code_request(const ServerMetadata& server,
                                                 const ClientIdentity& client,
                                                 const std::string& redirect,
                                                 const std::string& resource, const Scopes& scopes);

/// The code in the query of the redirect. Fails when it is no answer to this request, or comes from
/// another server; what that says is not repeated then.
Result<std::string, AuthError> take_code(const CodeRequest& request, std::string_view query);

/// The form that turns the code into tokens.
Form code_form(const CodeRequest& request, const std::string& code, const std::string& resource);

/// http or https, http only to this machine, and nothing that a shell would do something with.
bool is_page(std::string_view url);

}  // namespace mcp::auth
