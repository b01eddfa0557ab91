// Sorting what a legacy client sends, and the gates: which method at which time and revision.
#include "session/legacy_server.hpp"
#include "session/concerns.hpp"

#include "session/errors.hpp"
#include "session/legacy_call.hpp"
#include "session/legacy_tasks.hpp"
#include "util/recycled.hpp"

#include <mcp/codec.hpp>
#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::session {

LegacyServer::LegacyServer(std::shared_ptr<Channel> channel)
    : channel_(std::move(channel)),
      tasks_(std::make_shared<LegacyTasks>(channel_)),
      log_level_(channel_->settings.log_level),
      elicitations_(channel_->settings.max_calls) {}

void LegacyServer::refuse(const rpc::Envelope& message, const RpcError& error) {
    channel_->send(rpc::error_text(message.id, error), message.id);
}

std::optional<Revision> LegacyServer::revision_locked() const {
    if (phase_ == Phase::fresh) return std::nullopt;
    return negotiated_.revision;
}

[[gnu::hot]] void LegacyServer::request(const rpc::Envelope& message, const MethodRow* row,
                                        const Sender& sender, bool alone, bool batched) {
    if (message.method == Ping::name) {
        return channel_->send(rpc::result_text(message.id, "{}"), message.id);
    }
    if (message.method == Initialize::name) {
        if (batched) {
            return refuse(message,
                          {error_code::invalid_request, "initialize cannot be a part of a batch"});
        }
        return initialize(message, sender.principal);
    }
    if (phase_ == Phase::fresh) {
        return refuse(message, {error_code::invalid_request, "initialize comes first"});
    }
    const Revision revision = negotiated_.revision;
    if (row && (row->notification || !row->from_client.contains(revision))) {
        return refuse(message, RpcError::method_not_found(message.method));
    }
    if (message.method == SetLevel::name) return set_level(message);
    if (message.method == Subscribe::name) return subscribe(message, sender.principal, true);
    if (message.method == Unsubscribe::name) return subscribe(message, sender.principal, false);
    if (revision == r2025_11_25) {
        if (message.method.rfind("tasks/", 0) == 0 && tasks_->request(message, sender.principal))
            return;
        const bool tool = message.method == CallTool::name;
        if (tool && tasks_->take_call(message, sender, *this)) return;
    }
    serve(message, sender, alone);
}

bool LegacyServer::waits_locked(const MessageId& id) const { return tasks_->waits_locked(id); }
bool LegacyServer::cancel_wait_locked(const MessageId& id) { return tasks_->cancel_locked(id); }

[[gnu::hot]] std::optional<RpcError> LegacyServer::fill(LegacyCall& call,
                                                        const rpc::Envelope& message,
                                                        const Sender& sender) {
    call.method = message.method;
    call.id = message.id;
    call.principal = sender.principal;
    call.grant = sender.grant;
    call.revision = negotiated_.revision;
    call.use_peer(&negotiated_.peer);  // the call keeps this server
    const auto& meta = message.params_meta;
    if (meta && !meta->is_null()) {
        auto read = decode<RequestMetaObject>(meta->text(), call.revision);
        if (!read) return RpcError::invalid_params(read.error().within("_meta"));
        call.meta = *std::move(read);
        set_trace_context(call.meta, trace_context(call.meta));
    }
    call.set_params(message);
    return std::nullopt;
}

[[gnu::hot]] void LegacyServer::serve(const rpc::Envelope& message, const Sender& sender,
                                      bool alone) {
    if (!channel_->core.offers(message.method)) {
        return refuse(message, RpcError::method_not_found(message.method));
    }
    auto call = std::allocate_shared<LegacyCall>(detail::Recycled<LegacyCall>(), *this);
    if (const auto problem = fill(*call, message, sender)) return refuse(message, *problem);
    channel_->serve(std::move(call), alone);
}

