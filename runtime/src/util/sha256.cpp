// Digests by libcrypto.
#include "util/sha256.hpp"

#include "util/libcrypto.hpp"

#include <stdexcept>

namespace mcp::util {

std::string sha256_hex(std::string_view bytes) {
    unsigned char digest[32];
    unsigned int size = 0;
    if (libcrypto().digest(bytes.data(), bytes.size(), digest, &size, libcrypto().sha256(),
                           nullptr) != 1 ||
        size != sizeof digest) {
        throw std::runtime_error("libcrypto: SHA-256 failed");
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * sizeof digest);
    for (const unsigned char byte : digest) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

}  // namespace mcp::util
