// A user logs in.
#include "auth/client/code_flow.hpp"
#include "auth/client/grant.hpp"
#include "auth/client/identity.hpp"
#include "http/client/url.hpp"

#include <utility>

namespace mcp::auth {

namespace {

class LoginGrant final : public TokenGrant {
public:
    LoginGrant(LoginOptions options, LoginParts parts)
        : options_(std::move(options)), parts_(std::move(parts)) {}

    Result<GrantedTokens, AuthError> obtain(const Flow& flow,
                                            const GrantWishes& wishes) const override {
        auto listener = listen(wishes);
        if (!listener) return Unexpected(listener.error());
        const IdentityWishes by{options_, wishes.storage, (*listener)->address()};
        auto client = find_identity(flow, wishes.server, by);
        if (!client) return Unexpected(client.error());
        auto request =
            make_code_request(wishes.server, *client, by.redirect, wishes.resource, wishes.scopes);
        if (!request) return Unexpected(request.error());
        if (!parts_.open_browser(request->url)) {
            return auth_error(AuthFailure::stopped, "no browser could be opened for the login");
        }
        const auto query = (*listener)->wait(options_.login_timeout, flow.stop);
        if (!query) return Unexpected(query.error());
        const auto code = take_code(*request, *query);
        if (!code) return Unexpected(code.error());
        auto tokens = request_token(flow, wishes.server, *client,
                                    code_form(*request, *code, wishes.resource));
        if (!tokens) {
            // The server has forgotten the client: the next login registers it again.
            if (tokens.error().code == "invalid_client") {
                forget_registration(wishes.storage, wishes.server.issuer);
            }
            return Unexpected(tokens.error());
        }
        return GrantedTokens{std::move(*tokens), std::move(*client)};
    }

    Result<ClientIdentity, AuthError> client(const Flow& flow, const ServerMetadata& server,
                                             const std::string& id,
                                             TokenStorage& storage) const override {
        // A registration would make another one than that which got the tokens.
        ServerMetadata no_new = server;
        no_new.registration_endpoint.clear();
        const IdentityWishes by{options_, storage, registered_redirect(storage, server.issuer)};
        auto found = find_identity(flow, no_new, by);
        if (found && found->id != id) {
            return auth_error(AuthFailure::no_client, "the tokens belong to another client id");
        }
        return found;
    }

    bool is_interactive() const override { return true; }
    bool wants_offline_access() const override { return options_.stay_logged_in; }

private:
    /// Where the client was registered with, if that is still free.
    Result<std::unique_ptr<RedirectListener>, AuthError> listen(const GrantWishes& wishes) const {
        const std::string before = registered_redirect(wishes.storage, wishes.server.issuer);
        const auto url = http::parse_url(before);
        if (options_.redirect_port == 0 && url) {
            if (auto same = parts_.listen(url->port)) return same;
        }
        return parts_.listen(options_.redirect_port);
    }

    const LoginOptions options_;
    const LoginParts parts_;
};

}  // namespace

std::unique_ptr<TokenGrant> login_grant(LoginOptions options, LoginParts parts) {
    return std::make_unique<LoginGrant>(std::move(options), std::move(parts));
}

}  // namespace mcp::auth
