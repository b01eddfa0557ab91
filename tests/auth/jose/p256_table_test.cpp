// The quick check for keys on P-256, against libcrypto's own, and at the edges of the numbers.
#include "auth/jose/p256_table.hpp"
#include "auth/jose/digest.hpp"
#include "auth/jose/key_set.hpp"

#include "catch.hpp"

#include <openssl/obj_mac.h>

#include <algorithm>
#include <string>

using namespace mcp;
using namespace mcp::jose;

namespace {

/// The order of the curve, and numbers below it, as 32 bytes. Shows the arithmetic of a signature
/// with a private key that is known.
class Numbers {
public:
    std::string order() const { return bytes(n()); }
    /// a x b, and a / b.
    std::string product(const std::string& a, const std::string& b) const {
        const BigNumber result(BN_new());
        BN_mod_mul(result.get(), number(a).get(), number(b).get(), n(), scratch_.get());
        return bytes(result.get());
    }
    std::string quotient(const std::string& a, const std::string& b) const {
        const BigNumber inverse(BN_mod_inverse(nullptr, number(b).get(), n(), scratch_.get()));
        return product(a, bytes(inverse.get()));
    }
    std::string small(unsigned value) const {
        std::string text(number_bytes, '\0');
        text.back() = static_cast<char>(value);
        return text;
    }
    /// n - a.
    std::string negative(const std::string& a) const {
        const BigNumber result(BN_new());
        BN_sub(result.get(), n(), number(a).get());
        return bytes(result.get());
    }
    /// The first coordinate of k times the base point, modulo n.
    std::string x_of_multiple(const std::string& k) const {
        const Point point(multiple(k));
        const BigNumber x(BN_new());
        EC_POINT_get_affine_coordinates(curve_.get(), point.get(), x.get(), nullptr, nullptr);
        BN_nnmod(x.get(), x.get(), n(), scratch_.get());
        return bytes(x.get());
    }
    /// The key whose private half is d.
    std::shared_ptr<const P256Table> table_of(const std::string& d) const {
        return table_of(multiple(d).get());
    }
    /// A good signature whose point has a coordinate above n, with the key that it makes good.
    struct Far {
        std::string digest{};
        std::string signature{};
        std::shared_ptr<const P256Table> key{};
    };
    Far far_signature() const {
        // Q = (s R - e G) / r, for R with x = n + r.
        const Point point(EC_POINT_new(curve_.get()));
        const BigNumber x(BN_dup(n()));
        unsigned r = 0;
        do {
            ++r;
            BN_add_word(x.get(), 1);
        } while (EC_POINT_set_compressed_coordinates(curve_.get(), point.get(), x.get(), 0,
                                                     nullptr) != 1);
        const std::string e = small(3);
        const std::string s = small(5);
        const BigNumber of_base = number(negative(quotient(e, small(r))));
        const BigNumber of_point = number(quotient(s, small(r)));
        EC_POINT_mul(curve_.get(), point.get(), of_base.get(), point.get(), of_point.get(),
                     nullptr);
        return {e, small(r) + s, table_of(point.get())};
    }

private:
    using Point = std::unique_ptr<EC_POINT, Deleter<EC_POINT_free>>;

    std::shared_ptr<const P256Table> table_of(const EC_POINT* point) const {
        std::string bytes(1 + 2 * number_bytes, '\0');
        EC_POINT_point2oct(curve_.get(), point, POINT_CONVERSION_UNCOMPRESSED, data_of(bytes),
                           bytes.size(), nullptr);
        const ParamBuilder builder(OSSL_PARAM_BLD_new());
        OSSL_PARAM_BLD_push_utf8_string(builder.get(), "group", "prime256v1", 0);
        OSSL_PARAM_BLD_push_octet_string(builder.get(), "pub", bytes.data(), bytes.size());
        const Params params(OSSL_PARAM_BLD_to_param(builder.get()));
        const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
        EVP_PKEY* key = nullptr;
        EVP_PKEY_fromdata_init(context.get());
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get());
        const std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>> owner(key);
        REQUIRE(key != nullptr);
        return P256Table::make(key);
    }
    const BIGNUM* n() const { return EC_GROUP_get0_order(curve_.get()); }
    static BigNumber number(const std::string& text) {
        return BigNumber(BN_bin2bn(data_of(text), static_cast<int>(text.size()), nullptr));
    }
    static std::string bytes(const BIGNUM* value) {
        std::string text(number_bytes, '\0');
        BN_bn2binpad(value, data_of(text), static_cast<int>(text.size()));
        return text;
    }
    Point multiple(const std::string& k) const {
        Point point(EC_POINT_new(curve_.get()));
        EC_POINT_mul(curve_.get(), point.get(), number(k).get(), nullptr, nullptr, nullptr);
        return point;
    }

