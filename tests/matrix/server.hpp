// The server of the matrix: the example with all features, and what clients only see of servers
// that have more to say. Not the client's script.
#pragma once

#include <mcp/server.hpp>

#include <memory>

/// Pages are short, so that lists have several.
std::unique_ptr<mcp::Server> make_server(mcp::Revisions revisions = mcp::all_revisions);
