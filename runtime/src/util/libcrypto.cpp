// Finding libcrypto: linked, or loaded by its name.
#include "util/libcrypto.hpp"

#include <stdexcept>
#include <string>

#if !defined(MCPGEN_LINK_LIBCRYPTO)
#include <dlfcn.h>
#endif

namespace mcp::util {

#if defined(MCPGEN_LINK_LIBCRYPTO)

const Libcrypto& libcrypto() {
    static constexpr Libcrypto functions{
        &::HMAC,
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

// The version whose headers this was compiled with: its functions keep their meaning within it.
const std::string library_name = "libcrypto.so." + std::to_string(OPENSSL_VERSION_MAJOR);

void* open_library() {
    // Never closed: what it keeps for its threads lives as long as the process.
    void* const library = ::dlopen(library_name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        throw std::runtime_error(library_name + " was not found: install OpenSSL (Debian: libssl" +
                                 std::to_string(OPENSSL_VERSION_MAJOR) + ')');
    }
    return library;
}

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    if (function == nullptr) throw std::runtime_error(library_name + " lacks " + name);
}

Libcrypto load() {
    void* const library = open_library();
    Libcrypto functions{};
    find(library, "HMAC", functions.hmac);
    find(library, "EVP_sha256", functions.sha256);
    find(library, "EVP_aes_256_gcm", functions.aes_256_gcm);
    find(library, "EVP_CIPHER_CTX_new", functions.cipher_new);
    find(library, "EVP_CIPHER_CTX_free", functions.cipher_free);
    find(library, "EVP_CIPHER_CTX_ctrl", functions.cipher_ctrl);
    find(library, "EVP_EncryptInit_ex", functions.encrypt_init);
    find(library, "EVP_EncryptUpdate", functions.encrypt_update);
    find(library, "EVP_EncryptFinal_ex", functions.encrypt_final);
    find(library, "EVP_DecryptInit_ex", functions.decrypt_init);
    find(library, "EVP_DecryptUpdate", functions.decrypt_update);
    find(library, "EVP_DecryptFinal_ex", functions.decrypt_final);
    return functions;
}

}  // namespace

const Libcrypto& libcrypto() {
    static const Libcrypto functions = load();
    return functions;
}

#endif

}  // namespace mcp::util
