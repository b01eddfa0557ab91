// Serving: standard input and output, or HTTP, as `--http` says; until the client is gone or the
// program is told to end.
#pragma once

#include "cli/options.hpp"

#include <mcp/server.hpp>
#include <mcp/server_options.hpp>

#include <chrono>

namespace mcpctl {

/// So long a server behind may take for each step of its end: its input ends, it gets SIGTERM, it
/// is killed; over HTTP its session ends. With the time that calls under way have, all is over
/// within two seconds of a signal.
constexpr std::chrono::milliseconds grace_behind{400};
mcp::ServerOptions front_options();

/// Gives the exit code. What goes wrong is said on standard error.
int serve_in_front(mcp::Server& server, const Invocation& invocation);

}  // namespace mcpctl
