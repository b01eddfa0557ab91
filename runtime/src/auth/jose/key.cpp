// Keys from JWK and PEM, and back.
#include "auth/jose/key.hpp"

#include "auth/jose/digest.hpp"
#include "auth/jose/openssl.hpp"

#include <mcp/base64.hpp>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace mcp::jose {

namespace {

constexpr int least_rsa_bits = 2048;
constexpr int most_rsa_bits = 8192;  // checking a signature takes time with its square
constexpr std::size_t most_exponent_bytes = 8;
constexpr std::size_t most_bytes = 1024;  // of one number in a JWK

struct Curve {
    const char* jwk;      ///< `crv`
    const char* openssl;  ///< the group
    std::size_t bytes;    ///< of a coordinate
};
constexpr std::array<Curve, 3> curves = {
    {{"P-256", "prime256v1", 32}, {"P-384", "secp384r1", 48}, {"P-521", "secp521r1", 66}}};
constexpr std::size_t ed25519_bytes = 32;

struct Wrong {
    const char* why;
};

/// The bytes of a member; throws Wrong when it is not there, or no base64url.
std::string bytes_of(JsonView jwk, std::string_view name) {
    const auto text = jwk[name].as_string();
    const auto bytes = text ? base64url_decode(*text) : std::nullopt;
    if (!bytes || bytes->empty() || bytes->size() > most_bytes)
        throw Wrong{"a key without a number that it needs"};
    return *bytes;
}

BigNumber number_of(std::string_view bytes) {
    BigNumber number(BN_bin2bn(data_of(bytes), static_cast<int>(bytes.size()), nullptr));
    must(number != nullptr, "a number");
    return number;
}

/// OpenSSL's parameters of a key, and the numbers that they refer to.
class Parts {
public:
    Parts() : builder_(OSSL_PARAM_BLD_new()) { must(builder_ != nullptr, "parameters"); }
    void number(const char* name, std::string_view bytes) {
        numbers_.push_back(number_of(bytes));
        must(OSSL_PARAM_BLD_push_BN(builder_.get(), name, numbers_.back().get()) == 1, name);
    }
    void text(const char* name, const char* text) {
        must(OSSL_PARAM_BLD_push_utf8_string(builder_.get(), name, text, 0) == 1, name);
    }
    void bytes(const char* name, const std::string& bytes) {
        must(
            OSSL_PARAM_BLD_push_octet_string(builder_.get(), name, bytes.data(), bytes.size()) == 1,
            name);
    }
    std::shared_ptr<EVP_PKEY> build(const char* type, bool with_private) {
        const Params params(OSSL_PARAM_BLD_to_param(builder_.get()));
        const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
        must(params && context, "a key");
        EVP_PKEY* key = nullptr;
        const int selection = with_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
        const bool good = EVP_PKEY_fromdata_init(context.get()) == 1 &&
                          EVP_PKEY_fromdata(context.get(), &key, selection, params.get()) == 1;
        ERR_clear_error();
        if (!good) throw Wrong{"numbers that are no key"};
        return {key, EVP_PKEY_free};
    }

private:
    ParamBuilder builder_;
    std::vector<BigNumber> numbers_{};
};

std::shared_ptr<EVP_PKEY> rsa_from(JsonView jwk, bool with_private) {
    Parts parts;
    parts.number(OSSL_PKEY_PARAM_RSA_N, bytes_of(jwk, "n"));
    parts.number(OSSL_PKEY_PARAM_RSA_E, bytes_of(jwk, "e"));
    if (with_private) {
        parts.number(OSSL_PKEY_PARAM_RSA_D, bytes_of(jwk, "d"));
        if (jwk.contains("p")) {
            constexpr std::pair<const char*, const char*> more[] = {
                {OSSL_PKEY_PARAM_RSA_FACTOR1, "p"},
                {OSSL_PKEY_PARAM_RSA_FACTOR2, "q"},
                {OSSL_PKEY_PARAM_RSA_EXPONENT1, "dp"},
                {OSSL_PKEY_PARAM_RSA_EXPONENT2, "dq"},
                {OSSL_PKEY_PARAM_RSA_COEFFICIENT1, "qi"}};
            for (const auto& [name, member] : more) parts.number(name, bytes_of(jwk, member));
        }
    }
    return parts.build("RSA", with_private);
}

std::shared_ptr<EVP_PKEY> ec_from(JsonView jwk, bool with_private, const Curve& curve) {
    Parts parts;
    parts.text(OSSL_PKEY_PARAM_GROUP_NAME, curve.openssl);
    const std::string x = bytes_of(jwk, "x");
    const std::string y = bytes_of(jwk, "y");
    if (x.size() != curve.bytes || y.size() != curve.bytes)
        throw Wrong{"a coordinate of the wrong length"};
    const std::string point = '\x04' + x + y;
    parts.bytes(OSSL_PKEY_PARAM_PUB_KEY, point);
    if (with_private) {
        const std::string d = bytes_of(jwk, "d");
        if (d.size() != curve.bytes) throw Wrong{"a private key of the wrong length"};
        parts.number(OSSL_PKEY_PARAM_PRIV_KEY, d);
    }
    return parts.build("EC", with_private);
}

std::shared_ptr<EVP_PKEY> okp_from(JsonView jwk, bool with_private) {
    const std::string x = bytes_of(jwk, "x");
    if (x.size() != ed25519_bytes) throw Wrong{"a key of the wrong length"};
    EVP_PKEY* key = nullptr;
    if (with_private) {
        const std::string d = bytes_of(jwk, "d");
        if (d.size() != ed25519_bytes) throw Wrong{"a private key of the wrong length"};
        key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, data_of(d), d.size());
    } else {
        key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, data_of(x), x.size());
    }
    must(key != nullptr, "a key");
    return {key, EVP_PKEY_free};
}

