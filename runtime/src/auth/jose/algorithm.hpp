// The signature algorithms that there are. `none` and those with shared secrets have no value here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mcp::jose {

enum class Algorithm : std::uint8_t {
    rs256,
    rs384,
    rs512,  ///< RSASSA-PKCS1-v1_5
    ps256,
    ps384,
    ps512,  ///< RSASSA-PSS
    es256,
    es384,
    es512,  ///< ECDSA on P-256, P-384, P-521
    eddsa,  ///< Ed25519
};

inline constexpr std::array<std::string_view, 10> algorithm_names = {
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"};

constexpr std::string_view name_of(Algorithm algorithm) {
    return algorithm_names[static_cast<std::size_t>(algorithm)];
}

/// Nothing for every other name. `Ed25519` (RFC 9864) is `EdDSA`.
constexpr std::optional<Algorithm> algorithm_from(std::string_view name) {
    if (name == "Ed25519") return Algorithm::eddsa;
    for (std::size_t i = 0; i < algorithm_names.size(); ++i) {
        if (algorithm_names[i] == name) return static_cast<Algorithm>(i);
    }
    return std::nullopt;
}

}  // namespace mcp::jose
