// The feature script of the matrix: one client that uses everything, at whatever revision is agreed
// on. How the server is reached is main.cpp's business, what the wire says the judge's.
#pragma once

#include <mcp/revision.hpp>
#include <mcp/transport.hpp>

#include <memory>
#include <optional>
#include <string_view>

/// Whether it is the name of a revision, or "auto".
bool is_revision(std::string_view wanted);

/// Runs the script and prints one line per check. Gives the number of checks that failed, or 1 when
/// none was made. `behind`: what the server speaks, when a bridge is before it.
int run_script(std::string_view wanted, std::unique_ptr<mcp::Transport> transport,
               std::optional<mcp::Revision> behind = {});
