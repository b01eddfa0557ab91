// The verifier for signed tokens, with everything from outside put in.
#pragma once

#include "auth/server/documents.hpp"
#include "auth/server/issuer_keys.hpp"

#include <mcp/bearer.hpp>

#include <memory>

namespace mcp::auth {

std::shared_ptr<TokenVerifier> make_jwt_verifier(JwtVerifierOptions options, MakeFetcher fetcher,
                                                 IssuerKeys::Clock clock);

}  // namespace mcp::auth
