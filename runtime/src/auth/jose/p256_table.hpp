// Quicker checks for a key on P-256 that checks many signatures.
#pragma once

#include "auth/jose/inverse.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace mcp::jose {

/// Multiples of a public key, computed beforehand as libcrypto has them of the curve's base point.
/// A check is then two short sums in place of a long one, where libcrypto has code of its own for
/// the curve. Nothing here is secret. Functions throw std::runtime_error when memory is short.
class P256Table {
public:
    /// Takes about 30 ms and 150 KB. Null for a key that is not on P-256, and where libcrypto
    /// computes no such tables.
    static std::shared_ptr<const P256Table> make(const EVP_PKEY* key);

    /// ECDSA as FIPS 186-5, 6.4.2 has it, of a SHA-256 digest; `signature` is r and s, 32 bytes
    /// each. For several threads.
    bool verify(std::string_view digest, std::string_view signature) const;

private:
    using Group = std::unique_ptr<EC_GROUP, Deleter<EC_GROUP_free>>;

    P256Table(Group curve, Group multiples)
        : curve_(std::move(curve)),
          multiples_(std::move(multiples)),
          inverse_(EC_GROUP_get0_order(curve_.get())) {}

    Group curve_;
    Group multiples_;  ///< the same curve, with the key in place of the base point
    PublicInverse inverse_;
};

}  // namespace mcp::jose
