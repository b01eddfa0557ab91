// Notifications of a server that handlers of the user hear, whatever the era. Progress and changes
// are not among them.
#pragma once

#include "client/engine.hpp"

#include <optional>
#include <string_view>

namespace mcp::client {

/// False when it is something else.
bool tell_notice(Engine& engine, const rpc::Envelope& notification, Revision revision);

}  // namespace mcp::client