void LegacyServer::notification(const rpc::Envelope& message, Time now) {
    if (message.method == InitializedNotification::name) return initialized();
    if (message.method == ProgressNotification::name) return progress(message, now);
    std::shared_ptr<const detail::PeerInfo> peer;
    {
        const Channel::Lock held = channel_->lock();
        // Those of the protocol follow a handshake; others may come from clients that have none.
        if (phase_ == Phase::fresh && find_method(message.method)) return;
        peer = negotiated_.peer;
    }
    const std::string method(message.method);
    std::optional<Json> params;
    if (message.params) params.emplace(*message.params);
    const run::Crew::UserCode user_code(channel_->core.crew());
    if (method == RootsListChangedNotification::name) channel_->core.roots_changed(peer);
    channel_->core.notified(method, params ? std::optional<JsonView>(*params) : std::nullopt);
}

void LegacyServer::progress(const rpc::Envelope& message, Time now) {
    if (!message.params) return;
    const auto token = MessageId::from((*message.params)["progressToken"]);
    const auto done = (*message.params)["progress"].as_double();
    if (!token || !done) return;
    const Channel::Lock held = channel_->lock();
    pending_.progress(*token, *done, now);
}

Time LegacyServer::next_deadline_locked() const {
    const Time flush = phase_ == Phase::ready ? flush_at_ : Time::max();
    return std::min(flush, pending_.next_deadline());
}

void LegacyServer::list_changed(ListKind kind, std::string_view place) {
    {
        const Channel::Lock held = channel_->lock();
        if (channel_->closed_locked() || phase_ == Phase::fresh || !hears(place_, place)) return;
        const auto told = [](const auto& capability) {
            return capability && capability->listChanged.value_or(false);
        };
        const bool wanted = kind == ListKind::tools     ? told(declared_.tools)
                            : kind == ListKind::prompts ? told(declared_.prompts)
                                                        : told(declared_.resources);
        if (!wanted) return;
        changed_[static_cast<std::size_t>(kind)] = true;
        if (flush_at_ != Time::max()) return;
        flush_at_ = channel_->clock.now() + channel_->settings.coalesce;
    }
    channel_->wake();
}

void LegacyServer::flush_changes_locked() {
    flush_at_ = Time::max();
    constexpr std::array<std::string_view, 3> names{ToolListChangedNotification::name,
                                                    PromptListChangedNotification::name,
                                                    ResourceListChangedNotification::name};
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!std::exchange(changed_[i], false)) continue;
        channel_->send_locked(rpc::notification_text(names[i], {}), {});
    }
}

void LegacyServer::resource_updated(std::string_view uri, std::string_view place) {
    const Channel::Lock held = channel_->lock();
    if (!hears(place_, place)) return;
    for (const auto& [watched, kept] : subscriptions_) {
        if (!concerns(watched, uri)) continue;
        ResourceUpdatedNotificationParams params;
        params.uri = std::string(uri);
        if (const auto text = encode(params, negotiated_.revision)) {
            channel_->send_locked(rpc::notification_text(ResourceUpdatedNotification::name, *text),
                                  {});
        }
        return;
    }
}

bool LegacyServer::wants_log(const LoggingLevel& level) const {
    const Channel::Lock held = channel_->lock();
    if (phase_ == Phase::fresh || !declared_.logging || !level.tag()) return false;
    return *level.tag() >= log_level_.tag().value_or(LoggingLevelTag::info);
}

void LegacyServer::log(const LoggingLevel& level, const Json& data, std::string_view logger) {
    if (!wants_log(level)) return;
    LoggingMessageNotificationParams params;
    params.level = level;
    params.data = data;
    if (!logger.empty()) params.logger = std::string(logger);
    const Channel::Lock held = channel_->lock();
    const auto text = encode(params, negotiated_.revision);
    if (!text || !channel_->log_rate.allow(channel_->clock.now())) return;
    channel_->send_locked(rpc::notification_text(LoggingMessageNotification::name, *text), {});
}

void LegacyServer::closed(const std::string& why) {
    tasks_->closed();
    std::vector<rpc::PendingCall> calls;
    {
        const Channel::Lock held = channel_->lock();
        calls = pending_.take_all();
        subscriptions_.clear();
        held_.clear();
        elicitations_.clear();
        flush_at_ = Time::max();
    }
    for (auto& call : calls) {
        call.done(
            Unexpected(RpcError(Failure::closed, why.empty() ? "the connection has ended" : why)));
    }
}

}  // namespace mcp::session
