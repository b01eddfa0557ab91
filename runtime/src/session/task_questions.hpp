// The questions of a task that runs: which are open, and who waits for all of them. A part of the
// task manager.
#pragma once

#include "session/task_manager.hpp"

#include <map>
#include <string>
#include <utility>

namespace mcp::session {

/// The questions of one `ask`.
struct TaskManager::Asking {
    Revision revision{};
    struct Open {
        std::string key{};  ///< as the handler knows it
        InputRequest question{};
    };
    std::map<std::string, Open> open{};  ///< by the key that the client sees
    InputResponses answers{};
    Done<InputResponses> done{};
};

}  // namespace mcp::session
