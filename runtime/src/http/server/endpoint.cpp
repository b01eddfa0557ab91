// The way of a request: path, guard, method, headers, body, era.
#include "http/server/endpoint.hpp"

#include "http/server/modern_headers.hpp"
#include "rpc/meta_keys.hpp"
#include "session/admission.hpp"
#include "session/errors.hpp"
#include "session/request_meta.hpp"
#include "util/recycled.hpp"

#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace mcp::http {

namespace {

constexpr std::chrono::milliseconds drain_step{2};

void check_path(const std::string& path, const char* what) {
    const bool good = path.size() > 1 && path.front() == '/' && path.back() != '/' &&
                      path.find_first_of("?# \t\r\n") == std::string::npos;
    if (good) return;
    throw std::invalid_argument(std::string(what) + ": \"" + path +
                                "\" is no path; it is like \"/mcp\"");
}

HttpEndpointOptions checked(HttpEndpointOptions options) {
    check_path(options.path, "path");
    if (options.serve_sse) {
        check_path(options.sse_path, "sse_path");
        check_path(options.messages_path, "messages_path");
    }
    if (!options.public_base.empty()) check_path(options.public_base, "public_base");
    return options;
}

/// Whether the body itself says which modern revision it is of.
bool names_revision(const rpc::Envelope& message) {
    const auto& meta = message.params_meta;
    return meta &&
           (session::known_request_meta(*meta) || meta->contains(meta_keys::protocol_version));
}

/// Whether this names a revision that is served, of these.
bool names(std::string_view version, Revisions revisions) {
    const auto revision = revision_from(version);
    return revision && revisions.contains(*revision);
}

}  // namespace

Endpoint::Endpoint(server::Core& core, HttpEndpointOptions options, const session::Clock& clock,
                   std::function<void()> woken)
    : common_(std::make_shared<Common>(core, checked(std::move(options)), clock, std::move(woken))),
      listeners_(std::make_shared<Listeners>(common_->options.max_listeners)),
      sessions_(common_->options.max_sessions),
      sse_sessions_(common_->options.max_sessions) {
    core.take_up_tasks();
    core.join(*this);
}

Endpoint::~Endpoint() {
    common_->core.leave(*this);
    shut_down({});
}

// ---- paths ----

Endpoint::Path Endpoint::path_of(std::string_view target) const {
    const HttpEndpointOptions& options = common_->options;
    std::string_view path = target.substr(0, target.find('?'));
    const auto look = [&](std::string_view name) {
        if (path.size() == name.size() + 1 && path.back() == '/') path.remove_suffix(1);
        return path == name;
    };
    for (int i = 0; i < 2; ++i) {
        if (look(options.path)) return Path::main;
        if (options.serve_sse && look(options.sse_path)) return Path::sse;
        if (options.serve_sse && look(options.messages_path)) return Path::messages;
        // A proxy may have left the front where it was.
        const std::string& base = options.public_base;
        if (base.empty() || path.substr(0, base.size()) != base) break;
        path.remove_prefix(base.size());
    }
    return Path::none;
}

bool Endpoint::serves(std::string_view target) const { return path_of(target) != Path::none; }

std::string_view Endpoint::methods_of(Path path) const {
    if (path == Path::sse) return "GET, OPTIONS";
    if (path == Path::messages) return "POST, OPTIONS";
    const bool sessions = common_->options.serve_sessions && !common_->options.stateless &&
                          !(common_->core.revisions() & session::legacy_revisions).empty();
    return sessions ? "GET, POST, DELETE, OPTIONS" : "POST, OPTIONS";
}

// ---- every request ----

std::shared_ptr<HttpExchange> Endpoint::handle(const HttpRequest& request,
                                               std::shared_ptr<HttpReply> reply, Time now) {
    Arrival arrival{request, Headers(request.headers),
                    Writer(std::move(reply), common_->options.max_queued)};
    arrival.now = now;
    const Path path = path_of(request.target);
    if (path == Path::none) {
        arrival.writer.answer(404);
        return nullptr;
    }
    const std::size_t mark = request.target.find('?');
    if (mark != std::string_view::npos) arrival.query = request.target.substr(mark + 1);

    if (refuse_foreign(arrival.headers, request, arrival.writer)) return nullptr;
    if (common_->guard.has_readers()) {
        const std::string_view origin = arrival.headers.get(header::origin);
        const bool reads = !origin.empty() && common_->guard.may_read(origin);
        arrival.writer.set_cors(std::string(reads ? origin : std::string_view()), true);
    }
    if (closing_) {
        refuse(arrival, 503, {error_code::internal_error, "the server is shutting down"});
        return nullptr;
    }
    return route(path, arrival);
}

