// Sorting messages by what they are and by era.
#include "session/server_session.hpp"

#include "session/admission.hpp"
#include "session/call.hpp"
#include "session/channel.hpp"
#include "session/legacy_call.hpp"
#include "session/legacy_server.hpp"
#include "session/modern_server.hpp"

#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <utility>

namespace mcp::session {
namespace {

/// Null for a method that the schemas do not have. Most clients call one again and again.
const MethodRow* row_of(std::string_view method) {
    thread_local const MethodRow* last = nullptr;
    if (!last || last->name != method) last = find_method(method);
    return last;
}

}  // namespace

ServerSession::ServerSession(ServerCore& core, std::shared_ptr<Outbox> outbox,
                             std::string principal, const Clock& clock)
    : channel_(std::make_shared<Channel>(core, std::move(outbox), clock)),
      legacy_(std::make_shared<LegacyServer>(channel_)),
      modern_(std::make_shared<ModernServer>(channel_)),
      principal_(std::move(principal)),
      reader_(core.settings().json) {}

ServerSession::~ServerSession() { closed("the session was destroyed"); }

[[gnu::hot]] void ServerSession::received(std::string_view text, bool oversize,
                                          const run::Moment& now) {
    if (!oversize) return take(text, principal_, now);
    refuse(rpc::too_large(text));
}

void ServerSession::received_from(const Sender& sender, std::string_view text,
                                  const run::Moment& now) {
    take(text, sender, now);
}

[[gnu::hot]] void ServerSession::take(std::string_view text, const Sender& sender,
                                      const run::Moment& now) {
    std::string filtered;
    if (!channel_->admit(text, filtered)) return;
    const auto message = reader_.read(text);
    if (!message) return refuse(message.error());
    sort(*message, sender, now);
}

bool ServerSession::received_legacy(const rpc::Envelope& message, std::string_view text,
                                    const Sender& sender, Time now) {
    legacy_only_ = true;
    const std::string_view before = text;
    std::string filtered;
    if (!channel_->admit(text, filtered)) return false;
    if (text.data() == before.data()) {
        sort(message, sender, now);
        return true;
    }
    rpc::EnvelopeReader reader(channel_->settings.json);
    const auto changed = reader.read(text);
    if (!changed) {
        refuse(changed.error());
    } else {
        sort(*changed, sender, now);
    }
    return true;
}

void ServerSession::assume(Revision revision) { legacy_->assume(revision); }

[[gnu::hot]] void ServerSession::sort(const rpc::Envelope& message, const Sender& sender,
                                      const run::Moment& now) {
    switch (message.kind) {
        case rpc::Envelope::Kind::request: return request(message, sender, true);
        case rpc::Envelope::Kind::notification: return notification(message, now);
        case rpc::Envelope::Kind::result:
        case rpc::Envelope::Kind::error: return legacy_->answer(message);
        case rpc::Envelope::Kind::batch: return batch(message.payload, sender, now);
    }
}

[[gnu::hot]] void ServerSession::request(const rpc::Envelope& message, const Sender& sender,
                                         bool alone) {
    if (channel_->closed()) return;
    if (channel_->others_hold_ids()) {
        const Channel::Lock held = channel_->lock();
        if (modern_->has_stream_locked(message.id) || legacy_->waits_locked(message.id)) {
            const RpcError error(error_code::invalid_request, "the id is in use");
            return channel_->send_locked(rpc::error_text(message.id, error), message.id);
        }
    }
    const MethodRow* row = row_of(message.method);
    if (!legacy_only_ && is_modern(message, row, channel_->core.revisions())) {
        return modern_->request(message, row, sender, alone);
    }
    legacy_->request(message, row, sender, alone, !alone);
}

void ServerSession::notification(const rpc::Envelope& message, const run::Moment& now) {
    if (message.method != CancelledNotification::name) {
        return legacy_->notification(message, now);
    }
    if (!message.params) return;
    const auto id = MessageId::from((*message.params)["requestId"]);
    if (!id) return;
    {
        const Channel::Lock held = channel_->lock();
        if (!channel_->in_use_locked(*id) && !modern_->has_stream_locked(*id) &&
            !legacy_->waits_locked(*id)) {
            return;
        }
    }
    std::string why = (*message.params)["reason"].as_string().value_or("");
    if (why.size() > 200) why.resize(200);
    if (!why.empty()) {
        channel_->report("the client cancelled request " + std::string(id->text()) + ": " + why);
    }
    cancel(*id);
}

void ServerSession::cancel(const MessageId& request) {
    std::shared_ptr<Call> call;
    {
        const Channel::Lock held = channel_->lock();
        if (modern_->cancel_stream_locked(request) || legacy_->cancel_wait_locked(request)) {
            return channel_->ended_locked(request);
        }
        call = channel_->cancel_locked(request);
    }
    if (!call) return;
    {
        // What watches the stop token is the user's.
        const run::Crew::UserCode user_code(channel_->core.crew());
        call->stop.request_stop();
    }
    if (const auto legacy = std::dynamic_pointer_cast<LegacyCall>(call))
        legacy_->cancelled(*legacy);
}

void ServerSession::batch(JsonView elements, const Sender& sender, const run::Moment& now) {
    std::optional<Revision> revision;
    {
        const Channel::Lock held = channel_->lock();
        revision = legacy_->revision_locked();
    }
    rpc::BadMessage bad;
    bad.error = RpcError(error_code::invalid_request, "one message at a time");
    if (revision != r2025_03_26) return refuse(bad);
    if (elements.size() == 0) {
        bad.error.message = "an empty batch";
        return refuse(bad);
    }
    // Serving one element may let another thread read on: the batch is kept here.
    const Json copy(elements);
    const std::string name(sender.principal);
    const Sender who(name, sender.grant);
    for (const JsonView element : copy.elements()) {
        const auto message = rpc::EnvelopeReader::element(element);
        if (!message) {
            refuse(message.error());
            continue;
        }
        switch (message->kind) {
            case rpc::Envelope::Kind::request: request(*message, who, false); break;
            case rpc::Envelope::Kind::notification: notification(*message, now); break;
            case rpc::Envelope::Kind::result:
            case rpc::Envelope::Kind::error: legacy_->answer(*message); break;
            case rpc::Envelope::Kind::batch: refuse(bad); break;
        }
    }
}

void ServerSession::refuse(const rpc::BadMessage& bad) {
    if (bad.is_notification) return;
    if (bad.is_answer || bad.may_be_answer) {
        if (legacy_->spoiled_answer(bad.id, bad.error) || bad.is_answer) return;
    }
    const Channel::Lock held = channel_->lock();
    // An unknown id is null until 2025-06-18, and left out since.
    const auto revision = legacy_->revision_locked();
    const bool old = revision && *revision < r2025_11_25;
    channel_->send_locked(old && bad.id.empty() ? rpc::error_text_with_null(bad.id, bad.error)
                                                : rpc::error_text(bad.id, bad.error),
                          bad.id);
}

Time ServerSession::next_deadline() {
    const Channel::Lock held = channel_->lock();
    return std::min(legacy_->next_deadline_locked(), modern_->next_deadline_locked());
}

void ServerSession::deadline(Time now) {
    modern_->deadline(now);
    legacy_->deadline(now);
}

void ServerSession::closed(const std::string& why) {
    const auto calls = channel_->close();
    modern_->closed();
    for (const auto& call : calls) call->stop.request_stop();
    legacy_->closed(why);
}

void ServerSession::list_changed(ListKind kind, std::string_view place) {
    legacy_->list_changed(kind, place);
    modern_->list_changed(kind, place);
}

void ServerSession::resource_updated(std::string_view uri, std::string_view place) {
    legacy_->resource_updated(uri, place);
    modern_->resource_updated(uri, place);
}

void ServerSession::log(const LoggingLevel& level, const Json& data, std::string_view logger) {
    legacy_->log(level, data, logger);
}

void ServerSession::elicitation_completed(std::string_view elicitation_id, std::string_view place) {
    legacy_->elicitation_completed(elicitation_id, place);
}

bool ServerSession::elicitation_belongs(std::string_view elicitation_id,
                                        std::string_view principal) const {
    return legacy_->elicitation_belongs(elicitation_id, principal);
}

void ServerSession::end_streams() { modern_->end_streams(); }

SessionCounters ServerSession::counters() const {
    const Channel::Lock held = channel_->lock();
    SessionCounters counters;
    counters.in_flight = channel_->in_flight_locked();
    counters.listen_streams = modern_->streams_locked();
    counters.subscriptions = legacy_->subscriptions_locked();
    counters.waiting = legacy_->waiting_locked();
    counters.dropped_logs = channel_->log_rate.refused();
    counters.dropped_progress = channel_->progress_rate.refused();
    return counters;
}

std::optional<Revision> ServerSession::negotiated() const {
    const Channel::Lock held = channel_->lock();
    return legacy_->revision_locked();
}

}  // namespace mcp::session