    std::unique_ptr<EC_GROUP, Deleter<EC_GROUP_free>> curve_{
        EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)};
    std::unique_ptr<BN_CTX, Deleter<BN_CTX_free>> scratch_{BN_CTX_new()};
};

/// A key without a table, and with one.
struct Pair {
    Key plain = Key::generate(Algorithm::es256);
    Key quick = plain.prepared();

    /// What both say; fails the test when they differ.
    bool verify(std::string_view text, std::string_view signature) const {
        const bool said = plain.verify(Algorithm::es256, text, signature);
        CHECK(quick.verify(Algorithm::es256, text, signature) == said);
        return said;
    }
};

}  // namespace

TEST_CASE("a prepared key says what libcrypto says") {
    const Pair pair;
    REQUIRE(pair.plain.table() == nullptr);
    REQUIRE(pair.quick.table() != nullptr);
    const Key other = Key::generate(Algorithm::es256);
    for (int i = 0; i < 40; ++i) {
        const std::string text = "text " + std::to_string(i);
        const std::string good = pair.plain.sign(Algorithm::es256, text);
        CHECK(pair.verify(text, good));
        CHECK_FALSE(pair.verify(text + ' ', good));
        CHECK_FALSE(pair.verify(text, other.sign(Algorithm::es256, text)));
        std::string changed = good;
        const auto at = static_cast<std::size_t>(i * 7) % changed.size();
        changed[at] = static_cast<char>(changed[at] ^ (1 << (i % 8)));
        CHECK_FALSE(pair.verify(text, changed));
    }
}

TEST_CASE("a prepared key refuses numbers that are none of a signature") {
    const Numbers numbers;
    const Pair pair;
    const std::string text = "a text";
    const std::string good = pair.plain.sign(Algorithm::es256, text);
    const std::string r = good.substr(0, number_bytes);
    const std::string s = good.substr(number_bytes);
    const std::string zero(number_bytes, '\0');
    const std::string most(number_bytes, '\xff');
    REQUIRE(pair.verify(text, r + s));
    CHECK(pair.verify(text, r + numbers.negative(s)));  // the other signature of the same point
    CHECK_FALSE(pair.verify(text, numbers.negative(r) + s));
    for (const std::string& bad : {zero, numbers.order(), most}) {
        CHECK_FALSE(pair.verify(text, bad + s));
        CHECK_FALSE(pair.verify(text, r + bad));
        CHECK_FALSE(pair.verify(text, bad + bad));
    }
    CHECK_FALSE(pair.verify(text, s + r));
    CHECK_FALSE(pair.verify(text, good.substr(1)));
    CHECK_FALSE(pair.verify(text, good + '\0'));
    CHECK_FALSE(pair.verify(text, std::string(1, '\0') + good));
    CHECK_FALSE(pair.verify(text, ""));
}

TEST_CASE("both sums of a quick check may be one point, or cancel out") {
    const Numbers numbers;
    const std::string one = numbers.small(1);
    const std::string k = numbers.small(77);
    const std::string r = numbers.x_of_multiple(k);
    // With e = r the key whose private half is 1 adds a point to itself. s = (e + r d) / k.
    const auto base = numbers.table_of(one);
    REQUIRE(base);
    const std::string s = numbers.quotient(numbers.product(r, numbers.small(2)), k);
    CHECK(base->verify(r, r + s));
    CHECK_FALSE(base->verify(r, r + numbers.product(s, numbers.small(2))));
    // With n - 1 it adds a point to its opposite, whatever s is.
    const auto opposite = numbers.table_of(numbers.negative(one));
    REQUIRE(opposite);
    for (const unsigned each : {1U, 2U, 77U})
        CHECK_FALSE(opposite->verify(r, r + numbers.small(each)));
    // A digest of nothing but zeros leaves the key's part alone: s = r d / k.
    const std::string zero(number_bytes, '\0');
    CHECK(base->verify(zero, r + numbers.quotient(r, k)));
    CHECK_FALSE(base->verify(zero, r + s));
    CHECK_FALSE(base->verify(zero.substr(1), r + s));
}

