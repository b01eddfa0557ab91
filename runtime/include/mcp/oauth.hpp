// Logging in to servers over HTTP: where a client's tokens come from (OAuth 2.1). A source goes
// into `HttpClientOptions::token_source`. Link Mcpgen::asio. How servers check tokens is not here.
#pragma once

#include <mcp/http_settings.hpp>
#include <mcp/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mcp {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

/// Why there is no token.
enum class AuthFailure : std::uint8_t {
    unreachable,   ///< a document or an endpoint could not be fetched
    bad_metadata,  ///< what a server says of itself is missing, wrong, or of somebody else
    insecure,      ///< it would have to be done in a way that is not safe
    no_client,     ///< there is no client id for this authorization server, and none can be had
    denied,        ///< the user or the authorization server said no: `code` is its word
    bad_redirect,  ///< what came back from the browser is not the answer to our request
    refused,       ///< the token endpoint refused: `code` is its word
    useless,       ///< the server does not take the tokens that it asked for
    stopped,       ///< given up, or nobody logged in in time
};

struct AuthError {
    AuthFailure failure = AuthFailure::refused;
    std::string message{};  ///< one sentence, without secrets
    std::string code{};     ///< OAuth's: `access_denied`, `invalid_grant`
    friend bool operator==(const AuthError&, const AuthError&) = default;
};

/// One request to a server, for which credentials are wanted.
struct TokenRequest {
    std::string server{};  ///< `HttpClientOptions::url`
    std::string method{};
    std::string url{};  ///< without its query
};

/// A server's answer 401 or 403.
struct TokenRefusal {
    int status = 401;
    std::vector<std::string> challenges{};  ///< the values of WWW-Authenticate
    HttpFields sent{};                      ///< what the source gave for it
    unsigned attempt = 0;                   ///< so often this request was refused before
};

/// Gives requests their credentials. Any thread; for several connections at once.
class TokenSource {
public:
    virtual ~TokenSource() = default;

    /// The header fields for a request, if they are there without waiting; empty to try without.
    virtual std::optional<HttpFields> at_hand(const TokenRequest& request) = 0;
    /// The same, for when they are not. Called on a thread that may wait.
    virtual Result<HttpFields, AuthError> obtain(const TokenRequest& request, std::stop_token stop);
    /// Whether it is worth to make the request once more, with what `at_hand` gives by then. Called
    /// on a thread that may wait: for a server, for a person. An error fails the request.
    virtual Result<bool, AuthError> refused(const TokenRequest& request,
                                            const TokenRefusal& refusal, std::stop_token stop) = 0;
    /// Gives the tokens for this server back to who gave them, and forgets them, in any case.
    virtual Result<void, AuthError> log_out(const std::string& server, std::stop_token stop);
    /// The header fields of each reply.
    virtual void replied(const TokenRequest& request, const HttpFields& headers) {
        (void)request;
        (void)headers;
    }
};

/// Keeps clients' names and tokens. The values are secret. Any thread.
class TokenStorage {
public:
    virtual ~TokenStorage() = default;
    virtual std::optional<std::string> load(const std::string& key) = 0;
    virtual void save(const std::string& key, const std::string& value) = 0;
    virtual void erase(const std::string& key) = 0;
};
/// As long as the process runs.
std::shared_ptr<TokenStorage> memory_storage();
/// A file that its owner alone can read, replaced as a whole on every change. With a key of 32
/// bytes or more it is encrypted. Throws std::runtime_error when the file is there and cannot be
/// read, when others may read it, or when the key is another one; `save` and `erase` when it cannot
/// be written.
std::shared_ptr<TokenStorage> file_storage(const std::string& path, const std::string& key = {});

/// A client that an authorization server knows already.
struct RegisteredClient {
    /// The only server that gets to know the secret. Empty: the one that the MCP server names.
    std::string issuer{};
    std::string id{};
    std::string secret{};  ///< empty for none
};

/// What all sources have in common.
struct OAuthOptions {
    /// Asked for in addition to what the server says it wants.
    std::vector<std::string> scopes{};
    std::shared_ptr<TokenStorage> storage{};  ///< memory when null
    /// Servers in private networks. Those on this machine may be used when the MCP server is there.
    bool allow_private = false;
    /// A server of 2025-03-26, without metadata of its own, is its own authorization server.
    bool allow_2025_03_26 = true;
    /// After a login that failed the next one waits for so long; until then requests fail.
    std::chrono::milliseconds pause_after_failure{10'000};
    HttpTlsOptions tls{};  ///< to authorization servers
    HttpProxyOptions proxy{};
};

/// A user logs in, in a browser.
struct LoginOptions : OAuthOptions {
    std::string client_name{"MCP client"};  ///< what users are shown
    std::vector<RegisteredClient> clients{};
    /// An https address with a path, where the client's metadata document is published.
    std::string client_id_document{};
    /// Asked when there is no other way to a client id; the argument is the issuer. May wait.
    std::function<std::optional<RegisteredClient>(const std::string& issuer)> ask_for_client{};
    /// Shows a page to the user; false when that is not possible. The system's browser by default.
    std::function<bool(const std::string& url)> open_browser{};
    std::uint16_t redirect_port = 0;  ///< on 127.0.0.1; 0: any that is free
    std::chrono::milliseconds login_timeout{5 * 60'000};
    /// Asks for `offline_access` where it is offered, so that users need not log in so often.
    bool stay_logged_in = true;
};

/// A program acts for itself. Give a secret or a key.
struct ClientCredentialsOptions : OAuthOptions {
    RegisteredClient client{};
    std::string private_key{};  ///< PEM: the client proves who it is by signatures
    std::string algorithm{};    ///< `ES256`; empty: the first that fits the key
    std::string key_id{};
};

/// Single sign-on: the company's identity provider vouches for the user (ID-JAG).
struct EnterpriseOptions : OAuthOptions {
    RegisteredClient client{};         ///< at the MCP server's authorization server
    std::string idp_token_endpoint{};  ///< of the identity provider
    RegisteredClient idp_client{};     ///< at the identity provider
    /// The user's ID token, or refresh token; asked for each time.
    std::function<std::optional<std::string>()> subject_token{};
    std::string subject_token_type{"urn:ietf:params:oauth:token-type:id_token"};
};

/// A platform vouches for the program with a signed token of its own.
struct WorkloadOptions : OAuthOptions {
    std::function<std::optional<std::string>()> assertion{};  ///< asked for each time
    RegisteredClient client{};                                ///< if the server wants to know
};

std::shared_ptr<TokenSource> bearer_token(std::string token);
std::shared_ptr<TokenSource> login(LoginOptions options);
std::shared_ptr<TokenSource> client_credentials(ClientCredentialsOptions options);
std::shared_ptr<TokenSource> enterprise_login(EnterpriseOptions options);
std::shared_ptr<TokenSource> workload_identity(WorkloadOptions options);

struct DpopKey {
    std::string private_key{};  ///< PEM; a new one when empty
    std::string algorithm{"ES256"};
};
/// The tokens of another source, bound to a key (RFC 9449): who steals one cannot use it.
std::shared_ptr<TokenSource> with_dpop(std::shared_ptr<TokenSource> source, DpopKey key = {});

}  // namespace mcp
