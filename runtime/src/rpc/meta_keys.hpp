// The words of `_meta` that are the protocol's own. What is in them is known to whoever reads it.
#pragma once

#include <string_view>

namespace mcp::meta_keys {

// Of every request since 2026-07-28.
inline constexpr std::string_view protocol_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view client_capabilities =
    "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view client_info = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view log_level = "io.modelcontextprotocol/logLevel";

/// Of every result since then.
inline constexpr std::string_view server_info = "io.modelcontextprotocol/serverInfo";
/// Of what is told on a listen stream.
inline constexpr std::string_view subscription_id = "io.modelcontextprotocol/subscriptionId";
/// Of what belongs to a task of 2025-11-25.
inline constexpr std::string_view related_task = "io.modelcontextprotocol/related-task";

}  // namespace mcp::meta_keys
