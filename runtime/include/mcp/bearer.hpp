// A server that lets in who has a token (OAuth 2.1, as a resource server): which tokens are good,
// what they allow, what is said to those who are refused, and where they can get one. Link
// Mcpgen::asio. There is no authorization server here, and no client.
//
//   mcp::HttpServerOptions http{.listen = {"0.0.0.0:8443"}};
//   mcp::require_bearer(http, mcp::jwt_verifier({.issuers = {{"https://login.example.com"}}}),
//                       {.resource = "https://mcp.example.com/mcp"});
#pragma once

#include <mcp/async.hpp>
#include <mcp/grant.hpp>
#include <mcp/serve_http.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

// ---- which tokens are good ----

/// What a verifier has found out about a token.
struct TokenVerdict {
    std::shared_ptr<const Grant> grant{};  ///< null: the token is not good
    std::string reason{};                  ///< why not, for the log; never with a part of the token
    bool unavailable = false;  ///< it could not be found out: the client may try again (503)
    /// For so long the verdict on a good token may be kept.
    std::chrono::seconds fresh_for{60};
};

/// Finds out whether a token is genuine. Whom a token is for, and when, and what it allows, is
/// looked at by `require_bearer`, whatever the verifier is.
class TokenVerifier {
public:
    virtual ~TokenVerifier() = default;
    /// `done` may be called at once, or later and from any thread. `token` is valid until this
    /// returns.
    virtual void verify(std::string_view token, Grant::Time now, Done<TokenVerdict> done) = 0;
    /// Who issues tokens that this one accepts.
    virtual std::vector<std::string> issuers() const { return {}; }
};

struct JwtIssuer {
    std::string issuer{};  ///< exactly as `iss` has it
    /// Where its keys are; empty: its metadata says (RFC 8414, OpenID Connect Discovery).
    std::string jwks_uri{};
};

