// The keys of an issuer (JWK Set).
#pragma once

#include "auth/jose/jws.hpp"
#include "auth/jose/key.hpp"

#include <mcp/result.hpp>

#include <cstddef>
#include <stop_token>
#include <string_view>
#include <vector>

namespace mcp::jose {

struct KeySet {
    std::vector<Key> keys{};

    /// Keys that are of no use here are left out, as RFC 7517 asks: other kinds, shared secrets,
    /// private ones. Fails when it is no JWK Set, or has more than `max_keys`.
    static Result<KeySet> parse(std::string_view json, std::size_t max_keys = 64);

    enum class Verdict {
        good,
        bad,         ///< there is such a key, and the signature is not by it
        unknown_key  ///< there is no key with this id, or none for the algorithm
    };
    /// Tries the key that the header names; without a name each that fits, a few at most.
    Verdict verify(const Jws& jws) const;

    /// The same keys, of which the first that are for ES256 are prepared (`Key::prepared`); fewer
    /// when it is stopped.
    KeySet prepared(const KeySet& before, const std::stop_token& stop = {}) const;
};

}  // namespace mcp::jose
