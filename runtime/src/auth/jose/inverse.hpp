// Inverses modulo a prime of 256 bits, for numbers that are not secret: its time tells them.
#pragma once

#include "auth/jose/openssl.hpp"

namespace mcp::jose {

constexpr int number_bytes = 32;

/// Quicker than BN_mod_inverse.
class PublicInverse {
public:
    /// `prime` outlives this.
    explicit PublicInverse(const BIGNUM* prime);

    /// The number that makes 1 with `number`, which is one of 1 to prime - 1. Every result is
    /// multiplied with `number` before it is given. Throws std::runtime_error for 0, or when memory
    /// is short.
    BigNumber of(const BIGNUM* number, BN_CTX* scratch) const;

private:
    const BIGNUM* prime_;
    std::unique_ptr<BN_MONT_CTX, Deleter<BN_MONT_CTX_free>> reduction_;  ///< divides by 2^256
};

}  // namespace mcp::jose
