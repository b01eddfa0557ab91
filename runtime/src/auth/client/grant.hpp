// The ways in which a first token is had. Which server, which scopes and when is decided before, in
// source.cpp.
#pragma once

#include "auth/client/flow.hpp"
#include "auth/client/redirect.hpp"
#include "auth/client/token_endpoint.hpp"

#include <mcp/oauth.hpp>

#include <memory>
#include <string>

namespace mcp::auth {

struct GrantWishes {
    const ServerMetadata& server;
    std::string resource{};  ///< as published; empty for servers of 2025-03-26
    Scopes scopes{};
    TokenStorage& storage;
};

struct GrantedTokens {
    TokenReply tokens{};
    ClientIdentity client{};  ///< who may refresh them
};

class TokenGrant {
public:
    virtual ~TokenGrant() = default;
    virtual Result<GrantedTokens, AuthError> obtain(const Flow& flow,
                                                    const GrantWishes& wishes) const = 0;
    /// The client that got tokens earlier, to refresh or revoke them.
    virtual Result<ClientIdentity, AuthError> client(const Flow& flow, const ServerMetadata& server,
                                                     const std::string& id,
                                                     TokenStorage& storage) const = 0;
    /// A person answers: wider scopes are worth to ask for, and so is `offline_access`.
    virtual bool is_interactive() const { return false; }
    virtual bool wants_offline_access() const { return false; }
};

struct LoginParts {
    ListenForRedirect listen{};
    std::function<bool(const std::string& url)> open_browser{};
};
std::unique_ptr<TokenGrant> login_grant(LoginOptions options, LoginParts parts);
/// Throws std::invalid_argument for a key that is none.
std::unique_ptr<TokenGrant> credentials_grant(ClientCredentialsOptions options);
std::unique_ptr<TokenGrant> enterprise_grant(EnterpriseOptions options);
std::unique_ptr<TokenGrant> workload_grant(WorkloadOptions options);

}  // namespace mcp::auth
