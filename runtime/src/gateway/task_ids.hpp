// Ids in front of tasks of many servers: they say which server has the task, to nobody but this
// process. Sealed, so that nobody makes one up, and bound to the client that got it.
#pragma once

#include <mcp/seal.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mcp::gateway {

struct TaskPlace {
    std::string server{};
    std::string id{};  ///< as the server has it
};

/// `client`: who may use the id.
std::string shown_task_id(const Sealer& sealer, std::string_view client, const TaskPlace& task);
/// Nothing for an id that this client was not given.
std::optional<TaskPlace> task_place(const Sealer& sealer, std::string_view client,
                                    std::string_view shown);

}  // namespace mcp::gateway
