// How a request shows a token: exactly one way is accepted, the header.
#pragma once

#include <mcp/http.hpp>

#include <cstdint>
#include <string_view>

namespace mcp::auth {

struct Credentials {
    enum class Kind : std::uint8_t { none, bearer, dpop, malformed };
    Kind kind = Kind::none;
    std::string_view token{};
    std::string_view proof{};  ///< of `dpop`: the DPoP header
    const char* problem = "";  ///< of `malformed`
};

/// Tokens in the address are not looked at: who has nothing else has none.
Credentials credentials_of(const HttpRequest& request);

}  // namespace mcp::auth
