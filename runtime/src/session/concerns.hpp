// Which changes a subscription to a resource is about. Both sides ask.
#pragma once

#include <string_view>

namespace mcp::session {

/// Whether a change of `updated` concerns who watches `watched`: the same resource, one below it,
/// or a part of it.
inline bool concerns(std::string_view watched, std::string_view updated) {
    if (watched.empty() || !updated.starts_with(watched)) return false;
    return updated.size() == watched.size() || watched.back() == '/' ||
           std::string_view("/?#").find(updated[watched.size()]) != std::string_view::npos;
}

}  // namespace mcp::session
