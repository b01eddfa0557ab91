// From a server's address to the authorization server that gives tokens for it.
#pragma once

#include "auth/client/flow.hpp"
#include "auth/metadata.hpp"

#include <mcp/oauth.hpp>

#include <optional>
#include <string>

namespace mcp::auth {

/// The metadata of the MCP server at this address, where its challenge says (`hint`), or else at
/// the well-known places. Nothing when there is none there. Fails when it is about another server.
Result<std::optional<ResourceMetadata>, AuthError> find_resource(const Flow& flow,
                                                                 const std::string& server,
                                                                 const std::string& hint);

/// The metadata of an authorization server. Fails when there is none, or it says another issuer.
Result<ServerMetadata, AuthError> find_server(const Flow& flow, const std::string& issuer);

/// Of a server of 2025-03-26: at its root, or else the usual endpoints there.
Result<ServerMetadata, AuthError> find_old_server(const Flow& flow, const std::string& server);

/// Fails when an endpoint that is needed is missing, or one of them cannot be used safely.
Result<void, AuthError> check_endpoints(const Flow& flow, const ServerMetadata& metadata);

}  // namespace mcp::auth
