// The functions of libcrypto that sealing and digests use. The library is loaded when the first of
// them is called for, because most servers never seal anything, and loading it at the start costs
// each of them more memory and time than all the rest. With MCPGEN_LINK_LIBCRYPTO it is linked as
// usual.
#pragma once

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace mcp::util {

struct Libcrypto {
    decltype(&::HMAC) hmac;
    decltype(&::EVP_Digest) digest;
    decltype(&::EVP_sha256) sha256;
    decltype(&::EVP_aes_256_gcm) aes_256_gcm;
    decltype(&::EVP_CIPHER_CTX_new) cipher_new;
    decltype(&::EVP_CIPHER_CTX_free) cipher_free;
    decltype(&::EVP_CIPHER_CTX_ctrl) cipher_ctrl;
    decltype(&::EVP_EncryptInit_ex) encrypt_init;
    decltype(&::EVP_EncryptUpdate) encrypt_update;
    decltype(&::EVP_EncryptFinal_ex) encrypt_final;
    decltype(&::EVP_DecryptInit_ex) decrypt_init;
    decltype(&::EVP_DecryptUpdate) decrypt_update;
    decltype(&::EVP_DecryptFinal_ex) decrypt_final;
};

/// Loads the library when it is not there yet. Throws std::runtime_error when it cannot be found,
/// with what to install.
const Libcrypto& libcrypto();

}  // namespace mcp::util
