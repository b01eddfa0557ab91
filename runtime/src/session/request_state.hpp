// What travels through a modern client between two tries of a request: the answers so far and what
// the handler kept. Sealed: for this client, this request and these arguments alone, for a while.
#pragma once

#include "session/server_core.hpp"

#include <mcp/json.hpp>
#include <mcp/rpc.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::session {

struct RequestState {
    std::optional<Json> kept{};
    std::map<std::string, Json> answers{};
};

/// What a state is bound to: who asks, and for what. The client's answers are not a part of it.
std::string state_binding(std::string_view principal, std::string_view method, JsonView params);

/// Fails when it would be too large.
Answer<std::string> seal_state(ServerCore& core, std::string_view binding,
                               const RequestState& state, Sealer::Time now);
/// Fails with one and the same error for everything; the reason goes to the core's report.
Answer<RequestState> open_state(ServerCore& core, std::string_view binding, std::string_view sealed,
                                Sealer::Time now);

}  // namespace mcp::session
