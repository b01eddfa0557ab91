// Digests by libcrypto.
#include "auth/jose/digest.hpp"

#include "auth/jose/openssl.hpp"

#include <openssl/crypto.h>

namespace mcp::jose {

std::string sha256(std::string_view bytes) {
    std::string digest(32, '\0');
    must(EVP_Digest(bytes.data(), bytes.size(), data_of(digest), nullptr, digest_of("SHA256"),
                    nullptr) == 1,
         "SHA-256");
    return digest;
}

bool same_secret(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace mcp::jose
