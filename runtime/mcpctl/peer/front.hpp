// Serving: standard input and output, or HTTP, as `--http` says; until the client is gone or the
// program is told to end.
#pragma once

#include "cli/options.hpp"

#include <mcp/server.hpp>

namespace mcpctl {

/// Gives the exit code. What goes wrong is said on standard error.
int serve_in_front(mcp::Server& server, const Invocation& invocation);

}  // namespace mcpctl
