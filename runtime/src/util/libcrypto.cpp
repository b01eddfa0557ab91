// Finding libcrypto: linked, or loaded by its name.
#include "util/libcrypto.hpp"

#if !defined(MCPGEN_LINK_LIBCRYPTO)
#include "util/late_library.hpp"

#include <string>
#endif

namespace mcp::util {

#if defined(MCPGEN_LINK_LIBCRYPTO)

const Libcrypto& libcrypto() {
    static constexpr Libcrypto functions{
        &::HMAC,
        &::EVP_Digest,
        &::EVP_sha256,
        &::EVP_aes_256_gcm,
        &::EVP_CIPHER_CTX_new,
        &::EVP_CIPHER_CTX_free,
        &::EVP_CIPHER_CTX_ctrl,
        &::EVP_EncryptInit_ex,
        &::EVP_EncryptUpdate,
        &::EVP_EncryptFinal_ex,
        &::EVP_DecryptInit_ex,
        &::EVP_DecryptUpdate,
        &::EVP_DecryptFinal_ex,
    };
    return functions;
}

#else

namespace {

Libcrypto load() {
    // The version whose headers this was compiled with: its functions keep their meaning within it.
    const std::string version = std::to_string(OPENSSL_VERSION_MAJOR);
    const LateLibrary library("libcrypto.so." + version, "libssl" + version);
    Libcrypto functions{};
    library.find("HMAC", functions.hmac);
    library.find("EVP_Digest", functions.digest);
    library.find("EVP_sha256", functions.sha256);
    library.find("EVP_aes_256_gcm", functions.aes_256_gcm);
    library.find("EVP_CIPHER_CTX_new", functions.cipher_new);
    library.find("EVP_CIPHER_CTX_free", functions.cipher_free);
    library.find("EVP_CIPHER_CTX_ctrl", functions.cipher_ctrl);
    library.find("EVP_EncryptInit_ex", functions.encrypt_init);
    library.find("EVP_EncryptUpdate", functions.encrypt_update);
    library.find("EVP_EncryptFinal_ex", functions.encrypt_final);
    library.find("EVP_DecryptInit_ex", functions.decrypt_init);
    library.find("EVP_DecryptUpdate", functions.decrypt_update);
    library.find("EVP_DecryptFinal_ex", functions.decrypt_final);
    return functions;
}

}  // namespace

const Libcrypto& libcrypto() {
    static const Libcrypto functions = load();
    return functions;
}

#endif

}  // namespace mcp::util
