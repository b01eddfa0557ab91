// OpenSSL's objects with owners, for the sources of this folder alone.
#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mcp::jose {

template <auto free_it>
struct Deleter {
    template <class T>
    void operator()(T* object) const {
        free_it(object);
    }
};

using BigNumber = std::unique_ptr<BIGNUM, Deleter<BN_clear_free>>;
using Scratch = std::unique_ptr<BN_CTX, Deleter<BN_CTX_free>>;
using Context = std::unique_ptr<EVP_MD_CTX, Deleter<EVP_MD_CTX_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX_free>>;
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, Deleter<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, Deleter<OSSL_PARAM_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Deleter<ECDSA_SIG_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO_free_all>>;

/// For what fails only when memory is short or OpenSSL is not whole.
inline void must(bool good, const char* what) {
    if (!good) throw std::runtime_error(std::string("libcrypto: ") + what + " failed");
}

inline const unsigned char* data_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
inline unsigned char* data_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

/// "SHA256", "SHA384", "SHA512": looked up once, which takes longer than a short digest.
const EVP_MD* digest_of(std::string_view name);

}  // namespace mcp::jose
