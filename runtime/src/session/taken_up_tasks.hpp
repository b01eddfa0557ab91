// Tasks that an earlier process has left without an end: each one runs again, if the user wants
// that, or has failed. None runs again by itself.
#pragma once

#include "session/server_core.hpp"
#include "session/task_manager.hpp"

#include <functional>

namespace mcp::session {

void take_up_tasks(ServerCore& core, TaskManager& manager,
                   const std::function<bool(const StoredTask&)>& resume);

}  // namespace mcp::session