/// Tokens that are signed (RFC 9068, and what Keycloak, Auth0, Entra and others make).
struct JwtVerifierOptions {
    std::vector<JwtIssuer> issuers{};
    /// Out of RS256…RS512, PS256…PS512, ES256…ES512, EdDSA. There are no others.
    std::vector<std::string> algorithms{"ES256", "ES384", "ES512", "EdDSA", "PS256",
                                        "PS384", "PS512", "RS256", "RS384", "RS512"};
    /// `typ` of the header, in small letters; "" for tokens without one. Only "at+jwt" is strict.
    std::vector<std::string> types{"at+jwt", "jwt", ""};
    std::vector<std::string> scope_claims{"scope", "scp"};  ///< words, or lists of words
    std::chrono::seconds fresh_for{300};     ///< so long a checked token is not checked again
    std::chrono::seconds refresh_keys{600};  ///< keys are fetched again, beside the requests
    std::chrono::seconds keep_keys{86'400};  ///< while they cannot be fetched again
    /// Between two attempts, whatever tokens are shown: an unknown key id is a reason to fetch.
    std::chrono::seconds pause{30};
    std::chrono::milliseconds timeout{10'000};           ///< for one document
    std::size_t max_document = std::size_t{256} * 1024;  ///< bytes of keys, or of metadata
    std::size_t max_waiting = 1024;  ///< tokens that wait for keys; further ones get 503
    std::string ca_file{};           ///< PEM; trusted in place of the system's roots
};

/// Throws std::invalid_argument for no issuer, an algorithm that there is not, or an address that
/// is neither https nor on this machine.
std::shared_ptr<TokenVerifier> jwt_verifier(JwtVerifierOptions options);

/// Tokens that only their issuer can read (RFC 7662).
struct IntrospectionOptions {
    std::string issuer{};
    std::string endpoint{};   ///< where to ask
    std::string client_id{};  ///< as whom: HTTP Basic
    std::string client_secret{};
    std::vector<std::string> scope_claims{"scope", "scp"};
    std::chrono::seconds fresh_for{30};  ///< so long a revoked token may still be accepted
    std::chrono::milliseconds timeout{5000};
    std::size_t max_reply = std::size_t{64} * 1024;  ///< bytes
    std::size_t max_in_flight = 64;                  ///< questions at a time; further ones get 503
    std::string ca_file{};
};

/// Throws std::invalid_argument as `jwt_verifier` does.
std::shared_ptr<TokenVerifier> introspection_verifier(IntrospectionOptions options);

/// A function decides: nothing for a token that is not good. It names the audiences, too. Runs on a
/// thread that has other connections to read, so it should be quick.
std::shared_ptr<TokenVerifier> token_verifier(
    std::function<std::optional<Grant>(std::string_view token)> decide,
    std::chrono::seconds fresh_for = std::chrono::seconds(0));

// ---- what they allow ----

/// Tokens that belong to a key: each request is signed by it (DPoP, RFC 9449). Such a token is
/// always checked so, and is refused without its proof.
struct DpopOptions {
    bool require = false;               ///< tokens without a key are refused
    std::chrono::seconds max_age{300};  ///< of a proof, and for clocks that run ahead
    /// Proofs have to hold a nonce of this server, which lasts for `nonce_lifetime`.
    bool require_nonce = false;
    std::chrono::seconds nonce_lifetime{300};
    /// For nonces, newest first: 32 bytes or more each. None: made up by this process.
    std::vector<std::string> keys{};
    /// Proofs that are remembered, so that none is good twice. Above it, old proofs are refused
    /// sooner.
    std::size_t max_proofs = 100'000;
    std::vector<std::string> algorithms{"ES256", "ES384", "ES512", "EdDSA",
                                        "PS256", "PS384", "PS512", "RS256"};
};

/// What was decided about a request. Nothing in here is a secret, nor leads to one.
struct AccessEvent {
    enum class Outcome : std::uint8_t {
        admitted,
        no_token,            ///< 401
        malformed,           ///< 400
        bad_token,           ///< 401
        bad_proof,           ///< 401
        insufficient_scope,  ///< 403
        too_many,            ///< 429
        unavailable          ///< 503
    };
    Outcome outcome{};
    int status = 0;             ///< 0: admitted
    std::string_view reason{};  ///< empty: admitted
    std::string_view principal{};
    std::string_view http_method{};
    std::string_view path{};  ///< without its query
    std::string_view peer{};
    std::string_view method{};  ///< of the message, such as "tools/call"; empty when unknown
    std::string_view name{};    ///< of the tool or prompt; the resource's address
    const Grant* grant = nullptr;
};

struct BearerOptions {
    /// The address of the endpoint, as its clients write it: "https://mcp.example.com/mcp".
    std::string resource{};
    /// Where to get a token; none: the verifier's issuers.
    std::vector<std::string> authorization_servers{};
    /// Tokens for these are accepted as well as those for `resource`: other names of this server.
    std::vector<std::string> audiences{};

    using Scopes = std::vector<std::string>;
    Scopes scopes{};  ///< that every request needs
    /// That some need besides: by the method ("resources/read"), and by the tool's name.
    std::map<std::string, Scopes, std::less<>> method_scopes{};
    std::map<std::string, Scopes, std::less<>> tool_scopes{};
    /// And what cannot be said with names. `name`: of the tool or prompt, the resource's address.
    std::function<Scopes(std::string_view method, std::string_view name)> scopes_for{};
    /// Whether one scope includes another ("files" and "files:read"). None does by default.
    std::function<bool(std::string_view held, std::string_view needed)> scope_covers{};
    /// Shown to clients; none: all those above.
    Scopes scopes_supported{};

    DpopOptions dpop{};
    std::chrono::seconds skew{60};  ///< between the clocks of an issuer and of this server
    std::size_t max_cached_tokens = 10'000;

    /// Asked for each request that is let in otherwise. A time: too many, so long the client is
    /// asked to wait (429).
    std::function<std::optional<std::chrono::seconds>(std::string_view principal, const Grant&)>
        rate_limit{};
    /// Told of each decision, on the thread that took it.
    std::function<void(const AccessEvent&)> audit{};

    std::string resource_name{};           ///< for people
    std::string resource_documentation{};  ///< an address
    /// The time; the machine's by default.
    std::function<Grant::Time()> now{};
};

/// Lets in who has a good token, and serves the document that says where to get one (RFC 9728).
/// Sets `authenticate_later` and `open`; `http.endpoint` is to be complete by then. A principal is
/// the issuer, `#`, and the subject. Throws std::invalid_argument for options that are not safe or
/// do not fit together.
void require_bearer(HttpServerOptions& http, std::shared_ptr<TokenVerifier> verifier,
                    BearerOptions options);

}  // namespace mcp