TEST_CASE("a coordinate above the order counts modulo it") {
    const auto far = Numbers().far_signature();
    REQUIRE(far.key);
    CHECK(far.key->verify(far.digest, far.signature));
    CHECK_FALSE(far.key->verify(far.signature.substr(number_bytes), far.signature));
}

TEST_CASE("a table is made for keys on P-256 alone, and taken over from the same key") {
    for (const auto algorithm : {Algorithm::es384, Algorithm::eddsa}) {
        const Key key = Key::generate(algorithm).prepared();
        CHECK(key.table() == nullptr);
        CHECK(key.verify(algorithm, "a", key.sign(algorithm, "a")));
    }
    auto jwk = Key::generate(Algorithm::es256).public_jwk();
    jwk.set("kid", "a");
    const auto set_of = [](const JsonObject& key) {
        return KeySet::parse(Json::object({{"keys", Json::array({key})}}).dump()).value();
    };
    const KeySet first = set_of(jwk).prepared({});
    REQUIRE(first.keys.at(0).table() != nullptr);
    CHECK(set_of(jwk).prepared(first).keys.at(0).table() == first.keys.at(0).table());
    // The same name, and another key.
    auto renewed = Key::generate(Algorithm::es256).public_jwk();
    renewed.set("kid", "a");
    const KeySet second = set_of(renewed).prepared(first);
    CHECK(second.keys.at(0).table() != nullptr);
    CHECK(second.keys.at(0).table() != first.keys.at(0).table());
}

TEST_CASE("keys without a name find their tables again") {
    const auto first = Key::generate(Algorithm::es256).public_jwk();
    const auto second = Key::generate(Algorithm::es256).public_jwk();
    const auto set_of = [](const JsonObject& one, const JsonObject& other) {
        return KeySet::parse(Json::object({{"keys", Json::array({one, other})}}).dump()).value();
    };
    const KeySet before = set_of(first, second).prepared({});
    const KeySet after = set_of(second, first).prepared(before);
    CHECK(after.keys.at(0).table() == before.keys.at(1).table());
    CHECK(after.keys.at(1).table() == before.keys.at(0).table());
}

TEST_CASE("keys for something else than ES256 are not prepared, and take no place") {
    auto sealing = Key::generate(Algorithm::es256).public_jwk();
    sealing.set("use", "enc");
    std::vector<Json> list(8, sealing);
    list.insert(list.begin(), Key::generate(Algorithm::eddsa).public_jwk());
    list.emplace_back(Key::generate(Algorithm::es256).public_jwk());
    const auto set = KeySet::parse(Json::object({{"keys", Json::array(list)}}).dump());
    REQUIRE(set);
    const KeySet prepared = set->prepared({});
    REQUIRE(prepared.keys.size() == 10);
    CHECK(prepared.keys.front().table() == nullptr);
    CHECK(prepared.keys.at(1).table() == nullptr);
    CHECK(prepared.keys.back().table() != nullptr);
    std::stop_source stopped;
    stopped.request_stop();
    CHECK(set->prepared({}, stopped.get_token()).keys.back().table() == nullptr);
}

TEST_CASE("of a large set only the first keys are prepared") {
    std::vector<Json> list;
    for (int i = 0; i < 10; ++i) list.emplace_back(Key::generate(Algorithm::es256).public_jwk());
    const auto set = KeySet::parse(Json::object({{"keys", Json::array(list)}}).dump());
    REQUIRE(set);
    const KeySet prepared = set->prepared({});
    CHECK(std::count_if(prepared.keys.begin(), prepared.keys.end(),
                        [](const Key& key) { return key.table() != nullptr; }) == 8);
}
