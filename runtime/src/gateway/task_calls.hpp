// Tasks of a server behind, over its client: calls of tools that may become one, requests about
// one, waiting for its outcome. Whose a task is in front is decided elsewhere.
#pragma once

#include "gateway/front_call.hpp"
#include "run/crew.hpp"

#include <mcp/client.hpp>
#include <mcp/client_options.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

namespace mcp::gateway {

/// What a call of a tool came to: the last is the text of a task.
struct TaskText {
    std::string text{};
    Revision revision = r2026_07_28;  ///< of the server
};
using ToolOutcome = std::variant<CallToolResult, InputRequiredResult, TaskText>;

class TaskCalls {
public:
    /// Calls a tool whose outcome may be a task. `one_round`: questions are the outcome, otherwise
    /// the client answers them.
    static void call_tool(Client& client, CallToolRequestParams params, CallOptions options,
                          bool one_round, Done<ToolOutcome> done);
    /// A request about a task since 2026-07-28: params and result are texts.
    static void about(Client& client, std::string_view method, std::string params,
                      CallOptions options, Done<std::string> done);
};

/// Whether a tool of 2025-11-25 runs in no other way.
bool only_as_task(const Tool& tool);

/// Whether a call is made so that it may become a task. `behind`: of which kind tasks are there,
/// nothing for none. Marks the params of a tool of 2025-11-25 that runs in no other way.
bool as_task(std::optional<Era> behind, const FrontCall& front, bool only_as_task,
             CallToolRequestParams& params);

/// The id in the text of a task; nothing when it cannot be read.
std::optional<std::string> task_id(const TaskText& task);

RpcError unknown_task();

struct TaskBehind {
    std::shared_ptr<Client> client{};
    std::string id{};
    std::function<bool()> lost{};  ///< whether it is of no use to wait any more
};

/// Waits for the outcome of a task on a thread of `crew`. When `stop` is asked for, the task is
/// cancelled.
void follow_task(run::Crew& crew, TaskBehind task, const std::stop_token& stop,
                 Done<CallToolResult> done);

/// A request of a client in front about a task: its id, and the params as they are to go on.
struct TaskQuestion {
    std::string id{};
    JsonObject params{};
};
/// Fails for a client that has not declared tasks, and for one that names no task.
Answer<TaskQuestion> read_task_question(std::optional<JsonView> params, Context& context);

/// Since 2026-07-28 tools do not say whether they may be tasks: calls of all of them may.
void offer_task(Tool& tool);

}  // namespace mcp::gateway
