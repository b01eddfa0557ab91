// Streamable HTTP with sessions: POST, GET and DELETE; and the same without sessions.
#include "http/server/endpoint.hpp"
#include "session/errors.hpp"

#include <mcp/methods.hpp>
#include <mcp/seal.hpp>

#include <utility>
#include <vector>

namespace mcp::http {

namespace {

constexpr std::size_t session_id_bytes = 24;  // 192 bits

using Kind = rpc::Envelope::Kind;

/// What a POST holds.
struct Content {
    std::vector<MessageId> requests{};
    bool answers = false;
    bool bad = false;
};

Content content_of(const rpc::Envelope& message) {
    Content content;
    const auto add = [&](const rpc::Envelope& each) {
        if (each.kind == Kind::request) content.requests.push_back(each.id);
        if (each.kind == Kind::result || each.kind == Kind::error) content.answers = true;
    };
    if (message.kind != Kind::batch) {
        add(message);
        return content;
    }
    for (const JsonView element : message.payload.elements()) {
        const auto each = rpc::EnvelopeReader::element(element);
        if (!each || each->kind == Kind::batch) {
            content.bad = true;
        } else {
            add(*each);
        }
    }
    if (message.payload.size() == 0) content.bad = true;
    if (content.answers && !content.requests.empty()) content.bad = true;
    return content;
}

RpcError bad_request(std::string what) { return {error_code::invalid_request, std::move(what)}; }

}  // namespace

void StreamExchange::disconnected() {
    const auto session = session_.lock();
    if (!session) return;
    session->streams->detach(attachment_);
    if (on_end_) on_end_(*session);
}

Endpoint::Exchange Endpoint::attach(const SessionPtr& session, const Attachment& attachment) {
    session->arm();
    if (attachment.serial == 0) return nullptr;
    return std::make_shared<StreamExchange>(session, attachment,
                                            std::function<void(HttpSession&)>());
}

Endpoint::SessionPtr Endpoint::make_session(HttpSession::Kind kind, std::string id,
                                            std::string_view principal) {
    auto session =
        std::make_shared<HttpSession>(common_, kind, std::move(id), std::string(principal),
                                      [this](HttpSession& idle) { expire(idle); });
    session->streams->set_owner(common_->timers, session);
    session->touch(common_->clock.now());
    return session;
}

void Endpoint::expire(HttpSession& session) {
    if (const auto taken = sessions_.take(session.id)) end(taken, "the session has expired", true);
}

void Endpoint::end(const SessionPtr& session, const std::string& why, bool for_good) {
    auto& table = session->kind == HttpSession::Kind::http_sse ? sse_sessions_ : sessions_;
    table.take(session->id);
    session->server->end_streams();
    session->close(why);
    common_->timers.disarm(*session);
    if (session->kind != HttpSession::Kind::streamable) return;
    common_->events->erase(session->principal, session->id);
    if (for_good && common_->options.session_store) {
        common_->options.session_store->erase(session->id);
    }
}

// ---- which session ----

Endpoint::SessionPtr Endpoint::session_of(Arrival& arrival) {
    const auto id = arrival.headers.find(header::session_id);
    if (!id || id->empty() || arrival.headers.count(header::session_id) > 1) {
        refuse(arrival, 400, bad_request("Mcp-Session-Id: expected one"));
        return nullptr;
    }
    auto session = sessions_.find(*id, arrival.request.principal);
    if (!session) session = restore(*id, arrival.request.principal);
    if (!session) {
        refuse(arrival, 404, bad_request("there is no such session"));
        return nullptr;
    }
    if (!check_version(arrival, *session)) return nullptr;
    session->touch(arrival.now);
    return session;
}

bool Endpoint::check_version(Arrival& arrival, const HttpSession& session) {
    const auto version = arrival.headers.find(header::protocol_version);
    if (!version) return true;
    const auto agreed = session.streams->revision();
    if (agreed && *version == to_string(*agreed) &&
        arrival.headers.count(header::protocol_version) == 1) {
        return true;
    }
    const Revisions served = common_->core.revisions();
    const auto named = revision_from(*version);
    if (named && served.contains(*named)) {
        refuse(arrival, 400,
               bad_request("MCP-Protocol-Version: the session has agreed on another revision"));
    } else {
        refuse(arrival, 400, session::unsupported_version(served, *version));
    }
    return false;
}

Endpoint::SessionPtr Endpoint::restore(std::string_view id, std::string_view principal) {
    const auto& store = common_->options.session_store;
    if (!store) return nullptr;
    const std::lock_guard one_at_a_time(restore_mutex_);
    if (auto session = sessions_.find(id, principal)) return session;
    const Time now = common_->clock.now();
    const auto stored = store->find(id, common_->clock.wall());
    if (!stored || stored->principal != principal) return nullptr;

    auto session = make_session(HttpSession::Kind::streamable, std::string(id), principal);
    session->server->received_from(principal, stored->initialize, now);
    session->server->received_from(principal,
                                   rpc::notification_text(InitializedNotification::name, {}), now);
    const auto revision = session->server->negotiated();
    if (!revision) return nullptr;
    session->streams->set_revision(*revision);
    const auto since_epoch = common_->clock.wall().time_since_epoch();
    session->streams->number_from(static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count()));
    common_->events->erase(principal, id);
    SessionPtr evicted;
    const bool added = sessions_.add(session, now, evicted);
    if (evicted) end(evicted, "newer sessions need the room", false);
    if (!added) return nullptr;
    session->arm();
    return session;
}

