// Sessions: the handshake, what every later request carries, and what happens when the server has
// forgotten the session.
#include "http/client/link.hpp"

#include "http/headers.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

namespace {
constexpr std::string_view initialized_text =
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
/// From this revision on requests name the revision.
constexpr std::string_view first_with_version_header = "2025-06-18";
}  // namespace

void Link::add_session(FetchRequest& request) const {
    if (old_endpoint_) return;
    if (!session_id_.empty()) {
        request.secret_headers.emplace_back(header::session_id, session_id_);
    }
    if (revision_ >= first_with_version_header) {
        request.headers.emplace_back(header::protocol_version, revision_);
    }
}

void Link::send_legacy(const rpc::Envelope& message, std::string_view text, Time now) {
    using Kind = rpc::Envelope::Kind;
    const auto take_call = [&] {
        const auto call = std::make_shared<Call>();
        call->id = message.id;
        call->wire_id = message.id;
        call->method = message.method;
        call->text = text;
        calls_[call->id] = call;
        return call;
    };
    if (message.kind == Kind::request && message.method == "initialize") {
        open_ = false;
        session_id_.clear();
        revision_.clear();
        initialize_ = text;
        const CallPtr call = take_call();
        if (old_recalled_) {
            look_for_old_pair(call, now);
        } else {
            shake_hands(call);
        }
        return;
    }
    if (message.kind == Kind::notification && message.method == "notifications/initialized") {
        // Requests have no order: the next one could be there first.
        holding_ = true;
        post_legacy(For::initialized, {}, text);
        return;
    }
    if (message.kind == Kind::notification && message.method == "notifications/cancelled") {
        const auto id =
            message.params ? MessageId::from((*message.params)["requestId"]) : std::nullopt;
        if (id && find(*id)) {
            cancel(*id, text);
            return;
        }
    }
    CallPtr call;
    if (message.kind == Kind::request) {
        call = take_call();
        if (holding_) {
            held_calls_.push_back(call);
            return;
        }
    } else if (holding_) {
        held_.emplace_back(text);
        return;
    }
    post_legacy(call ? For::call : For::note, call, text);
}

void Link::cancel(const MessageId& id, std::string_view text) {
    const CallPtr call = find(id);
    call->given_up = true;
    calls_.erase(id);
    if (std::erase(held_calls_, call) != 0) return;  // it was not sent, or has no server any more
    // Closing the stream alone would say nothing; it is closed when the server has been told.
    const std::uint64_t stream = call->exchange;
    post_legacy(For::note, call, text);
    call->exchange = stream;
}

void Link::shake_hands(const CallPtr& call) {
    FetchRequest request = post(url_, call->text);
    request.repeatable = true;
    start(For::handshake, call, std::move(request));
}

void Link::post_legacy(For what, const CallPtr& call, std::string_view text) {
    FetchRequest request = post(old_endpoint_ ? *old_endpoint_ : url_, text);
    if (what != For::call) {
        request.reply_timeout = options_.prompt_timeout;
        request.repeatable = true;
    } else {
        request.repeatable = call->method == "ping" || call->method.ends_with("/list") ||
                             call->method.ends_with("/read");
    }
    add_session(request);
    if (what == For::call) call->session = session_;
    const ExchangePtr exchange = start(what, call, std::move(request));
    exchange->had_session = !session_id_.empty();
    exchange->post_only = old_endpoint_.has_value();
}

void Link::handshake_answered(const ExchangePtr& exchange, const rpc::Envelope& message,
                              std::string_view text) {
    const CallPtr call = find(message.id.empty() ? exchange->call->id : message.id);
    if (!call) return;
    const bool revival = reviving_ && call->method == "initialize";
    if (message.kind == rpc::Envelope::Kind::error) {
        const auto error = rpc::read_error(message.payload);
        if (revival) {
            calls_.erase(call->id);
            give_up_session(error ? error->message : std::string("it is refused"));
        } else {
            answer(call, rpc::error_text(call->id, error.value_or(RpcError())));
        }
        return;
    }
    const std::string revision = message.payload["protocolVersion"].as_string().value_or("");
    if (exchange->session_id) {
        session_id_ = *exchange->session_id;
        secrets_.insert(session_id_);
    }
    ++session_;
    if (!revival) {
        revision_ = revision;
        answer(call, std::string(text));
        return;
    }
    finish(call);
    if (revision != revision_) {
        give_up_session("the server speaks " + revision + " now");
        return;
    }
    post_legacy(For::initialized, {}, initialized_text);
}

void Link::handshake_refused(const ExchangePtr& exchange, Time now) {
    const CallPtr call = exchange->call;
    const auto error = error_in(*exchange);
    const RpcError why = refusal(*exchange);
    if (reviving_) {
        fail(call, why);
        return;
    }
    const bool evidence = is_era_evidence(exchange->status);
    const bool newer = error && error->code == error_code::unsupported_version;
    const int status = exchange->status;
    if (evidence && !newer && (status == 400 || status == 404 || status == 405) && !old_recalled_) {
        first_refusal_.emplace();
        if (error) {
            first_refusal_->text = rpc::error_text(call->id, *error);
        } else {
            first_refusal_->error = why;
        }
        look_for_old_pair(call, now);
    } else if (evidence && error) {
        answer(call, rpc::error_text(call->id, *error));
    } else {
        fail(call, why);
    }
}

/// The handshake is complete: what has waited is sent.
void Link::release(Time now) {
    if (shut_) return;
    holding_ = false;
    open_ = true;
    if (std::exchange(reviving_, false)) {
        report("the server had lost the session; a new one was begun, without the subscriptions");
    }
    if (!old_endpoint_) open_stream(now);  // first: what they cause may come there
    for (const CallPtr& call : std::exchange(held_calls_, {})) {
        if (calls_.contains(call->id)) post_legacy(For::call, call, call->text);
    }
    for (const std::string& text : std::exchange(held_, {})) post_legacy(For::note, {}, text);
}

/// A request with a session id was answered with 404. `call`: to be made again; null for none.
void Link::session_lost(const CallPtr& call, Time) {
    if (call && std::exchange(call->retried, true)) {
        fail(call, RpcError(Failure::transport, "the server loses its sessions at once"));
        return;
    }
    const bool current = !call || call->session == session_;
    if (call && current) {
        held_calls_.push_back(call);
    } else if (call) {
        if (holding_) {
            held_calls_.push_back(call);
        } else {
            post_legacy(For::call, call, call->text);
        }
    }
    if (current && !reviving_) revive();
}

void Link::revive() {
    reviving_ = holding_ = true;
    session_id_.clear();
    stop(standing_.exchange);
    standing_ = {};
    const auto first = reader_.read(initialize_);
    auto call = std::make_shared<Call>();
    call->id = call->wire_id = MessageId("initialize-" + std::to_string(++last_own_id_));
    call->method = "initialize";
    call->text = rpc::request_text(call->id, call->method,
                                   first && first->params ? first->params->text() : "{}");
    calls_[call->id] = call;
    shake_hands(call);
}

void Link::give_up_session(const std::string& why) {
    reviving_ = false;
    actions_.closed = clean("the server lost the session, and there is no new one: " + why);
}

}  // namespace mcp::http
