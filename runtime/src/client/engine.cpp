// Calls from start to end, and the gates before them.
#include "client/engine.hpp"

#include "session/task_names.hpp"

#include <mcp/methods.hpp>

namespace mcp::client {

void Engine::finish(const CallPtr& call, Answer<std::string> outcome) {
    active.erase(call->ticket);
    call->id = {};
    for (const auto& question : call->questions) question->stop.request_stop();
    call->questions.clear();
    // The call goes along: what watches its stop token must not be destroyed inside of the session.
    wire.actions().tell.push_back(once([held = call, outcome = std::move(outcome)]() mutable {
        held->call.done(std::move(outcome));
        held.reset();
    }));
}

bool Engine::write_params(const CallPtr& call, Revision revision) {
    auto text = call->call.params(revision);
    if (!text) {
        finish(call, Unexpected(RpcError(Failure::invalid_argument,
                                         text.error().within("params").message())));
        return false;
    }
    call->params = std::move(*text);
    return true;
}

void Engine::ask(const std::shared_ptr<Question>& question,
                 std::function<void(Replies&, Answer<std::string>)> then) {
    // The desk is there for as long as somebody may still answer.
    const auto reply = [profile = profile, replies = replies,
                        then = std::move(then)](Answer<std::string> answer) {
        if (const auto where = replies.lock()) then(*where, std::move(answer));
    };
    Work work;
    work.run = [profile = profile, question, reply] { profile->desk.answer(question, reply); };
    work.refused = [reply] {
        reply(Unexpected(RpcError(error_code::internal_error, "too busy; try later")));
    };
    wire.actions().work.push_back(std::move(work));
}

void Engine::forget(std::string_view method, std::string_view params_hold) {
    ++cache_age;
    profile->cache->forget(options().server_key, method, params_hold);
}

namespace {

/// What a method needs of the server; nothing: it is there.
std::optional<std::string> missing_capability(std::string_view method, bool as_task,
                                              Revision revision, const ServerCapabilities& server) {
    const auto need = [](bool there, const char* name) {
        return there ? std::optional<std::string>() : std::string(name);
    };
    if (as_task && modern_revisions.contains(revision)) {
        return need(session::speaks_tasks(server), "the extension io.modelcontextprotocol/tasks");
    }
    if (method.starts_with("tools/")) {
        if (!server.tools) return "tools";
        const auto& tasks = server.tasks;
        const bool tool_tasks =
            tasks && tasks->requests && tasks->requests->tools && tasks->requests->tools->call;
        return need(!as_task || tool_tasks, "tasks.requests.tools.call");
    }
    if (method.starts_with("prompts/")) return need(server.prompts.has_value(), "prompts");
    if (method == Subscribe::name || method == Unsubscribe::name) {
        return need(server.resources && server.resources->subscribe.value_or(false),
                    "resources.subscribe");
    }
    if (method.starts_with("resources/")) return need(server.resources.has_value(), "resources");
    if (method == Complete::name) {
        // 2024-11-05 has the method, but no capability for it.
        return need(revision == r2024_11_05 || server.completions, "completions");
    }
    if (method == SetLevel::name) return need(server.logging.has_value(), "logging");
    if (method == ListTasks::name) return need(server.tasks && server.tasks->list, "tasks.list");
    if (method == CancelTask::name) {
        return need(server.tasks && server.tasks->cancel, "tasks.cancel");
    }
    if (method.starts_with("tasks/")) return need(server.tasks.has_value(), "tasks");
    return {};
}

}  // namespace

std::optional<RpcError> gate(const ActiveCall& call, Revision revision,
                             const ServerCapabilities* capabilities) {
    if (call.call.row == nullptr) return {};
    const std::string method(call.method());
    if (!call.call.row->from_client.contains(revision)) {
        return RpcError(Failure::not_negotiated,
                        method + " does not exist in " + std::string(to_string(revision)));
    }
    if (!capabilities) return {};
    const auto missing = missing_capability(method, call.call.as_task, revision, *capabilities);
    if (!missing) return {};
    return RpcError(Failure::not_negotiated, method + ": the server has not declared " + *missing);
}

}  // namespace mcp::client
