// Which errors may go on the wire, by revision, and the ones that sessions make themselves.
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <string_view>
#include <vector>

namespace mcp::session {

inline constexpr Revisions modern_revisions = since(r2026_07_28);
inline constexpr Revisions legacy_revisions = until(r2025_11_25);

/// The error as this revision may have it: codes that it lacks, or that mean something else there,
/// become those that it has. `changed` says that the code was not allowed at all.
RpcError error_for(RpcError error, Revision revision, bool* changed = nullptr);

/// -32022, with what is served and what was asked for; the versions are in the text too, since old
/// clients show nothing else.
RpcError unsupported_version(Revisions served, std::string_view requested);
/// -32021, with an object that names what has to be declared.
RpcError missing_capability(const ClientCapabilities& required);

/// The dates of these revisions, newest first.
std::vector<std::string> dates_of(Revisions revisions);
/// The newest of these; they are not empty.
Revision newest(Revisions revisions);

}  // namespace mcp::session
