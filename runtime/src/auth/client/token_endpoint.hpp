// Requests to a token endpoint: how the client says who it is, and what comes back.
#pragma once

#include "auth/client/flow.hpp"
#include "auth/client/scopes.hpp"
#include "auth/form.hpp"
#include "auth/jose/key.hpp"
#include "auth/metadata.hpp"

#include <mcp/oauth.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace mcp::auth {

enum class ClientAuth : std::uint8_t { none, basic, post, key };
std::string_view name_of(ClientAuth how);

/// Who a client is to one authorization server.
struct ClientIdentity {
    std::string id{};
    std::string secret{};
    ClientAuth how = ClientAuth::none;
    std::optional<jose::Key> key{};
    jose::Algorithm algorithm = jose::Algorithm::es256;
    std::string key_id{};
};

struct TokenReply {
    std::string access_token{};
    std::string token_type{};  ///< small letters
    std::string refresh_token{};
    std::optional<Scopes> scopes{};
    std::optional<std::chrono::seconds> lifetime{};
};

/// How a client with, or without, a secret says so to this server. Fails when it offers no way.
Result<ClientAuth, AuthError> choose_auth(const ServerMetadata& server, bool has_secret);

/// A client that is registered there, and says so in a way that the server takes.
Result<ClientIdentity, AuthError> identity_of(const RegisteredClient& client,
                                              const ServerMetadata& server);

/// A JWT with which a client proves who it is (RFC 7523).
std::string client_assertion(const ClientIdentity& client, const std::string& audience,
                             std::chrono::system_clock::time_point now);

/// Sends the form, with the client's credentials and a proof if there is a prover. A nonce that is
/// asked for is given, once. Fails with the server's own code.
Result<JsonObject, AuthError> post_form(const Flow& flow, const std::string& endpoint,
                                        const std::string& issuer, const ClientIdentity& client,
                                        Form form);
/// The same, for a token that can be used.
Result<TokenReply, AuthError> request_token(const Flow& flow, const ServerMetadata& server,
                                            const ClientIdentity& client, Form form);
/// Tells the server that a refresh token or an access token is not needed any more (RFC 7009).
Result<void, AuthError> revoke_token(const Flow& flow, const ServerMetadata& server,
                                     const ClientIdentity& client, const std::string& token,
                                     const std::string& hint);

}  // namespace mcp::auth
