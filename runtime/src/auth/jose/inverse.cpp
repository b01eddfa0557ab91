// Kaliski's almost inverse: subtractions and shifts only, in words of the machine.
#include "auth/jose/inverse.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace mcp::jose {

namespace {

constexpr int prime_bits = 8 * number_bytes;

/// The lowest word first.
using Words = std::array<std::uint64_t, 4>;

Words words_of(const BIGNUM* number) {
    std::array<unsigned char, number_bytes> text{};
    must(BN_bn2lebinpad(number, text.data(), number_bytes) == number_bytes, "a number");
    Words words{};
    for (std::size_t i = 0; i < text.size(); ++i)
        words[i / 8] |= std::uint64_t{text[i]} << (i % 8 * 8);
    return words;
}

BigNumber number_of(const Words& words) {
    std::array<unsigned char, number_bytes> text{};
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<unsigned char>(words[i / 8] >> (i % 8 * 8));
    return BigNumber(BN_lebin2bn(text.data(), number_bytes, nullptr));
}

void add(Words& to, const Words& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::uint64_t sum = to[i] + other[i];
        const bool over = sum < to[i] || (carry != 0 && sum == UINT64_MAX);
        to[i] = sum + carry;
        carry = over ? 1 : 0;
    }
}

void subtract(Words& from, const Words& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::uint64_t rest = from[i] - other[i];
        const bool under = from[i] < other[i] || (borrow != 0 && rest == 0);
        from[i] = rest - borrow;
        borrow = under ? 1 : 0;
    }
}

bool less(const Words& a, const Words& b) {
    for (std::size_t i = a.size(); i-- > 0;) {
        if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
}

/// Halves `value` until it is odd and doubles `other` as often: says how often.
int make_odd(Words& value, Words& other) {
    int times = 0;
    while (value[0] == 0) {
        value = {value[1], value[2], value[3], 0};
        other = {0, other[0], other[1], other[2]};
        times += 64;
    }
    const int low = std::countr_zero(value[0]);
    for (std::size_t i = 0; i < 3; ++i)
        value[i] = value[i] >> low | value[i + 1] << 1 << (63 - low);
    value[3] >>= low;
    for (std::size_t i = 3; i > 0; --i)
        other[i] = other[i] << low | other[i - 1] >> 1 >> (63 - low);
    other[0] <<= low;
    return times + low;
}

}  // namespace

PublicInverse::PublicInverse(const BIGNUM* prime) : prime_(prime), reduction_(BN_MONT_CTX_new()) {
    const Scratch scratch(BN_CTX_new());
    must(scratch && reduction_ && BN_num_bits(prime) == prime_bits &&
             BN_MONT_CTX_set(reduction_.get(), prime, scratch.get()) == 1,
         "an inverse");
}

BigNumber PublicInverse::of(const BIGNUM* number, BN_CTX* scratch) const {
    // Always: number * r = -u * 2^k and number * s = v * 2^k modulo the prime, and u * s + v * r is
    // the prime, so that none of them grows longer than it. In the end u and v are 1.
    must(!BN_is_zero(number), "the inverse of 0");
    Words u = words_of(prime_);
    Words v = words_of(number);
    Words r{};
    Words s{1};
    int k = make_odd(v, r);
    while (u != v) {
        if (less(v, u)) {
            subtract(u, v);
            add(r, s);
            k += make_odd(u, s);
        } else {
            subtract(v, u);
            add(s, r);
            k += make_odd(v, r);
        }
    }
    // s / 2^k. k is at most twice the bits, and each reduction takes as many.
    BigNumber inverse = number_of(s);
    const BigNumber check(BN_new());
    must(inverse && check && BN_lshift(inverse.get(), inverse.get(), 2 * prime_bits - k) == 1 &&
             BN_nnmod(inverse.get(), inverse.get(), prime_, scratch) == 1 &&
             BN_from_montgomery(inverse.get(), inverse.get(), reduction_.get(), scratch) == 1 &&
             BN_from_montgomery(inverse.get(), inverse.get(), reduction_.get(), scratch) == 1 &&
             BN_mod_mul(check.get(), inverse.get(), number, prime_, scratch) == 1 &&
             BN_is_one(check.get()) == 1,
         "an inverse");
    return inverse;
}

}  // namespace mcp::jose
