// Inverses in words of the machine, against libcrypto's.
#include "auth/jose/inverse.hpp"

#include "catch.hpp"

#include <openssl/obj_mac.h>

using namespace mcp::jose;

namespace {

struct Case {
    std::unique_ptr<EC_GROUP, Deleter<EC_GROUP_free>> curve{
        EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)};
    const BIGNUM* prime = EC_GROUP_get0_order(curve.get());
    Scratch scratch{BN_CTX_new()};
    PublicInverse inverse{prime};

    void check(const BigNumber& number) const {
        const BigNumber expected(BN_mod_inverse(nullptr, number.get(), prime, scratch.get()));
        const BigNumber given = inverse.of(number.get(), scratch.get());
        CHECK(BN_cmp(given.get(), expected.get()) == 0);
    }
};

}  // namespace

TEST_CASE("inverses of any number are libcrypto's") {
    const Case it;
    for (int i = 0; i < 2000; ++i) {
        BigNumber number(BN_new());
        BN_rand_range(number.get(), it.prime);
        if (!BN_is_zero(number.get())) it.check(number);
    }
}

TEST_CASE("so are those of powers of two and of numbers near the ends") {
    const Case it;
    for (int bit = 0; bit < 256; ++bit) {
        BigNumber number(BN_new());
        BN_set_bit(number.get(), bit);
        if (BN_cmp(number.get(), it.prime) < 0) it.check(number);
        BN_sub(number.get(), it.prime, number.get());
        if (!BN_is_negative(number.get())) it.check(number);
    }
    for (BN_ULONG small = 1; small < 100; ++small) {
        BigNumber number(BN_new());
        BN_set_word(number.get(), small);
        it.check(number);
        BN_sub(number.get(), it.prime, number.get());
        it.check(number);
    }
}

TEST_CASE("only primes of 256 bits are taken") {
    BigNumber seven(BN_new());
    BN_set_word(seven.get(), 7);
    CHECK_THROWS(PublicInverse(seven.get()));
}