std::string number_in(const EVP_PKEY* key, const char* name, std::size_t bytes = 0) {
    BIGNUM* raw = nullptr;
    must(EVP_PKEY_get_bn_param(key, name, &raw) == 1, name);
    const BigNumber number(raw);
    const auto size = static_cast<std::size_t>(BN_num_bytes(raw));
    std::string text(std::max(size, bytes), '\0');
    must(BN_bn2binpad(raw, data_of(text), static_cast<int>(text.size())) >= 0, name);
    return base64url_encode(text);
}

/// Whether `key_ops` and `use` allow signatures.
bool may_sign(JsonView jwk) {
    if (const auto use = jwk.find("use"); use && use->as_string() != "sig") return false;
    const auto operations = jwk.find("key_ops");
    if (!operations) return true;
    const auto range = operations->elements();
    return std::any_of(range.begin(), range.end(), [](JsonView each) {
        return each.as_string() == "verify" || each.as_string() == "sign";
    });
}

}  // namespace

struct Key::Maker {
    /// Finds out what it is. Throws Wrong for what is not used here.
    static Key adopt(std::shared_ptr<EVP_PKEY> pkey, bool is_private) {
        Key key;
        key.is_private_ = is_private;
        if (EVP_PKEY_is_a(pkey.get(), "RSA")) {
            const int bits = EVP_PKEY_get_bits(pkey.get());
            if (bits < least_rsa_bits) throw Wrong{"an RSA key of less than 2048 bits"};
            if (bits > most_rsa_bits) throw Wrong{"an RSA key of more than 8192 bits"};
            BIGNUM* e = nullptr;
            must(EVP_PKEY_get_bn_param(pkey.get(), OSSL_PKEY_PARAM_RSA_E, &e) == 1, "an exponent");
            const BigNumber exponent(e);
            const auto size = static_cast<std::size_t>(BN_num_bytes(e));
            if (!BN_is_odd(e) || BN_is_one(e) || size > most_exponent_bytes)
                throw Wrong{"an RSA key with an unsafe exponent"};
        } else if (EVP_PKEY_is_a(pkey.get(), "EC")) {
            std::array<char, 80> group{};
            std::size_t length = 0;
            must(EVP_PKEY_get_utf8_string_param(pkey.get(), OSSL_PKEY_PARAM_GROUP_NAME,
                                                group.data(), group.size(), &length) == 1,
                 "a group");
            const auto found = std::find_if(curves.begin(), curves.end(), [&](const Curve& curve) {
                return std::string_view(group.data(), length) == curve.openssl;
            });
            if (found == curves.end()) throw Wrong{"an EC key on another curve"};
            key.kind_ = static_cast<Kind>(static_cast<int>(Kind::p256) + (found - curves.begin()));
        } else if (EVP_PKEY_is_a(pkey.get(), "ED25519")) {
            key.kind_ = Kind::ed25519;
        } else {
            throw Wrong{"a kind of key that is not used here"};
        }
        key.pkey_ = std::move(pkey);
        return key;
    }

