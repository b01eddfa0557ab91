// The feature script of the matrix: one client that uses everything, at whatever revision is agreed
// on. How the server is reached is main.cpp's business, what the wire says the judge's.
#pragma once

#include <mcp/message_filter.hpp>
#include <mcp/revision.hpp>
#include <mcp/transport.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Which revisions are to be spoken.
struct Wanted {
    std::string client{};                   ///< a revision, or "auto"
    std::optional<mcp::Revision> behind{};  ///< of the server, when a bridge is before it

    /// Of `auto`, a revision, or two: `2025-11-25/2024-11-05`.
    static std::optional<Wanted> from(std::string_view text);
};

/// Runs the script, prints what failed and what the older side has no place for. Gives the number
/// of checks that failed, or 1 when none was made. `filter` sees the client's messages; null for
/// none.
int run_script(const Wanted& wanted, std::unique_ptr<mcp::Transport> transport,
               const std::shared_ptr<mcp::MessageFilter>& filter = nullptr);