bool Endpoint::refuse_foreign(const Headers& headers, const HttpRequest& request,
                              Writer& writer) const {
    const auto refused = common_->guard.refuse(request, headers);
    if (!refused) return false;
    writer.answer(403, rpc::error_text({}, {error_code::invalid_request, std::string(*refused)}));
    return true;
}

bool Endpoint::refuse_foreign(const HttpRequest& request, std::shared_ptr<HttpReply> reply) const {
    Writer writer(std::move(reply), common_->options.max_queued);
    return refuse_foreign(Headers(request.headers), request, writer);
}

Endpoint::Exchange Endpoint::route(Path path, Arrival& arrival) {
    const std::string_view method = arrival.request.method;
    if (method == "OPTIONS") {
        options(path, arrival);
        return nullptr;
    }
    const std::string_view allowed = methods_of(path);
    const bool known = method == "GET" || method == "POST" || method == "DELETE";
    if (!known || allowed.find(method) == std::string_view::npos) {
        arrival.writer.answer_with(405, {header::allow, allowed});
        return nullptr;
    }
    if (path == Path::sse) return sse_stream(arrival);
    if (path == Path::messages) return sse_message(arrival);
    if (method == "GET") return get(arrival);
    if (method == "DELETE") return remove(arrival);
    return post(arrival);
}

void Endpoint::options(Path path, Arrival& arrival) {
    const std::string_view allowed = methods_of(path);
    const bool preflight = common_->guard.may_read(arrival.headers.get(header::origin)) &&
                           arrival.headers.find("Access-Control-Request-Method").has_value();
    if (!preflight) return arrival.writer.answer_with(204, {header::allow, allowed});
    // Names of `Mcp-Param-…` are not known beforehand, so what is asked for is looked through.
    std::string headers;
    std::string_view asked = arrival.headers.get("Access-Control-Request-Headers");
    while (!asked.empty()) {
        const std::size_t end = std::min(asked.find(','), asked.size());
        const std::string_view name = trimmed(asked.substr(0, end));
        asked.remove_prefix(std::min(end + 1, asked.size()));
        const bool fine = starts_with_name(name, "mcp-") || same_name(name, header::accept) ||
                          same_name(name, header::content_type) ||
                          same_name(name, header::authorization) || same_name(name, "DPoP") ||
                          same_name(name, header::last_event_id);
        if (!fine || !is_token(name)) continue;
        if (!headers.empty()) headers += ", ";
        headers += name;
    }
    arrival.writer.preflight(allowed, headers);
}

void Endpoint::refuse(Arrival& arrival, int status, const RpcError& error, const MessageId& id) {
    arrival.writer.answer(status, rpc::error_text(id.empty() ? arrival.id : id, error));
}

bool Endpoint::busy(Arrival& arrival, std::size_t requests) {
    if (common_->in_flight + requests <= common_->options.max_in_flight) return false;
    refuse(arrival, 503, {error_code::internal_error, "busy: too many requests are in flight"});
    return true;
}

bool Endpoint::check_body(Arrival& arrival) {
    const HttpEndpointOptions& options = common_->options;
    if (arrival.request.body.size() > options.max_body) {
        refuse(arrival, 413, {error_code::invalid_request, "the message is too large"});
        return false;
    }
    if (!same_name(media_type(arrival.headers.get(header::content_type)), json_type)) {
        refuse(arrival, 415, {error_code::invalid_request, "Content-Type: expected JSON"});
        return false;
    }
    if (headers_too_large(arrival.headers, options.max_param_headers)) {
        refuse(arrival, 431, {error_code::invalid_request, "the headers are too large"});
        return false;
    }
    return true;
}

// ---- POST ----

Endpoint::Exchange Endpoint::post(Arrival& arrival) {
    if (!check_body(arrival)) return nullptr;
    const HttpEndpointOptions& options = common_->options;
    const auto [json, stream] = accepted_types(arrival.headers.get(header::accept));
    if (!json && !stream) {
        refuse(arrival, 406, {error_code::invalid_request, "Accept: JSON or an event stream"});
        return nullptr;
    }
    arrival.way.json_only = !stream || (options.replies == HttpReplies::json && json);
    arrival.way.stream_only =
        !arrival.way.json_only && (!json || options.replies == HttpReplies::stream);

    rpc::EnvelopeReader reader({options.max_body, options.max_depth});
    const auto message = reader.read(arrival.request.body);
    if (!message) {
        refuse(arrival, 400, message.error().error, message.error().id);
        return nullptr;
    }
    if (message->kind == rpc::Envelope::Kind::request) arrival.id = message->id;
    // Who names a modern revision in the body is modern; who shakes hands or has a session is not;
    // for others the header decides.
    const Revisions served = common_->core.revisions();
    const Revisions legacy =
        options.serve_sessions ? served & session::legacy_revisions : Revisions();
    const bool has_legacy = !legacy.empty();
    const bool has_meta = names_revision(*message);
    const bool has_modern = !(served & session::modern_revisions).empty();
    if (!has_legacy || (has_meta && has_modern)) return modern(arrival, *message, has_meta);
    const bool request = message->kind == rpc::Envelope::Kind::request;
    if (request && message->method == Initialize::name) return legacy_post(arrival, *message);
    if (arrival.headers.find(header::session_id)) return legacy_post(arrival, *message);
    const auto version = arrival.headers.find(header::protocol_version);
    if (!version || names(*version, legacy)) return legacy_post(arrival, *message);
    return modern(arrival, *message, has_meta);
}

