// To the server, once it can be called, and back.
#include "gateway/host_tasks.hpp"

#include "host/access.hpp"

#include <mcp/methods.hpp>

#include <utility>
#include <variant>

namespace mcp::gateway {

HostTasks::HostTasks(Host& host) : core_(host::HostAccess::core(host)) {}

std::optional<Era> HostTasks::era(const std::string& server) const {
    const host::ServerPtr found = core_->by_name(server);
    return found ? found->task_era() : std::nullopt;
}

void HostTasks::call_tool(run::Crew& crew, const CatalogueTool& tool, JsonObject arguments,
                          CallOptions options, const std::shared_ptr<FrontCall>& front,
                          Became became, Done<CallToolResult> done) {
    auto send = [&crew, front, became = std::move(became), only_as_task = only_as_task(tool.tool),
                 done = std::move(done)](Answer<host::AllowedToolCall> call) mutable {
        if (!call) return done(Unexpected(std::move(call).error()));
        const host::ServerPtr server = call->server;
        auto outcome = call->answering(std::move(done));
        CallToolRequestParams params = call->take_params();
        if (!as_task(server->task_era(), *front, only_as_task, params)) {
            server->client().call_async<CallTool>(std::move(params), std::move(call->options),
                                                  std::move(outcome));
            return;
        }
        auto came = [&crew, front, became = std::move(became), weak = std::weak_ptr(server),
                     outcome = std::move(outcome)](Answer<ToolOutcome> answer) mutable {
            if (!answer) return outcome(Unexpected(std::move(answer).error()));
            if (auto* result = std::get_if<CallToolResult>(&*answer)) {
                return outcome(std::move(*result));
            }
            const auto* task = std::get_if<TaskText>(&*answer);
            const auto id = task ? task_id(*task) : std::nullopt;
            if (!id) {
                return outcome(
                    Unexpected(RpcError(Failure::invalid_response, "the task cannot be read")));
            }
            if (became(*task, *id)) {
                return outcome(
                    Unexpected(RpcError(Failure::cancelled, "the call has its outcome")));
            }
            const host::ServerPtr living = weak.lock();
            if (!living) {
                return outcome(Unexpected(RpcError(Failure::closed, "the server is gone")));
            }
            TaskBehind behind{
                {living, &living->client()}, *id, [living] { return !living->is_ready(); }};
            follow_task(crew, std::move(behind), front->stop_token(), std::move(outcome));
        };
        TaskCalls::call_tool(server->client(), std::move(params), std::move(call->options), false,
                             std::move(came));
    };
    core_->allow_tool_call(tool.name, std::move(arguments), std::move(options), std::move(send),
                           front->caller());
}

void HostTasks::about(const std::string& server, std::string method, std::string params,
                      CallOptions options, Done<std::string> done) {
    const host::ServerPtr found = core_->by_name(server);
    if (!found) return done(Unexpected(unknown_task()));
    struct Request {
        host::ServerPtr server;
        std::shared_ptr<void> use;
        std::string method;
        std::string params;
        CallOptions options;
        Done<std::string> done;
    };
    const auto request =
        std::make_shared<Request>(Request{found, found->use(), std::move(method), std::move(params),
                                          std::move(options), std::move(done)});
    found->when_ready([request](const std::optional<RpcError>& why_not) {
        if (why_not) return request->done(Unexpected(*why_not));
        auto answered = [request](Answer<std::string> text) { request->done(std::move(text)); };
        TaskCalls::about(request->server->client(), request->method, std::move(request->params),
                         std::move(request->options), std::move(answered));
    });
}

bool HostTasks::watch(const std::string& server, const std::string& id,
                      const std::shared_ptr<session::TaskTold>& told) {
    const host::ServerPtr found = core_->by_name(server);
    if (!found || found->task_era() != Era::modern) return false;
    const auto use = found->use();
    if (!found->wait_until_ready()) return false;
    return watches(server).watch(found->client(), id, told);
}

void HostTasks::unwatch(const std::string& server, const std::string& id) {
    watches(server).unwatch(id);
}

void HostTasks::heard(const std::string& server, JsonView params) { watches(server).heard(params); }

TaskWatches& HostTasks::watches(const std::string& server) {
    const std::lock_guard lock(mutex_);
    return watches_[server];
}

}  // namespace mcp::gateway
