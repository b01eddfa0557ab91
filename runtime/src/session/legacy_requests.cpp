// The requests of a legacy client that are the session's own business: initialize, the level of
// logging, subscriptions.
#include "session/errors.hpp"
#include "session/legacy_server.hpp"
#include "session/legacy_tasks.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::session {

namespace {

/// The params as a `T`, or the refusal that says where they are wrong.
template <class T>
Answer<T> read_params(const rpc::Envelope& message, Revision revision) {
    const std::string_view text = message.params ? message.params->text() : "{}";
    auto params = decode<T>(text, revision);
    if (params) return *std::move(params);
    return Unexpected(RpcError::invalid_params(params.error()));
}

}  // namespace

void LegacyServer::initialize(const rpc::Envelope& message, std::string_view principal) {
    {
        const Channel::Lock held = channel_->lock();
        if (phase_ != Phase::fresh) {
            const RpcError error(error_code::invalid_request, "already initialized");
            return channel_->send_locked(rpc::error_text(message.id, error), message.id);
        }
    }
    ServerCore& core = channel_->core;
    const JsonView params = message.params.value_or(JsonView());
    const std::string asked = params["protocolVersion"].as_string().value_or("");
    const Revisions served = core.revisions() & legacy_revisions;
    if (served.empty()) return refuse(message, unsupported_version(core.revisions(), asked));

    // A version that is not served is answered with the newest that is: the client decides.
    Revision revision = newest(served);
    if (const auto known = revision_from(asked); known && served.contains(*known)) {
        revision = *known;
    }
    auto read = read_params<InitializeRequestParams>(message, revision);
    if (!read) return refuse(message, read.error());

    auto peer = std::make_shared<detail::PeerInfo>();
    peer->implementation = std::move(read->clientInfo);
    peer->client_capabilities = std::move(read->capabilities);
    peer->lasting = true;
    const std::string who(principal);  // another thread may read on meanwhile
    if (const auto problem = core.opening(peer, who, channel_->gone)) {
        return refuse(message, *problem);
    }

    InitializeResult result;
    result.protocolVersion = std::string(to_string(revision));
    result.capabilities = core.capabilities();
    tasks_->declare(result.capabilities, who);
    result.serverInfo = core.info();
    result.instructions = core.instructions();
    const auto text = encode(result, revision);
    if (!text) {
        core.report("initialize: " + text.error().message());
        return refuse(message, {error_code::internal_error, "internal error"});
    }
    std::string place = core.place_of(peer, who);
    const Channel::Lock held = channel_->lock();
    if (phase_ != Phase::fresh) return;
    place_ = std::move(place);
    negotiated_ = {revision, std::move(peer)};
    phase_ = Phase::negotiated;
    declared_ = std::move(result.capabilities);
    channel_->send_locked(rpc::result_text(message.id, *text), message.id);
}

void LegacyServer::assume(Revision revision) {
    ServerCapabilities declared = channel_->core.capabilities();
    const Channel::Lock held = channel_->lock();
    if (phase_ != Phase::fresh) return;
    negotiated_ = {revision, std::make_shared<const detail::PeerInfo>()};
    declared_ = std::move(declared);
    phase_ = Phase::ready;
}

void LegacyServer::initialized() {
    {
        const Channel::Lock held = channel_->lock();
        if (phase_ != Phase::negotiated) return;
        phase_ = Phase::ready;
        for (Held& message : std::exchange(held_, {})) {
            channel_->send_locked(std::move(message.text), message.related_to);
        }
    }
    channel_->wake();
}

void LegacyServer::set_level(const rpc::Envelope& message) {
    Channel::Lock held = channel_->lock();
    if (!declared_.logging) {
        held.unlock();
        return refuse(message, RpcError::method_not_found(message.method));
    }
    const auto params = read_params<SetLevelRequestParams>(message, negotiated_.revision);
    if (params && params->level.known()) {
        log_level_ = params->level;
        channel_->send_locked(rpc::result_text(message.id, "{}"), message.id);
        const auto peer = negotiated_.peer;
        held.unlock();
        return channel_->core.level_chosen(peer, params->level);
    }
    held.unlock();
    refuse(message, params ? RpcError::invalid_params("params.level: unknown") : params.error());
}

void LegacyServer::subscribe(const rpc::Envelope& message, std::string_view principal, bool on) {
    const MessageId id = message.id;
    Revision revision{};
    std::shared_ptr<const detail::PeerInfo> peer;
    bool offered = false;
    {
        const Channel::Lock held = channel_->lock();
        revision = negotiated_.revision;
        peer = negotiated_.peer;
        offered = declared_.resources && declared_.resources->subscribe.value_or(false);
    }
    if (!offered) return refuse(message, RpcError::method_not_found(message.method));
    auto params = read_params<SubscribeRequestParams>(message, revision);
    if (!params) return refuse(message, params.error());

    std::optional<RpcError> problem;
    std::shared_ptr<void> kept;
    if (on) {
        // From here on another thread may read: nothing of `message` is used.
        const std::string who(principal);
        const run::Crew::UserCode user_code(channel_->core.crew());
        auto subscribed = channel_->core.subscribing(peer, params->uri, who, channel_->gone);
        if (subscribed) {
            kept = *std::move(subscribed);
        } else {
            problem = std::move(subscribed).error();
        }
    }
    const Channel::Lock held = channel_->lock();
    if (channel_->closed_locked()) return;
    if (!on) {
        subscriptions_.erase(params->uri);
    } else if (!problem && subscriptions_.size() >= channel_->settings.max_subscriptions &&
               subscriptions_.count(params->uri) == 0) {
        problem.emplace(error_code::internal_error, "too many subscriptions");
    } else if (!problem) {
        subscriptions_[params->uri] = std::move(kept);
    }
    channel_->send_locked(
        problem ? rpc::error_text(id, error_for(*problem, revision)) : rpc::result_text(id, "{}"),
        id);
}

}  // namespace mcp::session
