// The tasks extension on the server's side: the requests about tasks, and how a task looks there.
// Running one is in modern_call.
#pragma once

#include "rpc/envelope.hpp"
#include "session/admission.hpp"
#include "session/channel.hpp"
#include "session/sender.hpp"
#include "session/task_manager.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mcp::session {

/// Whether this is a request about tasks.
bool is_task_request(std::string_view method);

/// Serves one of them. The core has tasks.
void serve_task_request(Channel& channel, const rpc::Envelope& message, const Admitted& admitted,
                        const Sender& sender);

/// -32021 for a client that has not declared the extension.
RpcError tasks_not_declared();

/// The answer to the request that has become this task.
std::string created_text(const StoredTask& task, const TaskManager& manager, Revision revision,
                         const Implementation* server_info);
/// The params of `notifications/tasks`, for a listen stream; empty when they cannot be written.
std::string news_text(const StoredTask& task, const TaskManager& manager, Revision revision,
                      const MessageId& stream);

}  // namespace mcp::session
