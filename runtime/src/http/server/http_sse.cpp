// HTTP+SSE, the transport of 2024-11-05: one stream per session, which says where to post; answers
// come on the stream. Any revision with a handshake may be spoken over it.
#include "http/server/endpoint.hpp"
#include "http/sse.hpp"

#include <mcp/seal.hpp>

#include <utility>

namespace mcp::http {

namespace {

constexpr std::size_t sse_id_bytes = 24;
constexpr std::string_view id_name = "sessionId=";

std::string_view id_in(std::string_view query) {
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view part = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (part.substr(0, id_name.size()) == id_name) return part.substr(id_name.size());
    }
    return {};
}

/// A path, from a header: nothing in it ends the line or the path.
bool is_plain_path(std::string_view text) {
    return !text.empty() && text.front() == '/' && text.substr(0, 2) != "//" &&
           text.find_first_of(" \t\r\n?#\\") == std::string_view::npos;
}

}  // namespace

Endpoint::Exchange Endpoint::sse_stream(Arrival& arrival) {
    if (!accepts(arrival.headers.get(header::accept), event_stream_type)) {
        refuse(arrival, 406,
               {error_code::invalid_request, "Accept: the answer is a stream of events"});
        return nullptr;
    }
    const auto session = make_session(HttpSession::Kind::http_sse, random_token(sse_id_bytes),
                                      arrival.request.principal);
    SessionPtr evicted;
    if (!sse_sessions_.add(session, arrival.now, evicted)) {
        refuse(arrival, 503, {error_code::internal_error, "busy: too many sessions"});
        return nullptr;
    }
    if (evicted) end(evicted, "newer sessions need the room", true);

    const HttpEndpointOptions& options = common_->options;
    std::string_view base = options.public_base;
    const std::string_view forwarded = arrival.headers.get("X-Forwarded-Prefix");
    if (options.trust_forwarded && is_plain_path(forwarded)) base = forwarded;
    while (!base.empty() && base.back() == '/') base.remove_suffix(1);
    std::string event;
    append_named_event(
        event, "endpoint",
        std::string(base) + options.messages_path + '?' + std::string(id_name) + session->id);
    const Attachment attachment = session->streams->open_general(std::move(arrival.writer), event);
    if (attachment.serial == 0) {
        end(session, "the client is gone", true);
        return nullptr;
    }
    session->arm();
    return std::make_shared<StreamExchange>(session, attachment, [this](HttpSession& gone) {
        if (const auto taken = sse_sessions_.take(gone.id)) {
            end(taken, "the client is gone", true);
        }
    });
}

Endpoint::Exchange Endpoint::sse_message(Arrival& arrival) {
    if (!check_body(arrival)) return nullptr;
    const auto session = sse_sessions_.find(id_in(arrival.query), arrival.request.principal);
    if (!session) {
        refuse(arrival, 404, {error_code::invalid_request, "there is no such session"});
        return nullptr;
    }
    const HttpEndpointOptions& options = common_->options;
    rpc::EnvelopeReader reader({options.max_body, options.max_depth});
    const auto message = reader.read(arrival.request.body);
    if (!message) {
        refuse(arrival, 400, message.error().error, message.error().id);
        return nullptr;
    }
    if (message->kind == rpc::Envelope::Kind::request &&
        busy(arrival, session->server->counters().in_flight + 1)) {
        return nullptr;
    }
    session->touch(arrival.now);
    arrival.writer.answer(202);
    session->server->received_legacy(*message, arrival.request.body, sender_of(arrival.request),
                                     arrival.now);
    session->arm();
    return nullptr;
}

}  // namespace mcp::http
