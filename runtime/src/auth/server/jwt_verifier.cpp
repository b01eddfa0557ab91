#include "auth/server/jwt_verifier.hpp"

#include "auth/jose/jws.hpp"
#include "auth/server/claims.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mcp {

namespace auth {

namespace {

constexpr std::size_t claims_depth = 16;

/// A token that has been taken apart, for as long as its signature is being checked.
struct ReadToken {
    std::string text{};  ///< only of one that has to wait
    jose::Jws jws{};
    Grant grant{};
};

class JwtVerifier final : public TokenVerifier {
public:
    JwtVerifier(JwtVerifierOptions options, const MakeFetcher& fetcher,
                const IssuerKeys::Clock& clock)
        : options_(std::move(options)) {
        if (options_.issuers.empty()) throw std::invalid_argument("jwt_verifier: no issuer");
        for (const std::string& name : options_.algorithms) {
            const auto algorithm = jose::algorithm_from(name);
            if (!algorithm)
                throw std::invalid_argument("jwt_verifier: there is no algorithm " + name);
            algorithms_.push_back(*algorithm);
        }
        for (const JwtIssuer& issuer : options_.issuers)
            keys_.push_back(std::make_shared<IssuerKeys>(issuer, options_, fetcher, clock));
    }

    std::vector<std::string> issuers() const override {
        std::vector<std::string> all;
        for (const auto& each : keys_) all.push_back(each->issuer());
        return all;
    }

    void verify(std::string_view token, Grant::Time, Done<TokenVerdict> done) override {
        // The text is copied because the signed part of it has to outlive a wait for keys.
        const auto read = std::make_shared<ReadToken>();
        read->text = token;
        std::string why;
        IssuerKeys* const keys = take_apart(*read, why);
        if (keys == nullptr) return done(TokenVerdict{nullptr, std::move(why)});
        const auto answer = std::make_shared<Done<TokenVerdict>>(std::move(done));
        keys->check(read->jws, [read, answer, fresh = options_.fresh_for](IssuerKeys::Answer said) {
            TokenVerdict verdict{nullptr, std::move(said.reason), said.unavailable, fresh};
            if (said.good) verdict.grant = std::make_shared<const Grant>(std::move(read->grant));
            (*answer)(std::move(verdict));
        });
    }

private:
    /// Whose keys have to be asked; null when the token is not good whatever they are.
    IssuerKeys* take_apart(ReadToken& read, std::string& why) const {
        auto jws = jose::read_jws(read.text);
        const auto refuse = [&](std::string reason) {
            why = std::move(reason);
            return nullptr;
        };
        if (!jws) return refuse(jws.error().message);
        const auto has = [](const auto& list, const auto& value) {
            return std::find(list.begin(), list.end(), value) != list.end();
        };
        if (!has(algorithms_, jws->algorithm))
            return refuse("the token's algorithm is not allowed");
        if (!has(options_.types, jws->type())) return refuse("the token is of another type");
        auto claims = JsonObject::parse(jws->payload, {jws->payload.size() + 1, claims_depth});
        if (!claims) return refuse("the token's claims are no JSON object");
        auto grant = grant_from(*std::move(claims), options_.scope_claims);
        if (!grant) return refuse("the token's claims: " + grant.error().message);
        if (!grant->expires) return refuse("the token does not say when it expires");
        const auto issuer = std::find_if(keys_.begin(), keys_.end(), [&](const auto& each) {
            return each->issuer() == grant->issuer;
        });
        if (issuer == keys_.end()) return refuse("the token is of another issuer");
        read.jws = *std::move(jws);
        read.grant = *std::move(grant);
        return issuer->get();
    }

    const JwtVerifierOptions options_;
    std::vector<jose::Algorithm> algorithms_{};
    std::vector<std::shared_ptr<IssuerKeys>> keys_{};
};

}  // namespace

std::shared_ptr<TokenVerifier> make_jwt_verifier(JwtVerifierOptions options, MakeFetcher fetcher,
                                                 IssuerKeys::Clock clock) {
    return std::make_shared<JwtVerifier>(std::move(options), fetcher, clock);
}

}  // namespace auth

std::shared_ptr<TokenVerifier> jwt_verifier(JwtVerifierOptions options) {
    auto fetcher = auth::socket_fetcher(options.ca_file, options.timeout);
    return auth::make_jwt_verifier(std::move(options), std::move(fetcher),
                                   [] { return std::chrono::steady_clock::now(); });
}

}  // namespace mcp
