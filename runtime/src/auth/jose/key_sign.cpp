// Signing and checking. ECDSA has two spellings of a signature: OpenSSL's is ASN.1, that of JWS is
// both numbers at their full length, one behind the other.
#include "auth/jose/digest.hpp"
#include "auth/jose/key.hpp"
#include "auth/jose/openssl.hpp"
#include "auth/jose/p256_table.hpp"

#include <openssl/err.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <array>
#include <optional>

namespace mcp::jose {

const EVP_MD* digest_of(std::string_view name) {
    using Digest = std::unique_ptr<EVP_MD, Deleter<EVP_MD_free>>;
    static const auto digests = [] {
        std::array<Digest, 3> found;
        found[0].reset(EVP_MD_fetch(nullptr, "SHA256", nullptr));
        found[1].reset(EVP_MD_fetch(nullptr, "SHA384", nullptr));
        found[2].reset(EVP_MD_fetch(nullptr, "SHA512", nullptr));
        for (const Digest& digest : found) must(digest != nullptr, "SHA-2");
        return found;
    }();
    return digests[name == "SHA256" ? 0 : name == "SHA384" ? 1 : 2].get();
}

namespace {

struct Recipe {
    const char* digest = nullptr;  ///< null: the algorithm has its own
    bool pss = false;
    std::size_t ecdsa_bytes = 0;  ///< of each of the two numbers; 0: no ECDSA
};

Recipe recipe_of(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::rs256: return {"SHA256"};
        case Algorithm::rs384: return {"SHA384"};
        case Algorithm::rs512: return {"SHA512"};
        case Algorithm::ps256: return {"SHA256", true};
        case Algorithm::ps384: return {"SHA384", true};
        case Algorithm::ps512: return {"SHA512", true};
        case Algorithm::es256: return {"SHA256", false, 32};
        case Algorithm::es384: return {"SHA384", false, 48};
        case Algorithm::es512: return {"SHA512", false, 66};
        case Algorithm::eddsa: break;
    }
    return {};
}

Context make_context() {
    Context context(EVP_MD_CTX_new());
    if (!context) throw std::bad_alloc();
    return context;
}

/// RSASSA-PSS as RFC 7518 has it: the salt is as long as the digest.
bool set_padding(EVP_PKEY_CTX* context, const Recipe& recipe) {
    if (!recipe.pss) return true;
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1 &&
           EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1;
}

std::string jws_from_der(std::string_view der, std::size_t bytes) {
    const unsigned char* begin = data_of(der);
    const EcdsaSignature numbers(d2i_ECDSA_SIG(nullptr, &begin, static_cast<long>(der.size())));
    must(numbers != nullptr, "ECDSA");
    std::string text(2 * bytes, '\0');
    const auto size = static_cast<int>(bytes);
    must(BN_bn2binpad(ECDSA_SIG_get0_r(numbers.get()), data_of(text), size) == size &&
             BN_bn2binpad(ECDSA_SIG_get0_s(numbers.get()), data_of(text) + bytes, size) == size,
         "ECDSA");
    return text;
}

std::optional<std::string> der_from_jws(std::string_view text, std::size_t bytes) {
    if (text.size() != 2 * bytes) return std::nullopt;
    const auto size = static_cast<int>(bytes);
    BigNumber r(BN_bin2bn(data_of(text), size, nullptr));
    BigNumber s(BN_bin2bn(data_of(text) + bytes, size, nullptr));
    const EcdsaSignature numbers(ECDSA_SIG_new());
    must(r && s && numbers, "ECDSA");
    must(ECDSA_SIG_set0(numbers.get(), r.release(), s.release()) == 1, "ECDSA");
    const int length = i2d_ECDSA_SIG(numbers.get(), nullptr);
    if (length <= 0) return std::nullopt;
    std::string der(static_cast<std::size_t>(length), '\0');
    unsigned char* out = data_of(der);
    must(i2d_ECDSA_SIG(numbers.get(), &out) == length, "ECDSA");
    return der;
}

}  // namespace

std::string Key::sign(Algorithm algorithm, std::string_view text) const {
    if (!is_private_ || !fits(algorithm))
        throw std::logic_error("the key does not sign with " + std::string(name_of(algorithm)));
    const Recipe recipe = recipe_of(algorithm);
    const EVP_MD* const digest = recipe.digest ? digest_of(recipe.digest) : nullptr;
    const Context context = make_context();
    EVP_PKEY_CTX* settings = nullptr;
    std::size_t size = 0;
    must(EVP_DigestSignInit(context.get(), &settings, digest, nullptr, pkey_.get()) == 1 &&
             set_padding(settings, recipe) &&
             EVP_DigestSign(context.get(), nullptr, &size, data_of(text), text.size()) == 1,
         "signing");
    std::string signature(size, '\0');
    must(EVP_DigestSign(context.get(), data_of(signature), &size, data_of(text), text.size()) == 1,
         "signing");
    signature.resize(size);
    return recipe.ecdsa_bytes == 0 ? signature : jws_from_der(signature, recipe.ecdsa_bytes);
}

bool Key::verify(Algorithm algorithm, std::string_view text, std::string_view signature) const {
    if (!fits(algorithm)) return false;
    if (table_) return table_->verify(sha256(text), signature);
    const Recipe recipe = recipe_of(algorithm);
    std::optional<std::string> der;
    if (recipe.ecdsa_bytes != 0) {
        der = der_from_jws(signature, recipe.ecdsa_bytes);
        if (!der) return false;
        signature = *der;
    }
    const EVP_MD* const digest = recipe.digest ? digest_of(recipe.digest) : nullptr;
    const Context context = make_context();
    EVP_PKEY_CTX* settings = nullptr;
    must(EVP_DigestVerifyInit(context.get(), &settings, digest, nullptr, pkey_.get()) == 1 &&
             set_padding(settings, recipe),
         "checking a signature");
    const bool good = EVP_DigestVerify(context.get(), data_of(signature), signature.size(),
                                       data_of(text), text.size()) == 1;
    if (!good) ERR_clear_error();
    return good;
}

Key Key::prepared(const std::vector<Key>& before) const {
    Key key = *this;
    if (table_ || !fits(Algorithm::es256)) return key;
    const auto known = std::find_if(before.begin(), before.end(), [&](const Key& other) {
        return other.table_ && EVP_PKEY_eq(other.pkey_.get(), pkey_.get()) == 1;
    });
    key.table_ = known != before.end() ? known->table_ : P256Table::make(pkey_.get());
    return key;
}

}  // namespace mcp::jose
