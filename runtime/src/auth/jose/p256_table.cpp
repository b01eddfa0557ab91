// Tables by libcrypto, and the check of FIPS 186-5, 6.4.2, with them.
#include "auth/jose/p256_table.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>

#include <array>

namespace mcp::jose {

namespace {

constexpr std::size_t point_bytes = 1 + 2 * number_bytes;  // 04, x, y

using Point = std::unique_ptr<EC_POINT, Deleter<EC_POINT_free>>;

#if OPENSSL_VERSION_MAJOR < 4 && !defined(OPENSSL_NO_DEPRECATED_3_0)
// Deprecated with OpenSSL 3.0, and there in all of 3; nothing else does the same.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
bool compute_multiples(EC_GROUP* group, BN_CTX* scratch) {
    return EC_GROUP_precompute_mult(group, scratch) == 1;
}

/// The point is x = X / Z^2, y = Y / Z^3.
bool read_x(const EC_GROUP* curve, const EC_POINT* point, BIGNUM* x, BIGNUM* z, BN_CTX* scratch) {
    return EC_POINT_get_Jprojective_coordinates_GFp(curve, point, x, nullptr, z, scratch) == 1;
}
#pragma GCC diagnostic pop
#else
bool compute_multiples(EC_GROUP*, BN_CTX*) { return false; }

bool read_x(const EC_GROUP* curve, const EC_POINT* point, BIGNUM* x, BIGNUM* z, BN_CTX* scratch) {
    return BN_one(z) == 1 &&
           EC_POINT_get_affine_coordinates(curve, point, x, nullptr, scratch) == 1;
}
#endif

/// Whether the first coordinate of the point is r modulo the order: r, or r and the order. Instead
/// of dividing by Z^2, which takes long, the other side is multiplied with it.
bool has_x(const EC_GROUP* curve, const EC_POINT* point, const BIGNUM* r, BN_CTX* scratch) {
    const BIGNUM* const prime = EC_GROUP_get0_field(curve);
    const BigNumber x(BN_new()), z(BN_new()), candidate(BN_dup(r)), product(BN_new());
    must(x && z && candidate && product && read_x(curve, point, x.get(), z.get(), scratch) &&
             BN_mod_sqr(z.get(), z.get(), prime, scratch) == 1,
         "ECDSA");
    while (BN_cmp(candidate.get(), prime) < 0) {
        must(BN_mod_mul(product.get(), candidate.get(), z.get(), prime, scratch) == 1 &&
                 BN_add(candidate.get(), candidate.get(), EC_GROUP_get0_order(curve)) == 1,
             "ECDSA");
        if (BN_cmp(product.get(), x.get()) == 0) return true;
    }
    return false;
}

/// r or s; null when it is not one of 1 to n - 1.
BigNumber part_of(std::string_view signature, std::size_t at, const BIGNUM* order) {
    BigNumber number(BN_bin2bn(data_of(signature) + at, number_bytes, nullptr));
    must(number != nullptr, "a number");
    if (BN_is_zero(number.get()) || BN_cmp(number.get(), order) >= 0) number.reset();
    return number;
}

}  // namespace

std::shared_ptr<const P256Table> P256Table::make(const EVP_PKEY* key) {
    std::array<unsigned char, point_bytes> bytes{};
    std::size_t size = 0;
    Group curve(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
    Group multiples(EC_GROUP_dup(curve.get()));
    const Scratch scratch(BN_CTX_new());
    const Point point(curve ? EC_POINT_new(curve.get()) : nullptr);
    must(multiples && scratch && point, "a table");
    const bool good =
        EVP_PKEY_is_a(key, "EC") &&
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, bytes.data(), bytes.size(),
                                        &size) == 1 &&
        EC_POINT_oct2point(curve.get(), point.get(), bytes.data(), size, scratch.get()) == 1 &&
        EC_GROUP_set_generator(multiples.get(), point.get(), EC_GROUP_get0_order(curve.get()),
                               BN_value_one()) == 1 &&
        compute_multiples(multiples.get(), scratch.get());
    ERR_clear_error();
    if (!good) return nullptr;
    return std::shared_ptr<const P256Table>(new P256Table(std::move(curve), std::move(multiples)));
}

bool P256Table::verify(std::string_view digest, std::string_view signature) const {
    if (digest.size() != number_bytes || signature.size() != 2 * number_bytes) return false;
    const EC_GROUP* const curve = curve_.get();
    const BIGNUM* const order = EC_GROUP_get0_order(curve);
    const BigNumber r = part_of(signature, 0, order);
    const BigNumber s = part_of(signature, number_bytes, order);
    if (!r || !s) return false;

    const Scratch scratch(BN_CTX_new());
    const BigNumber e(BN_bin2bn(data_of(digest), number_bytes, nullptr));
    const BigNumber u1(BN_new()), u2(BN_new());
    const Point sum(EC_POINT_new(curve)), of_key(EC_POINT_new(curve));
    must(scratch && e && u1 && u2 && sum && of_key, "ECDSA");
    BN_CTX* const c = scratch.get();
    // w = 1/s, u1 = e w, u2 = r w, and the point u1 G + u2 Q, as the standard names them.
    const BigNumber w = inverse_.of(s.get(), c);
    must(BN_mod_mul(u1.get(), e.get(), w.get(), order, c) == 1 &&
             BN_mod_mul(u2.get(), r.get(), w.get(), order, c) == 1 &&
             EC_POINT_mul(curve, sum.get(), u1.get(), nullptr, nullptr, c) == 1 &&
             EC_POINT_mul(multiples_.get(), of_key.get(), u2.get(), nullptr, nullptr, c) == 1 &&
             EC_POINT_add(curve, sum.get(), sum.get(), of_key.get(), c) == 1,
         "ECDSA");
    return EC_POINT_is_at_infinity(curve, sum.get()) != 1 && has_x(curve, sum.get(), r.get(), c);
}

}  // namespace mcp::jose
