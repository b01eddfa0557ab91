// DPoP.
#include "auth/client/dpop.hpp"

#include "auth/challenge.hpp"
#include "auth/client/source.hpp"
#include "auth/jose/digest.hpp"
#include "auth/jose/jws.hpp"

#include <mcp/base64.hpp>
#include <mcp/seal.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mcp::auth {

namespace {

constexpr std::size_t max_nonce = 1024;

std::string origin_of(const std::string& url) {
    const auto parsed = http::parse_url(url);
    return parsed ? parsed->origin() : std::string();
}

class BoundSource final : public TokenSource {
public:
    BoundSource(std::shared_ptr<TokenSource> source, std::shared_ptr<DpopProver> prover)
        : source_(std::move(source)), prover_(std::move(prover)) {}

    std::optional<HttpFields> at_hand(const TokenRequest& request) override {
        return source_->at_hand(request);
    }
    Result<HttpFields, AuthError> obtain(const TokenRequest& request,
                                         std::stop_token stop) override {
        return source_->obtain(request, std::move(stop));
    }
    Result<bool, AuthError> refused(const TokenRequest& request, const TokenRefusal& refusal,
                                    std::stop_token stop) override {
        if (wants_nonce(refusal)) return true;  // `replied` has it, if the server gave one
        TokenRefusal counted = refusal;
        if (counted.attempt > 0) --counted.attempt;  // a nonce may have been the first
        return source_->refused(request, counted, std::move(stop));
    }
    void replied(const TokenRequest& request, const HttpFields& headers) override {
        prover_->learn(request.url, headers);
    }
    Result<void, AuthError> log_out(const std::string& server, std::stop_token stop) override {
        return source_->log_out(server, std::move(stop));
    }

private:
    static bool wants_nonce(const TokenRefusal& refusal) {
        if (refusal.status != 401 || refusal.attempt > 1 || refusal.sent.empty()) return false;
        for (const std::string& value : refusal.challenges) {
            for (const Challenge& each : parse_challenges(value)) {
                if (each.scheme == "dpop" && each.get("error") == "use_dpop_nonce") return true;
            }
        }
        return false;
    }

    const std::shared_ptr<TokenSource> source_;
    const std::shared_ptr<DpopProver> prover_;
};

}  // namespace

DpopProver::DpopProver(jose::Key key, jose::Algorithm algorithm, Now now)
    : key_(std::move(key)), algorithm_(algorithm), now_(std::move(now)) {}

std::string DpopProver::proof(const std::string& method, const std::string& url,
                              const std::string& token) {
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(now_().time_since_epoch()).count();
    JsonObject claims{{"jti", random_token()},
                      {"htm", method},
                      {"htu", url.substr(0, url.find_first_of("?#"))},
                      {"iat", now}};
    if (!token.empty()) claims.set("ath", base64url_encode(jose::sha256(token)));
    {
        const std::lock_guard lock(mutex_);
        const auto nonce = nonces_.find(origin_of(url));
        if (nonce != nonces_.end()) claims.set("nonce", nonce->second);
    }
    return jose::write_jws(key_, algorithm_, {{"typ", "dpop+jwt"}, {"jwk", key_.public_jwk()}},
                           claims.text());
}

bool DpopProver::learn(const std::string& url, const http::Fields& headers) {
    const std::string* const nonce = http::find_field(headers, "DPoP-Nonce");
    if (!nonce || nonce->empty() || nonce->size() > max_nonce) return false;
    const std::lock_guard lock(mutex_);
    std::string& kept = nonces_[origin_of(url)];
    return std::exchange(kept, *nonce) != *nonce;
}

std::shared_ptr<TokenSource> bound_source(std::shared_ptr<TokenSource> source,
                                          const DpopKey& options, DpopProver::Now now) {
    const auto algorithm = jose::algorithm_from(options.algorithm);
    if (!algorithm) throw std::invalid_argument("with_dpop: unknown algorithm");
    std::optional<jose::Key> key;
    if (options.private_key.empty()) {
        key = jose::Key::generate(*algorithm);
    } else if (auto given = jose::Key::from_pem(options.private_key)) {
        key = std::move(*given);
    }
    if (!key || !key->is_private() || !key->fits(*algorithm)) {
        throw std::invalid_argument("with_dpop: the key does not sign with " + options.algorithm);
    }
    const auto inner = std::dynamic_pointer_cast<OAuthSource>(source);
    if (!inner) throw std::invalid_argument("with_dpop: the source does not ask for tokens");
    auto prover = std::make_shared<DpopProver>(std::move(*key), *algorithm, std::move(now));
    inner->prove_with(prover);
    return std::make_shared<BoundSource>(std::move(source), std::move(prover));
}

}  // namespace mcp::auth
