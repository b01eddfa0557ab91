#include "auth/server/dpop.hpp"

#include "auth/jose/digest.hpp"
#include "auth/jose/jws.hpp"
#include "auth/server/claims.hpp"
#include "http/client/url.hpp"

#include <mcp/base64.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mcp::auth {

namespace {

constexpr std::string_view nonce_purpose = "dpop-nonce";
constexpr std::size_t most_proof = std::size_t{8} * 1024;
constexpr std::size_t most_jti = 256;
constexpr std::size_t proof_depth = 8;

std::int64_t in_seconds(Grant::Time time) {
    return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// Whether both name the same place, without query and fragment (RFC 9449: after normalization).
bool same_address(const std::string& claimed, const std::string& wanted) {
    const std::string bare = claimed.substr(0, claimed.find_first_of("?#"));
    const auto a = http::parse_url(bare);
    const auto b = http::parse_url(wanted);
    return a && b && *a == *b;
}

}  // namespace

bool SeenProofs::add(std::int64_t made_at, std::string digest, std::int64_t oldest) {
    const std::lock_guard lock(mutex_);
    const auto drop_first = [&] {
        count_ -= by_time_.begin()->second.size();
        by_time_.erase(by_time_.begin());
    };
    while (!by_time_.empty() && by_time_.begin()->first < oldest) drop_first();
    if (made_at <= floor_) return false;
    if (!by_time_[made_at].insert(std::move(digest)).second) return false;
    ++count_;
    while (count_ > most_) {
        floor_ = by_time_.begin()->first;
        drop_first();
    }
    return true;
}

std::size_t SeenProofs::size() const {
    const std::lock_guard lock(mutex_);
    return count_;
}

ProofChecker::ProofChecker(DpopOptions options)
    : options_(std::move(options)),
      algorithm_names_(joined(options_.algorithms)),
      sealer_(options_.keys.empty() ? Sealer() : Sealer(options_.keys)),
      seen_(options_.max_proofs) {
    for (const std::string& name : options_.algorithms) {
        const auto algorithm = jose::algorithm_from(name);
        if (!algorithm) throw std::invalid_argument("dpop: there is no algorithm " + name);
        algorithms_.push_back(*algorithm);
    }
}

std::string ProofChecker::nonce(Grant::Time now) const {
    return sealer_.seal(nonce_purpose, {}, {}, now + options_.nonce_lifetime);
}

std::optional<ProofChecker::Refusal> ProofChecker::check(const Request& request, Grant::Time now) {
    const auto refuse = [](std::string reason) { return Refusal{std::move(reason)}; };
    if (request.proof.empty()) return refuse("there is no proof");
    const auto jws = jose::read_jws(request.proof, most_proof);
    if (!jws) return refuse("the proof: " + jws.error().message);
    if (jws->type() != "dpop+jwt") return refuse("the proof is of another type");
    if (std::find(algorithms_.begin(), algorithms_.end(), jws->algorithm) == algorithms_.end())
        return refuse("the proof's algorithm is not allowed");
    const auto jwk = jws->header.find("jwk");
    if (!jwk || jwk->contains("d")) return refuse("the proof has no public key");
    const auto key = jose::Key::from_jwk(*jwk);
    if (!key) return refuse("the proof's key: " + key.error().message);
    if (!jose::same_secret(key->thumbprint(), request.thumbprint))
        return refuse("the proof is by another key than that of the token");
    if (!key->verify(jws->algorithm, jws->signed_text, jws->signature))
        return refuse("the proof's signature is not by its key");

    const auto claims = JsonObject::parse(jws->payload, {most_proof, proof_depth});
    if (!claims) return refuse("the proof's claims are no JSON object");
    const auto text = [&](const char* name) { return (*claims)[name].as_string().value_or(""); };
    if (text("htm") != request.http_method) return refuse("the proof is for another method");
    if (!same_address(text("htu"), request.address))
        return refuse("the proof is for another address");
    if (text("ath") != base64url_encode(request.token_digest))
        return refuse("the proof is for another token");
    const auto made_at = (*claims)["iat"].as_int64();
    const std::int64_t oldest = in_seconds(now - options_.max_age);
    if (!made_at || *made_at < oldest || *made_at > in_seconds(now + options_.max_age))
        return refuse("the proof is too old, or from the future");
    if (options_.require_nonce && !sealer_.open(nonce_purpose, {}, text("nonce"), now))
        return Refusal{"the proof needs a nonce of this server", true};
    const std::string id = text("jti");
    if (id.empty() || id.size() > most_jti) return refuse("the proof has no jti");
    std::string digest = jose::sha256(request.thumbprint + '\n' + id);
    if (!seen_.add(*made_at, std::move(digest), oldest)) return refuse("the proof was used before");
    return std::nullopt;
}

}  // namespace mcp::auth
