// The core behind a Server, for transports that make sessions of their own, and for tests.
#pragma once

#include "server/core.hpp"

#include <mcp/server.hpp>

namespace mcp::detail {

class ServerAccess {
public:
    static server::Core& core(Server& server);
};

}  // namespace mcp::detail
