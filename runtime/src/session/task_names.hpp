// The name of the tasks extension, and who speaks it. Both sides ask.
#pragma once

#include <mcp/types.hpp>

#include <string_view>

namespace mcp::session {

inline constexpr std::string_view tasks_extension = "io.modelcontextprotocol/tasks";

/// Whether a client (or server) has declared the extension.
template <class Capabilities>
bool speaks_tasks(const Capabilities& capabilities) {
    return capabilities.extensions && capabilities.extensions->contains(tasks_extension);
}

}  // namespace mcp::session
