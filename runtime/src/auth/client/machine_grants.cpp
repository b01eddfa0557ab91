// Programs get tokens without a person: by their own credentials, or because somebody whom the
// server trusts vouches for them.
#include "auth/client/grant.hpp"

#include <stdexcept>
#include <utility>

namespace mcp::auth {

namespace {

constexpr std::string_view jwt_bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";
constexpr std::string_view token_exchange = "urn:ietf:params:oauth:grant-type:token-exchange";
constexpr std::string_view id_jag = "urn:ietf:params:oauth:token-type:id-jag";

Result<ClientIdentity, AuthError> identity_for(const RegisteredClient& client,
                                               const ServerMetadata& server) {
    if (!client.issuer.empty() && client.issuer != server.issuer) {
        return auth_error(AuthFailure::no_client, "the client id is for " + client.issuer +
                                                      ", and the server wants tokens of " +
                                                      shown_text(server.issuer));
    }
    return identity_of(client, server);
}

Form with_wishes(Form form, const GrantWishes& wishes) {
    if (!wishes.resource.empty()) form.emplace_back("resource", wishes.resource);
    if (!wishes.scopes.empty()) form.emplace_back("scope", scopes_text(wishes.scopes));
    return form;
}

/// What all of them share: the client is known beforehand.
class MachineGrant : public TokenGrant {
public:
    explicit MachineGrant(RegisteredClient client) : registered_(std::move(client)) {}

    Result<GrantedTokens, AuthError> obtain(const Flow& flow,
                                            const GrantWishes& wishes) const override {
        auto identity = who(wishes.server);
        if (!identity) return Unexpected(identity.error());
        auto first = form(flow, wishes);
        if (!first) return Unexpected(first.error());
        auto tokens =
            request_token(flow, wishes.server, *identity, with_wishes(std::move(*first), wishes));
        if (!tokens) return Unexpected(tokens.error());
        return GrantedTokens{std::move(*tokens), std::move(*identity)};
    }
    Result<ClientIdentity, AuthError> client(const Flow&, const ServerMetadata& server,
                                             const std::string&, TokenStorage&) const override {
        return who(server);
    }

protected:
    virtual Result<ClientIdentity, AuthError> who(const ServerMetadata& server) const {
        return identity_for(registered_, server);
    }
    virtual Result<Form, AuthError> form(const Flow& flow, const GrantWishes& wishes) const = 0;

    const RegisteredClient registered_;
};

class CredentialsGrant final : public MachineGrant {
public:
    explicit CredentialsGrant(ClientCredentialsOptions options)
        : MachineGrant(options.client), options_(std::move(options)) {
        if (options_.private_key.empty()) return;
        auto key = jose::Key::from_pem(options_.private_key);
        if (!key || !key->is_private()) {
            throw std::invalid_argument("client_credentials: the private key cannot be used");
        }
        key_ = std::move(*key);
    }

private:
    Result<ClientIdentity, AuthError> who(const ServerMetadata& server) const override {
        if (!key_) return identity_for(registered_, server);
        if (!registered_.issuer.empty() && registered_.issuer != server.issuer) {
            return identity_for(registered_, server);  // which says why not
        }
        if (server.token_auth_methods && !covers(*server.token_auth_methods, {"private_key_jwt"})) {
            return auth_error(AuthFailure::no_client,
                              "the authorization server takes no signatures of clients");
        }
        ClientIdentity identity;
        identity.id = registered_.id;
        identity.how = ClientAuth::key;
        identity.key = key_;
        identity.key_id = options_.key_id;
        for (const std::string_view name : jose::algorithm_names) {
            const auto algorithm = *jose::algorithm_from(name);
            const bool wanted = options_.algorithm.empty() || options_.algorithm == name;
            const bool offered = server.token_auth_algorithms.empty() ||
                                 covers(server.token_auth_algorithms, {std::string(name)});
            if (!wanted || !offered || !key_->fits(algorithm)) continue;
            identity.algorithm = algorithm;
            return identity;
        }
        return auth_error(AuthFailure::no_client,
                          "the key does not sign in a way that the authorization server takes");
    }
    Result<Form, AuthError> form(const Flow&, const GrantWishes&) const override {
        return Form{{"grant_type", "client_credentials"}};
    }

    const ClientCredentialsOptions options_;
    std::optional<jose::Key> key_{};
};

class EnterpriseGrant final : public MachineGrant {
public:
    explicit EnterpriseGrant(EnterpriseOptions options)
        : MachineGrant(options.client), options_(std::move(options)) {}

private:
    /// The identity provider's word for the user, for this authorization server alone.
    Result<Form, AuthError> form(const Flow& flow, const GrantWishes& wishes) const override {
        const auto subject = options_.subject_token ? options_.subject_token() : std::nullopt;
        if (!subject) return auth_error(AuthFailure::denied, "the user is not logged in");
        Flow plain = flow;
        plain.prover = nullptr;
        plain.guard.allow_private = true;  // its address is from the options
        ClientIdentity at_idp;
        at_idp.id = options_.idp_client.id;
        at_idp.secret = options_.idp_client.secret;
        at_idp.how = at_idp.secret.empty() ? ClientAuth::none : ClientAuth::basic;
        Form exchange{{"grant_type", std::string(token_exchange)},
                      {"requested_token_type", std::string(id_jag)},
                      {"audience", wishes.server.issuer},
                      {"subject_token", *subject},
                      {"subject_token_type", options_.subject_token_type}};
        const auto answer =
            post_form(plain, options_.idp_token_endpoint, options_.idp_client.issuer, at_idp,
                      with_wishes(std::move(exchange), wishes));
        if (!answer) return Unexpected(answer.error());
        const auto assertion = (*answer)["access_token"].as_string();
        if (!assertion || (*answer)["issued_token_type"].as_string() != id_jag) {
            return auth_error(AuthFailure::refused, options_.idp_token_endpoint +
                                                        " answered with something else than a "
                                                        "grant for the authorization server");
        }
        return Form{{"grant_type", std::string(jwt_bearer)}, {"assertion", *assertion}};
    }

    const EnterpriseOptions options_;
};

class WorkloadGrant final : public MachineGrant {
public:
    explicit WorkloadGrant(WorkloadOptions options)
        : MachineGrant(options.client), options_(std::move(options)) {}

private:
    Result<Form, AuthError> form(const Flow&, const GrantWishes&) const override {
        const auto assertion = options_.assertion ? options_.assertion() : std::nullopt;
        if (!assertion) return auth_error(AuthFailure::denied, "the platform gave no assertion");
        return Form{{"grant_type", std::string(jwt_bearer)}, {"assertion", *assertion}};
    }

    const WorkloadOptions options_;
};

}  // namespace

std::unique_ptr<TokenGrant> credentials_grant(ClientCredentialsOptions options) {
    return std::make_unique<CredentialsGrant>(std::move(options));
}
std::unique_ptr<TokenGrant> enterprise_grant(EnterpriseOptions options) {
    return std::make_unique<EnterpriseGrant>(std::move(options));
}
std::unique_ptr<TokenGrant> workload_grant(WorkloadOptions options) {
    return std::make_unique<WorkloadGrant>(std::move(options));
}

}  // namespace mcp::auth
