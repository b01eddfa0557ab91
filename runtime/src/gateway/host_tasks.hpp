// Tasks of the servers of a host: calls of tools that may become one, requests about them, news of
// them. By the servers' names, and the ids that the servers gave. Calls pass the host's gate.
#pragma once

#include "gateway/task_calls.hpp"
#include "gateway/task_watches.hpp"
#include "host/core.hpp"

#include <mcp/host.hpp>
#include <mcp/host_catalogue.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mcp::gateway {

class HostTasks {
public:
    explicit HostTasks(Host& host);

    /// Of which kind the tasks of this server are; nothing for none, and for no such server.
    std::optional<Era> era(const std::string& server) const;
    /// Whether a server's questions may pass in its tasks: there is no gate that has to see them.
    bool questions_pass() const { return !core_->passes().asks(); }

    /// A call has become a task. When this gives true nothing more is to be done for the call,
    /// otherwise the outcome of the task is waited for.
    using Became = std::function<bool(const TaskText&, const std::string& id)>;
    /// Calls a tool that may become a task for this client.
    void call_tool(run::Crew& crew, const CatalogueTool& tool, JsonObject arguments,
                   CallOptions options, const std::shared_ptr<FrontCall>& front, Became became,
                   Done<CallToolResult> done);
    /// A request about a task since 2026-07-28: params and result are texts.
    void about(const std::string& server, std::string method, std::string params,
               CallOptions options, Done<std::string> done);
    /// Tells of changes of a task, as long as `told` is kept. False when there is no such task.
    /// Waits.
    bool watch(const std::string& server, const std::string& id,
               const std::shared_ptr<session::TaskTold>& told);
    /// Somebody has let go of what he was told by.
    void unwatch(const std::string& server, const std::string& id);
    /// The params of `notifications/tasks`, from this server.
    void heard(const std::string& server, JsonView params);

private:
    TaskWatches& watches(const std::string& server);

    const std::shared_ptr<host::Core> core_;
    std::mutex mutex_{};
    std::map<std::string, TaskWatches> watches_{};  // by server; none is ever taken out
};

}  // namespace mcp::gateway