Endpoint::Exchange Endpoint::modern(Arrival& arrival, const rpc::Envelope& message, bool has_meta) {
    using Kind = rpc::Envelope::Kind;
    if (message.kind == Kind::notification) {
        arrival.writer.answer(202);
        if (!find_method(message.method)) common_->core.notified(message.method, message.params);
        return nullptr;
    }
    if (message.kind != Kind::request) {
        refuse(arrival, 400,
               {error_code::invalid_request, "one request or notification at a time"});
        return nullptr;
    }
    if (busy(arrival, 1)) return nullptr;
    const std::string_view version = arrival.headers.get(header::protocol_version);
    if (!has_meta && !version.empty() && !names(version, common_->core.revisions())) {
        refuse(arrival, 400, session::unsupported_version(common_->core.revisions(), version));
        return nullptr;
    }
    const bool listens = message.method == SubscriptionsListen::name;
    if (listens && !accepts(arrival.headers.get(header::accept), event_stream_type)) {
        refuse(arrival, 406, {error_code::invalid_request, "Accept: the answer is a stream"});
        return nullptr;
    }
    const auto post =
        std::allocate_shared<ModernPost>(detail::Recycled<ModernPost>(), common_, listeners_,
                                         std::move(arrival.writer), message.id, arrival.way);
    return ModernPost::serve(post, message, arrival.request.body, arrival.headers,
                             sender_of(arrival.request), arrival.now);
}

// ---- what the server says by itself ----

void Endpoint::list_changed(session::ListKind kind, std::string_view place) {
    for (const auto& post : listeners_->all()) post->list_changed(kind, place);
    for (const auto& session : sessions_.all()) session->server->list_changed(kind, place);
    for (const auto& session : sse_sessions_.all()) session->server->list_changed(kind, place);
}

void Endpoint::resource_updated(std::string_view uri, std::string_view place) {
    for (const auto& post : listeners_->all()) post->resource_updated(uri, place);
    for (const auto& session : sessions_.all()) session->server->resource_updated(uri, place);
    for (const auto& session : sse_sessions_.all()) session->server->resource_updated(uri, place);
}

void Endpoint::elicitation_completed(std::string_view id, std::string_view place) {
    for (const auto& session : sessions_.all()) session->server->elicitation_completed(id, place);
    for (const auto& session : sse_sessions_.all())
        session->server->elicitation_completed(id, place);
}

bool Endpoint::elicitation_belongs(std::string_view id, std::string_view principal) {
    const auto in = [&](const std::vector<SessionPtr>& sessions) {
        return std::any_of(sessions.begin(), sessions.end(), [&](const SessionPtr& session) {
            return session->server->elicitation_belongs(id, principal);
        });
    };
    return in(sessions_.all()) || in(sse_sessions_.all());
}

// ---- the end ----

void Endpoint::shut_down(std::chrono::milliseconds grace) {
    closing_ = true;
    const auto listening = listeners_->all();
    for (const auto& post : listening) post->end_stream();
    const auto busy = [&] {
        if (common_->in_flight > listening.size()) return true;
        const auto sse = sse_sessions_.all();
        return std::any_of(sse.begin(), sse.end(), [](const SessionPtr& session) {
            return session->server->counters().in_flight != 0;
        });
    };
    const auto end_of_grace = std::chrono::steady_clock::now() + grace;
    while (std::chrono::steady_clock::now() < end_of_grace && busy()) {
        std::this_thread::sleep_for(drain_step);
    }
    for (const auto& session : sessions_.all()) end(session, "the server is shutting down", false);
    for (const auto& session : sse_sessions_.all()) {
        end(session, "the server is shutting down", false);
    }
    for (const auto& waiting : common_->timers.all()) waiting->stop();
}

}  // namespace mcp::http
