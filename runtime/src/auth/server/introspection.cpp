#include "auth/server/introspection.hpp"

#include "auth/form.hpp"
#include "auth/server/claims.hpp"

#include <mcp/base64.hpp>

#include <atomic>
#include <utility>

namespace mcp {

namespace auth {

namespace {

class IntrospectionVerifier final : public TokenVerifier,
                                    public std::enable_shared_from_this<IntrospectionVerifier> {
public:
    IntrospectionVerifier(IntrospectionOptions options, MakeFetcher fetcher)
        : options_(std::move(options)),
          documents_(std::move(fetcher), options_.max_reply, options_.timeout) {
        safe_url(options_.issuer, "issuer");
        safe_url(options_.endpoint, "endpoint");
        credentials_ = "Basic " + base64_encode(form_escape(options_.client_id) + ':' +
                                                form_escape(options_.client_secret));
    }

    std::vector<std::string> issuers() const override { return {options_.issuer}; }

    void verify(std::string_view token, Grant::Time, Done<TokenVerdict> done) override {
        if (in_flight_.fetch_add(1) >= options_.max_in_flight) {
            in_flight_.fetch_sub(1);
            return done(TokenVerdict{nullptr, "too many tokens are being asked about", true});
        }
        WebRequest request;
        request.method = "POST";
        request.url = options_.endpoint;
        request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
        if (!options_.client_id.empty())
            request.secret_headers.emplace_back("Authorization", credentials_);
        request.body =
            form_text({{"token", std::string(token)}, {"token_type_hint", "access_token"}});
        const auto answer = std::make_shared<Done<TokenVerdict>>(std::move(done));
        documents_.get(std::move(request), [self = shared_from_this(), answer](Document reply) {
            self->in_flight_.fetch_sub(1);
            (*answer)(self->judge(std::move(reply)));
        });
    }

private:
    TokenVerdict judge(Document reply) const {
        // To some issuers a token of another kind is a bad question.
        if (!reply && reply.error().status == 400)
            return {nullptr, "the issuer does not know the token"};
        if (!reply)
            return {nullptr, "the issuer could not be asked: " + reply.error().message, true};
        if ((*reply)["active"].as_bool() != true) return {nullptr, "the token is not active"};
        auto grant = grant_from(*std::move(reply), options_.scope_claims);
        if (!grant) return {nullptr, "the token's claims: " + grant.error().message};
        if (grant->issuer.empty()) grant->issuer = options_.issuer;
        if (grant->issuer != options_.issuer) return {nullptr, "the token is of another issuer"};
        return {std::make_shared<const Grant>(*std::move(grant)), {}, false, options_.fresh_for};
    }

    const IntrospectionOptions options_;
    Documents documents_;
    std::string credentials_{};
    std::atomic<std::size_t> in_flight_ = 0;
};

}  // namespace

std::shared_ptr<TokenVerifier> make_introspection_verifier(IntrospectionOptions options,
                                                           MakeFetcher fetcher) {
    return std::make_shared<IntrospectionVerifier>(std::move(options), std::move(fetcher));
}

}  // namespace auth

std::shared_ptr<TokenVerifier> introspection_verifier(IntrospectionOptions options) {
    auto fetcher = auth::socket_fetcher(options.ca_file, options.timeout);
    return auth::make_introspection_verifier(std::move(options), std::move(fetcher));
}

}  // namespace mcp
