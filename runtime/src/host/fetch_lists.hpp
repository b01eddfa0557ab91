// Fetching what a server offers, within bounds.
#pragma once

#include "host/server_part.hpp"

#include <mcp/client.hpp>

#include <chrono>
#include <optional>
#include <stop_token>

namespace mcp::host {

struct FetchedLists {
    ServerLists lists{};
    /// For how long the server says that they are good: the shortest. Nothing where it says
    /// nothing, as older servers do.
    std::optional<std::chrono::milliseconds> good_for{};
    bool complete = true;  ///< false: the server refused a list, or sent none that can be read
};

/// All lists that the server has. What is beyond the limits is cut off and noted. Fails when one
/// of them does not come at all.
Answer<FetchedLists> fetch_lists(Client& client, const std::string& server,
                                 const CatalogueLimits& limits, const std::stop_token& stop);

}  // namespace mcp::host
