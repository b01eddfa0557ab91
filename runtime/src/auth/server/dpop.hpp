// Proofs of possession (RFC 9449, section 4.3): a small signed text with each request, by the key
// that the token belongs to. Good once, for one method, one address and one token, for minutes.
#pragma once

#include "auth/jose/algorithm.hpp"

#include <mcp/bearer.hpp>
#include <mcp/seal.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

/// The proofs that were seen. Bounded: when there are too many the oldest go, and no proof as old
/// as they are is accepted any more. So memory is bounded and still nothing is good twice.
class SeenProofs {
public:
    explicit SeenProofs(std::size_t most) : most_(most) {}
    /// False when it was seen before, or is older than what can be remembered. Proofs that were
    /// made before `oldest` are forgotten: they are refused for their age.
    bool add(std::int64_t made_at, std::string digest, std::int64_t oldest);
    std::size_t size() const;

private:
    const std::size_t most_;
    mutable std::mutex mutex_{};
    std::map<std::int64_t, std::set<std::string>> by_time_{};
    std::size_t count_ = 0;
    std::int64_t floor_ = INT64_MIN;  ///< made at this time or before: too old
};

class ProofChecker {
public:
    /// Throws std::invalid_argument for algorithms that there are not, and keys that are too short.
    explicit ProofChecker(DpopOptions options);

    struct Request {
        std::string_view proof{};
        std::string_view token_digest{};  ///< SHA-256
        std::string_view http_method{};
        std::string address{};     ///< without query and fragment
        std::string thumbprint{};  ///< of the key that the token belongs to
    };
    struct Refusal {
        std::string reason{};
        bool wants_nonce = false;
    };
    /// Nothing when the proof is good.
    std::optional<Refusal> check(const Request& request, Grant::Time now);

    bool gives_nonces() const { return options_.require_nonce; }
    std::string nonce(Grant::Time now) const;
    const std::string& algorithms() const { return algorithm_names_; }

private:
    const DpopOptions options_;
    std::vector<jose::Algorithm> algorithms_{};
    std::string algorithm_names_{};
    Sealer sealer_;
    SeenProofs seen_;
};

}  // namespace mcp::auth
