// The grammar of names in `_meta` and of extension identifiers: `com.example/name`.
#pragma once

#include <mcp/types.hpp>

#include <string_view>

namespace mcp::session {

/// An optional prefix of labels with dots and a slash, and a name, which may be empty.
bool is_meta_key(std::string_view key);
/// Whether the protocol keeps the key's prefix for itself. Until 2025-06-18 the word may be any
/// label but the last (`mcp.dev/`), since then it is the second one (`io.modelcontextprotocol/`).
bool is_reserved_key(std::string_view key, Revision revision);
/// As a key, with a prefix and a name.
bool is_extension_id(std::string_view id);

}  // namespace mcp::session
