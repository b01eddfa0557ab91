// The steps of admission that compare a modern request's headers with its body.
#pragma once

#include "http/headers.hpp"
#include "rpc/envelope.hpp"
#include "server/core.hpp"

#include <mcp/rpc.hpp>

#include <optional>
#include <string_view>

namespace mcp::http {

/// -32020, when a header that every such request has is missing, or there twice.
std::optional<RpcError> missing_header(const rpc::Envelope& message, const Headers& headers);
/// -32020, when revision, method or name differ from the body's.
std::optional<RpcError> wrong_header(const rpc::Envelope& message, std::string_view version,
                                     const Headers& headers);
/// -32020, when `Mcp-Param-…` headers differ from the arguments that they mirror.
std::optional<RpcError> wrong_params(const rpc::Envelope& message, std::string_view principal,
                                     const Headers& headers, const server::Core& core);
/// Whether there are more bytes of `Mcp-…` headers than that.
bool headers_too_large(const Headers& headers, std::size_t most);

}  // namespace mcp::http
