// A gateway for one client has one connection in front: it takes turns with those behind.
#pragma once

#include <mcp/gateway.hpp>
#include <mcp/turns.hpp>

namespace mcp::gateway {

/// Where the options say nothing of turns themselves.
inline GatewayOptions with_turns(GatewayOptions options) {
    if (options.one_client && !options.server.turns && !options.client.turns) {
        options.server.turns = options.client.turns = make_turns();
    }
    return options;
}

}  // namespace mcp::gateway
