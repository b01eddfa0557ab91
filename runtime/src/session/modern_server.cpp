// Serving modern requests: admission, what came back with a repeated request, discovery.
#include "session/modern_server.hpp"

#include "session/admission.hpp"
#include "session/errors.hpp"
#include "session/modern_call.hpp"
#include "session/modern_tasks.hpp"
#include "session/task_names.hpp"
#include "util/recycled.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::session {

void ModernServer::refuse(const MessageId& id, const RpcError& error) {
    channel_->send(rpc::error_text(id, error), id);
}

[[gnu::hot]] void ModernServer::request(const rpc::Envelope& message, const MethodRow* row,
                                        const Sender& sender, bool alone, Gate* gate) {
    auto admitted = admit(message, row, channel_->core, gate);
    if (!admitted) return refuse(message.id, admitted.error());
    if (gate) gate->admitted();
    if (!channel_->core.opening_waits(admitted->meta->peer)) {
        return open(message, *std::move(admitted), sender, alone);
    }
    const rpc::KeptEnvelope kept(message);  // another thread may read on meanwhile
    const std::string principal(sender.principal);
    open(*kept, *std::move(admitted), {principal, sender.grant}, alone);
}

[[gnu::hot]] void ModernServer::open(const rpc::Envelope& message, Admitted admitted,
                                     const Sender& sender, bool alone) {
    if (const auto problem =
            channel_->core.opening(admitted.meta->peer, sender.principal, channel_->gone)) {
        return refuse(message.id, *problem);
    }
    if (message.method == Discover::name) return discover(message, admitted.revision);
    if (message.method == SubscriptionsListen::name) {
        return listen(message, sender.principal, admitted);
    }
    if (channel_->core.modern_tasks() && is_task_request(message.method)) {
        return serve_task_request(*channel_, message, admitted, sender);
    }
    auto call = std::allocate_shared<ModernCall>(detail::Recycled<ModernCall>(), channel_);
    call->method = message.method;
    call->id = message.id;
    call->principal = sender.principal;
    call->grant = sender.grant;
    call->revision = admitted.revision;
    if (channel_->settings.send_server_info) {
        call->server_info = &channel_->core.info();
        call->server_info_text = channel_->core.info_text(call->revision);
    }
    call->set_peer(admitted.meta->peer);
    call->meta = admitted.meta->object;
    call->set_params(message);
    if (admitted.asks_input) {
        if (const auto problem = call->take_input(message)) return refuse(message.id, *problem);
    }
    if (message.method == CallTool::name && begin_task(call)) return;
    channel_->serve(std::move(call), alone);
}

[[gnu::hot]] bool ModernServer::begin_task(const std::shared_ptr<ModernCall>& call) {
    ServerCore& core = channel_->core;
    if (!core.modern_tasks()) return false;
    const auto params = call->params();
    const auto name = params ? (*params)["name"].as_string() : std::nullopt;
    if (!name) return false;
    const ToolExecutionTaskSupportTag support = core.task_support(*name);
    if (support == ToolExecutionTaskSupportTag::forbidden) return false;
    if (!speaks_tasks(call->peer()->client_capabilities)) {
        if (support != ToolExecutionTaskSupportTag::required) return false;
        refuse(call->id, tasks_not_declared());
        return true;
    }
    call->allow_task(call);
    if (core.task_begins_later(*name)) return false;
    // The store may take its time: from here on another thread may read.
    const run::Crew::UserCode user_code(core.crew());
    try {
        if (call->continue_as_task()) channel_->serve_detached(call);
    } catch (const RpcError& error) {
        refuse(call->id, error);
    }
    return true;
}

void ModernServer::discover(const rpc::Envelope& message, Revision revision) {
    ServerCore& core = channel_->core;
    DiscoverResult result;
    result.supportedVersions = dates_of(core.revisions());
    result.capabilities = core.capabilities();
    result.instructions = core.instructions();
    result.ttlMs = core.ttl_ms();
    result.cacheScope = core.cache_scope();
    if (channel_->settings.send_server_info) result.meta.emplace().serverInfo = core.info();
    const auto text = encode(result, revision);
    if (!text) {
        core.report("server/discover: " + text.error().message());
        return refuse(message.id, {error_code::internal_error, "internal error"});
    }
    channel_->send(rpc::result_text(message.id, *text), message.id);
}

}  // namespace mcp::session
