// Serving modern requests: admission, what came back with a repeated request, discovery.
#include "session/modern_server.hpp"

#include "session/admission.hpp"
#include "session/errors.hpp"
#include "session/modern_call.hpp"
#include "session/recycled.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::session {

void ModernServer::refuse(const MessageId& id, const RpcError& error) {
    channel_->send(rpc::error_text(id, error), id);
}

void ModernServer::request(const rpc::Envelope& message, const MethodRow* row, const Sender& sender,
                           bool alone, Gate* gate) {
    auto admitted = admit(message, row, channel_->core, gate);
    if (!admitted) return refuse(message.id, admitted.error());
    if (gate) gate->admitted();
    if (message.method == Discover::name) return discover(message, admitted->revision);
    if (message.method == SubscriptionsListen::name) {
        return listen(message, sender.principal, admitted->revision);
    }
    const auto call = std::allocate_shared<ModernCall>(Recycled<ModernCall>(), channel_);
    call->method = std::string(message.method);
    call->id = message.id;
    call->principal = std::string(sender.principal);
    call->grant = sender.grant;
    call->revision = admitted->revision;
    if (channel_->settings.send_server_info) {
        call->server_info = &channel_->core.info();
        call->server_info_text = channel_->core.info_text(call->revision);
    }
    call->peer = std::move(admitted->meta.peer);
    call->meta = std::move(admitted->meta.object);
    call->set_params(message.params);
    if (admitted->asks_input) {
        if (const auto problem = call->take_input(message)) return refuse(message.id, *problem);
    }
    channel_->serve(call, alone);
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
