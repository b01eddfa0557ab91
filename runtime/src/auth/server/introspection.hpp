// The verifier for tokens that only their issuer can read, with everything from outside put in.
#pragma once

#include "auth/server/documents.hpp"

#include <mcp/bearer.hpp>

#include <memory>

namespace mcp::auth {

std::shared_ptr<TokenVerifier> make_introspection_verifier(IntrospectionOptions options,
                                                           MakeFetcher fetcher);

}  // namespace mcp::auth
