// A call of a tool: its server is found and started, the gate is asked, and what was allowed is
// sent. Nobody waits on the way.
#include "client/strand.hpp"
#include "host/core.hpp"
#include "host/names.hpp"
#include "host/rename.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace mcp::host {

struct Core::ToolCall {
    std::string name{};
    JsonObject arguments{};
    CallOptions options{};
    Done<AllowedToolCall> done{};
    std::uint64_t caller = 0;
    ServerPtr server{};
    std::shared_ptr<void> use{};  ///< of the server
    std::shared_ptr<const CatalogueTool> tool{};
    /// While the server is being started.
    std::optional<std::stop_callback<std::function<void()>>> given_up{};

    void fail(RpcError error) { done(Unexpected(std::move(error))); }
    void allow(JsonObject decided) {
        done(AllowedToolCall{std::move(server), std::move(use), tool->tool.name, std::move(decided),
                             std::move(options)});
    }
    /// False when the call was given up meanwhile.
    bool goes_on() {
        given_up.reset();  // waits for its end
        return static_cast<bool>(done);
    }
};

namespace {

RpcError no_such_tool(const std::string& name) {
    return RpcError::invalid_params("there is no tool " + Json(name.substr(0, 200)).dump());
}

std::shared_ptr<const CatalogueTool> listed(const ManagedServer& server, const std::string& name) {
    const auto part = server.part();
    if (!part) return nullptr;
    const auto found = part->tool_at.find(name);
    if (found == part->tool_at.end()) return nullptr;
    return {part, &part->tools[found->second]};
}

}  // namespace

CallToolRequestParams AllowedToolCall::take_params() {
    CallToolRequestParams params{.name = std::move(name)};
    params.arguments = std::move(arguments);
    return params;
}

Done<CallToolResult> AllowedToolCall::answering(Done<CallToolResult> done) {
    return [key = server->key(), held = std::move(use),
            done = std::move(done)](Answer<CallToolResult> answer) mutable {
        if (answer) rename(*answer, key);
        done(std::move(answer));
    };
}

void Core::call_tool(std::string name, JsonObject arguments, CallOptions options,
                     Done<CallToolResult> done) {
    allow_tool_call(std::move(name), std::move(arguments), std::move(options),
                    [done = std::move(done)](Answer<AllowedToolCall> call) mutable {
                        if (!call) return done(Unexpected(std::move(call).error()));
                        auto came = call->answering(std::move(done));
                        call->server->client().call_async<CallTool>(
                            call->take_params(), std::move(call->options), std::move(came));
                    });
}

void Core::allow_tool_call(std::string name, JsonObject arguments, CallOptions options,
                           Done<AllowedToolCall> done, std::uint64_t caller) {
    auto call = std::make_shared<ToolCall>();
    call->name = std::move(name);
    call->arguments = std::move(arguments);
    call->options = std::move(options);
    call->done = std::move(done);
    call->caller = caller;
    call->server = by_key(key_of_name(call->name));
    if (!call->server) return call->fail(no_such_tool(call->name));
    const ServerPtr server = call->server;
    call->use = server->use();
    server->refresh_if_running();
    if (server->is_ready()) return ask_for(call);
    if (call->options.stop.stop_possible()) {
        // Who stops is not to get what `done` throws.
        call->given_up.emplace(
            call->options.stop, [weak = std::weak_ptr<ToolCall>(call), core = weak_from_this()] {
                const auto living = weak.lock();
                if (!living) return;
                client::run_user_code(
                    [&] { living->fail(RpcError(Failure::cancelled, "not wanted any more")); },
                    [&](std::string_view what) {
                        if (const auto host = core.lock()) host->report(what);
                    });
            });
    }
    server->when_ready([weak = weak_from_this(), call](const std::optional<RpcError>& why_not) {
        if (!call->goes_on()) return;
        if (why_not) return call->fail(*why_not);
        const auto core = weak.lock();
        if (!core) return call->fail(RpcError(Failure::closed, "the host is gone"));
        core->ask_for(call);
    });
}

void Core::ask_for(const std::shared_ptr<ToolCall>& call) {
    call->tool = listed(*call->server, call->name);
    if (!call->tool) return call->fail(no_such_tool(call->name));
    if (!passes().asks()) return call->allow(std::move(call->arguments));
    show_catalogue_to_gate();
    HostAction action{.server = call->server->identity(),
                      .what = ToolCallAction{.definition = call->server->definition(*call->tool),
                                             .exposed_name = call->name,
                                             .arguments = std::move(call->arguments)},
                      .caller = call->caller};
    passes().ask(std::move(action), call->options.stop, [call](const Passes::Verdict& verdict) {
        if (!verdict) return call->fail(verdict.error());
        // What was decided on is what is sent: a tool that has changed since then is another one.
        const auto now = listed(*call->server, call->name);
        if (now != call->tool && !(now && now->tool == call->tool->tool)) {
            return call->fail(
                RpcError(Failure::cancelled,
                         "the tool " + call->name + " has changed while it was asked for"));
        }
        call->allow(std::get<ToolCallAction>((*verdict)->what).arguments);
    });
}

}  // namespace mcp::host