// ---- POST ----

Endpoint::Exchange Endpoint::legacy_post(Arrival& arrival, const rpc::Envelope& message) {
    if (common_->options.stateless) return one_post(arrival, message);
    const bool starts = message.kind == Kind::request && message.method == Initialize::name;
    if (starts) return initialize(arrival, message);
    const auto session = session_of(arrival);
    if (!session) return nullptr;
    return deliver(arrival, session, message);
}

Endpoint::Exchange Endpoint::initialize(Arrival& arrival, const rpc::Envelope& message) {
    // A session id that came along is of a session that is over.
    const auto session = make_session(HttpSession::Kind::streamable, random_token(session_id_bytes),
                                      arrival.request.principal);
    SessionPtr evicted;
    const bool added = sessions_.add(session, arrival.now, evicted);
    if (evicted) end(evicted, "newer sessions need the room", false);
    if (!added) {
        refuse(arrival, 503, {error_code::internal_error, "busy: too many sessions"});
        return nullptr;
    }
    const auto& store = common_->options.session_store;
    if (store) {
        store->put(session->id, {session->principal, std::string(arrival.request.body)},
                   common_->clock.wall());
    }
    auto exchange = deliver(arrival, session, message);
    if (!session->streams->revision()) {
        end(session, "it did not begin", true);
    } else {
        session->arm();
    }
    return exchange;
}

Endpoint::Exchange Endpoint::refuse_stream(Arrival& arrival) {
    refuse(arrival, 429, {error_code::internal_error, "too many streams are open"});
    return nullptr;
}

Endpoint::Exchange Endpoint::deliver(Arrival& arrival, const SessionPtr& session,
                                     const rpc::Envelope& message) {
    const bool batch = message.kind == Kind::batch;
    if (batch && session->streams->revision() != r2025_03_26) {
        refuse(arrival, 400, bad_request("one message at a time"));
        return nullptr;
    }
    Content content = content_of(message);
    if (content.bad) {
        refuse(arrival, 400, bad_request("the batch holds what is no message, or mixes kinds"));
        return nullptr;
    }
    const std::string_view text = arrival.request.body;
    const session::Sender sender = sender_of(arrival.request);
    if (content.requests.empty()) {
        // Accepted is what was understood; whoever handles it may take its time.
        arrival.writer.answer(202);
        session->server->received_legacy(message, text, sender, arrival.now);
        return nullptr;
    }
    if (busy(arrival, content.requests.size())) return nullptr;
    PostReply how;
    how.json_only = arrival.way.json_only;
    how.stream_only = arrival.way.stream_only;
    how.batch = batch;
    how.alone = session->kind == HttpSession::Kind::one_post;
    how.initialize = message.method == Initialize::name;
    const auto attachment =
        session->streams->open_post(std::move(content.requests), arrival.writer, how);
    if (!attachment) {
        if (attachment.error() == Streams::Refusal::too_many) return refuse_stream(arrival);
        refuse(arrival, 200, bad_request("the id is in use"));
        return nullptr;
    }
    if (!session->server->received_legacy(message, text, sender, arrival.now)) {
        session->streams->end_unanswered(*attachment);
        return nullptr;
    }
    const Attachment hangs = session->streams->await(*attachment);
    if (hangs.serial == 0) return nullptr;
    return attach(session, hangs);
}

Endpoint::Exchange Endpoint::one_post(Arrival& arrival, const rpc::Envelope& message) {
    const Revisions legacy = common_->core.revisions() & session::legacy_revisions;
    const auto session = make_session(HttpSession::Kind::one_post, {}, arrival.request.principal);
    const bool starts = message.kind == Kind::request && message.method == Initialize::name;
    if (!starts) {
        // Who says nothing is of the revision before the header came.
        const auto version = arrival.headers.find(header::protocol_version);
        auto revision = version ? revision_from(*version) : std::optional(r2025_03_26);
        if (!revision || !legacy.contains(*revision)) {
            refuse(arrival, 400,
                   session::unsupported_version(common_->core.revisions(), version.value_or("")));
            return nullptr;
        }
        session->server->assume(*revision);
        session->streams->set_revision(*revision);
    }
    session->hold_itself();
    auto exchange = deliver(arrival, session, message);
    if (!exchange && !session->streams->in_use()) session->let_go();
    return exchange;
}

// ---- GET, DELETE ----

Endpoint::Exchange Endpoint::get(Arrival& arrival) {
    if (!accepts(arrival.headers.get(header::accept), event_stream_type)) {
        refuse(arrival, 406, bad_request("Accept: the answer is a stream of events"));
        return nullptr;
    }
    const auto session = session_of(arrival);
    if (!session) return nullptr;
    const auto last = arrival.headers.find(header::last_event_id);
    if (last && common_->options.resumable) {
        const auto resumed = session->streams->resume(arrival.writer, *last);
        if (!resumed) {
            refuse(arrival, 400, bad_request("Last-Event-ID: there is nothing to go on from"));
            return nullptr;
        }
        return attach(session, *resumed);
    }
    if (session->streams->open_streams() >= common_->options.max_streams) {
        return refuse_stream(arrival);
    }
    return attach(session, session->streams->open_general(std::move(arrival.writer)));
}

Endpoint::Exchange Endpoint::remove(Arrival& arrival) {
    const auto session = session_of(arrival);
    if (!session) return nullptr;
    end(session, "the client has ended the session", true);
    arrival.writer.answer(204);
    return nullptr;
}

}  // namespace mcp::http