    /// Whether the numbers are in range and the halves belong together.
    static void check(const Key& key) {
        const KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.pkey_.get(), nullptr));
        must(context != nullptr, "a key's check");
        bool good = true;
        if (key.kind_ != Kind::rsa) good = EVP_PKEY_public_check(context.get()) == 1;
        if (good && key.is_private_ && key.kind_ != Kind::ed25519)
            good = EVP_PKEY_pairwise_check(context.get()) == 1;
        ERR_clear_error();
        if (!good) throw Wrong{"numbers that are no key"};
    }

    static Key from_jwk(JsonView jwk) {
        if (!jwk.is_object()) throw Wrong{"no JSON Web Key"};
        const bool with_private = jwk.contains("d");
        const auto type = jwk["kty"].as_string();
        const auto name = jwk["crv"].as_string().value_or("");
        std::shared_ptr<EVP_PKEY> pkey;
        if (type == "RSA") {
            pkey = rsa_from(jwk, with_private);
        } else if (type == "EC") {
            const auto curve = std::find_if(curves.begin(), curves.end(),
                                            [&](const Curve& each) { return name == each.jwk; });
            if (curve == curves.end()) throw Wrong{"an EC key on another curve"};
            pkey = ec_from(jwk, with_private, *curve);
        } else if (type == "OKP" && name == "Ed25519") {
            pkey = okp_from(jwk, with_private);
        } else {
            throw Wrong{"a kind of key that is not used here"};
        }
        Key key = adopt(std::move(pkey), with_private);
        check(key);
        if (key.kind_ == Kind::ed25519 && with_private &&
            key.required_members()["x"].as_string() != jwk["x"].as_string())
            throw Wrong{"numbers that are no key"};
        key.signs_ = may_sign(jwk);
        key.id_ = jwk["kid"].as_string().value_or("");
        key.algorithm_ = jwk["alg"].as_string().value_or("");
        return key;
    }

    static Key from_pem(std::string_view pem) {
        const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
        must(bio != nullptr, "reading a key");
        const bool is_private = pem.find("PRIVATE KEY-----") != std::string_view::npos;
        // Without a passphrase: OpenSSL's own callback would ask at the terminal.
        const auto no_passphrase = [](char*, int, int, void*) { return 0; };
        EVP_PKEY* const read =
            is_private ? PEM_read_bio_PrivateKey(bio.get(), nullptr, no_passphrase, nullptr)
                       : PEM_read_bio_PUBKEY(bio.get(), nullptr, no_passphrase, nullptr);
        ERR_clear_error();
        if (read == nullptr) throw Wrong{"no key in PEM without a passphrase"};
        Key key = adopt({read, EVP_PKEY_free}, is_private);
        check(key);
        return key;
    }
};

Result<Key> Key::from_jwk(JsonView jwk) {
    try {
        return Maker::from_jwk(jwk);
    } catch (const Wrong& wrong) {
        return Unexpected(Error{wrong.why});
    }
}

Result<Key> Key::from_pem(std::string_view pem) {
    try {
        return Maker::from_pem(pem);
    } catch (const Wrong& wrong) {
        return Unexpected(Error{wrong.why});
    }
}

Key Key::generate(Algorithm algorithm) {
    EVP_PKEY* made = nullptr;
    const Kind kind = kind_for(algorithm);
    if (kind == Kind::rsa) {
        made = EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{least_rsa_bits});
    } else if (kind == Kind::ed25519) {
        made = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    } else {
        const Curve& curve = curves[static_cast<std::size_t>(kind) - 1];
        made = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", curve.openssl);
    }
    must(made != nullptr, "making a key");
    return Maker::adopt({made, EVP_PKEY_free}, true);
}

bool Key::fits(Algorithm algorithm) const {
    if (kind_ != kind_for(algorithm) || !signs_) return false;
    return algorithm_.empty() || algorithm_from(algorithm_) == algorithm;
}

Key::Kind Key::kind_for(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::es256: return Kind::p256;
        case Algorithm::es384: return Kind::p384;
        case Algorithm::es512: return Kind::p521;
        case Algorithm::eddsa: return Kind::ed25519;
        default: return Kind::rsa;
    }
}

// In the order of their names, as thumbprints need them.
JsonObject Key::required_members() const {
    const EVP_PKEY* const key = pkey_.get();
    if (kind_ == Kind::rsa) {
        return {{"e", number_in(key, OSSL_PKEY_PARAM_RSA_E)},
                {"kty", "RSA"},
                {"n", number_in(key, OSSL_PKEY_PARAM_RSA_N)}};
    }
    if (kind_ == Kind::ed25519) {
        std::string bytes(ed25519_bytes, '\0');
        std::size_t size = bytes.size();
        must(EVP_PKEY_get_raw_public_key(key, data_of(bytes), &size) == 1, "a public key");
        return {{"crv", "Ed25519"}, {"kty", "OKP"}, {"x", base64url_encode(bytes)}};
    }
    const Curve& curve = curves[static_cast<std::size_t>(kind_) - 1];
    return {{"crv", curve.jwk},
            {"kty", "EC"},
            {"x", number_in(key, OSSL_PKEY_PARAM_EC_PUB_X, curve.bytes)},
            {"y", number_in(key, OSSL_PKEY_PARAM_EC_PUB_Y, curve.bytes)}};
}

JsonObject Key::public_jwk() const { return required_members(); }

std::string Key::thumbprint() const { return base64url_encode(sha256(required_members().text())); }

std::string Key::private_pem() const {
    if (!is_private_) throw std::logic_error("a public key has no private half");
    const Bio bio(BIO_new(BIO_s_mem()));
    must(bio && PEM_write_bio_PKCS8PrivateKey(bio.get(), pkey_.get(), nullptr, nullptr, 0, nullptr,
                                              nullptr) == 1,
         "writing a key");
    char* text = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

}  // namespace mcp::jose
