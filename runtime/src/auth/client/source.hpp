// A source of tokens that follows the protocol: from a refusal to the authorization server, to a
// first token, a fresh one, or one with more scopes.
//
//   401 --> metadata --> authorization server --> refresh token? --works--> again
//                                  |                     '--fails--.
//                                  '-------------------------------+--> grant --> again
//   403 insufficient_scope --> the same, without refreshing, with the scopes of both
//
// One login at a time; who comes meanwhile waits for it and uses what it gave.
#pragma once

#include "auth/challenge.hpp"
#include "auth/client/discovery.hpp"
#include "auth/client/flow.hpp"
#include "auth/client/grant.hpp"
#include "auth/client/tokens.hpp"

#include <mcp/oauth.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mcp::auth {

struct SourceParts {
    std::shared_ptr<Web> web{};
    std::function<std::chrono::system_clock::time_point()> now{};
    std::unique_ptr<TokenGrant> grant{};
};

class OAuthSource final : public TokenSource {
public:
    OAuthSource(OAuthOptions options, SourceParts parts);

    std::optional<HttpFields> at_hand(const TokenRequest& request) override;
    Result<HttpFields, AuthError> obtain(const TokenRequest& request,
                                         std::stop_token stop) override;
    Result<bool, AuthError> refused(const TokenRequest& request, const TokenRefusal& refusal,
                                    std::stop_token stop) override;
    Result<void, AuthError> log_out(const std::string& server, std::stop_token stop) override;

    /// Before the first request: tokens are bound to this key.
    void prove_with(std::shared_ptr<Prover> prover) { prover_ = std::move(prover); }

private:
    using Clock = std::chrono::system_clock;

    /// What is known of one MCP server.
    struct Known {
        bool loaded = false;
        std::optional<Tokens> tokens{};
        Scopes asked{};  ///< of the authorization server `issuer`
        std::string issuer{};
        std::map<std::string, unsigned> tried{};  ///< scopes of a challenge -> logins for them
        std::optional<AuthError> failure{};       ///< of the last login
        Clock::time_point failed{};
    };
    /// The right to change tokens. Only one has it.
    class Turn;

    Known& known(const std::string& server);
    HttpFields fields(const Tokens& tokens, const TokenRequest& request) const;
    Flow flow(const std::string& server, std::stop_token stop) const;
    Result<bool, AuthError> log_in(const TokenRequest& request, const TokenRefusal& refusal,
                                   const Challenge& challenge, const Flow& flow);
    Result<void, AuthError> refresh(const Flow& flow, const std::string& server,
                                    const ServerMetadata& metadata, Tokens tokens);
    void keep(const std::string& server, const std::optional<Tokens>& tokens);

    const OAuthOptions options_;
    const std::shared_ptr<Web> web_;
    const std::function<Clock::time_point()> now_;
    const std::unique_ptr<TokenGrant> grant_;
    const std::shared_ptr<TokenStorage> storage_;
    std::shared_ptr<Prover> prover_{};

    std::mutex mutex_{};
    std::condition_variable_any changed_{};
    bool busy_ = false;
    std::map<std::string, Known> known_{};
};

}  // namespace mcp::auth
