// Replies: heads, bodies, events, refusals, and the end of each.
#include "http/client/link.hpp"

#include "http/headers.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

namespace {

constexpr std::size_t max_refusal = std::size_t{64} * 1024;

bool is_session_id(std::string_view id) {
    return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x21 && static_cast<unsigned char>(c) <= 0x7e;
    });
}

/// The beginning of a text, on one line.
std::string excerpt(std::string_view text) {
    constexpr std::size_t longest = 160;
    std::string shown;
    for (const char c : text.substr(0, longest)) {
        const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
        if (plain || (!shown.empty() && shown.back() != ' ')) shown += plain ? c : ' ';
    }
    while (!shown.empty() && shown.back() == ' ') shown.pop_back();
    return shown;
}

}  // namespace

void Link::head(std::uint64_t number, FetchHead head, Time now) {
    const auto found = exchanges_.find(number);
    if (found == exchanges_.end()) return;
    const ExchangePtr exchange = found->second;
    exchange->status = head.status;
    exchange->url = std::move(head.url);
    if (const std::string* type = find_field(head.headers, header::content_type)) {
        exchange->type = media_type(*type);
    }
    exchange->events = exchange->ok() && exchange->type == event_stream_type;
    if (exchange->events) exchange->parser = std::make_unique<EventParser>(options_.max_message);
    if (exchange->what == For::handshake && exchange->ok()) {
        // Of no other reply: not of refusals, and not of later ones.
        if (const std::string* id = find_field(head.headers, header::session_id)) {
            if (!is_session_id(*id)) {
                stop(exchange);
                fail(exchange->call,
                     RpcError(Failure::invalid_response,
                              "the server gave a session id with characters that none may have"));
                return;
            }
            exchange->session_id = *id;
        }
    }
    const bool wants_events = exchange->what == For::stream || exchange->what == For::resume ||
                              exchange->what == For::old_probe;
    if (!wants_events) return;
    if (!exchange->ok() || !exchange->events) {
        stop(exchange);
        ended(exchange, std::nullopt, now);
    } else if (exchange->what == For::stream) {
        standing_.worked = true;
    }
}

void Link::data(std::uint64_t number, std::string_view bytes, Time now) {
    const auto found = exchanges_.find(number);
    if (found == exchanges_.end()) return;
    const ExchangePtr exchange = found->second;
    bool fits = true;
    if (exchange->events) {
        fits = exchange->parser->feed(bytes, [&](const EventParser::Event& event) {
            if (!exchange->over) take_event(exchange, event, now);
        });
    } else {
        const std::size_t bound = exchange->ok() ? options_.max_message : max_refusal;
        fits = exchange->body.size() + bytes.size() <= bound;
        if (fits) {
            exchange->body += bytes;
        } else if (!exchange->ok()) {
            stop(exchange);  // what has come is enough
            ended(exchange, std::nullopt, now);
            return;
        }
    }
    if (fits || exchange->over) return;
    stop(exchange);
    const std::string why =
        "the server sent more than " + std::to_string(options_.max_message) + " bytes at once";
    if (exchange->call) fail(exchange->call, RpcError(Failure::invalid_response, why));
    ended(exchange, why, now);
}

void Link::end(std::uint64_t number, const std::optional<std::string>& failure, Time now) {
    const auto found = exchanges_.find(number);
    if (found == exchanges_.end()) return;
    const ExchangePtr exchange = found->second;
    exchanges_.erase(found);
    exchange->over = true;
    ended(exchange, failure, now);
}

void Link::take_event(const ExchangePtr& exchange, const EventParser::Event& event, Time now) {
    if (exchange->what == For::old_probe ||
        (exchange->what == For::handshake && event.name == "endpoint")) {
        if (exchange->what == For::handshake) {
            // An old server that answers a POST as it does a GET.
            stop(exchange);
            look_for_old_pair(exchange->call, now);
        } else if (event.name == "endpoint") {
            old_endpoint(exchange, event.data);
        } else if (!event.data.empty()) {
            stop(exchange);
            old_probe_failed(exchange->call, "its first event is no endpoint");
        }
        return;
    }
    EventParser& parser = *exchange->parser;
    if (exchange->what == For::stream) {
        if (parser.last_id()) standing_.last_event = parser.last_id();
        if (parser.retry()) standing_.retry = parser.retry();
    } else if (exchange->call && exchange->what != For::modern_call) {
        if (exchange->what == For::resume && parser.last_id() &&
            parser.last_id() != exchange->call->last_event) {
            exchange->useful = true;
        }
        if (parser.last_id()) exchange->call->last_event = parser.last_id();
        if (parser.retry()) exchange->call->retry = parser.retry();
    }
    if (event.data.empty()) return;
    exchange->useful = true;
    take_message(exchange, event.data);
}

void Link::take_message(const ExchangePtr& exchange, std::string_view text) {
    const auto message = reader_.read(text);
    if (!message) {
        deliver(std::string(text));  // the session knows what to say
        return;
    }
    using Kind = rpc::Envelope::Kind;
    if (message->kind == Kind::result || message->kind == Kind::error) {
        take_answer(exchange, *message, text);
        return;
    }
    if (exchange->what == For::tools) return;
    if (message->kind == Kind::batch) {
        for (const JsonView element : message->payload.elements()) {
            const auto each = rpc::EnvelopeReader::element(element);
            if (!each || (each->kind != Kind::result && each->kind != Kind::error)) continue;
            if (const CallPtr call = find(each->id)) finish(call);
        }
    }
    deliver(std::string(text));
}

void Link::take_answer(const ExchangePtr& exchange, const rpc::Envelope& message,
                       std::string_view text) {
    const CallPtr own = exchange->call;
    if (exchange->what == For::tools) {
        stop(exchange);
        tools_listed(own, &message);
        return;
    }
    if (exchange->what == For::modern_call) {
        if (message.id == own->wire_id || message.id.empty()) {
            if (calls_.contains(own->id)) modern_answered(own, message, text);
        } else {
            report("dropped an answer to another request than the one that it came for");
        }
        return;
    }
    const CallPtr call = message.id.empty() ? own : find(message.id);
    if (!call || !calls_.contains(call->id)) {
        deliver(std::string(text));
    } else if (call->method == "initialize") {
        handshake_answered(exchange, message, text);
    } else if (message.id.empty()) {
        const auto error = rpc::read_error(message.payload);
        answer(call, rpc::error_text(call->id, error.value_or(RpcError())));
    } else {
        answer(call, std::string(text));
    }
}

void Link::ended(const ExchangePtr& exchange, const std::optional<std::string>& failure, Time now) {
    switch (exchange->what) {
        case For::modern_call:
        case For::handshake:
        case For::call: call_ended(exchange, failure, now); break;
        case For::tools:
            if (!failure && exchange->ok() && !exchange->events) take_body(exchange);
            if (exchange->call->exchange == exchange->number) tools_listed(exchange->call, nullptr);
            break;
        case For::resume:
        case For::stream: stream_ended(exchange, failure, now); break;
        case For::old_probe:
            old_probe_failed(exchange->call,
                             failure ? *failure : "HTTP " + std::to_string(exchange->status));
            break;
        case For::old_events:
            actions_.closed = clean("the stream of events from " + url_.shown() + " ended" +
                                    (failure ? ": " + *failure : std::string()));
            break;
        case For::initialized:
            if (failure || !exchange->ok()) {
                report("notifications/initialized: " +
                       (failure ? *failure : refusal(*exchange).message));
            }
            release(now);
            break;
        case For::modern_note:
        case For::note:
            if (exchange->call) {  // what was to be cancelled
                const CallPtr cancelled = exchange->call;
                stop(cancelled->exchange);
            }
            if (shut_ || (!failure && exchange->ok())) break;
            report("a notification or an answer was not taken: " +
                   (failure ? *failure : refusal(*exchange).message));
            if (exchange->status == 404 && exchange->had_session && exchange->session == session_) {
                session_lost({}, now);
            }
            break;
        case For::goodbye: break;
    }
}

void Link::call_ended(const ExchangePtr& exchange, const std::optional<std::string>& why,
                      Time now) {
    const CallPtr call = exchange->call;
    if (call->exchange == exchange->number) call->exchange = 0;
    if (!calls_.contains(call->id)) return;
    if (exchange->events) {
        const std::string cause =
            "the stream ended before the answer" + (why ? ": " + *why : std::string());
        if (exchange->what == For::modern_call) {
            fail(call, failure(cause));
        } else {
            resume(call, exchange, cause, now);
        }
    } else if (why) {
        fail(call, failure(*why));
    } else if (!exchange->ok()) {
        refused(exchange, now);
    } else if (!exchange->post_only) {
        take_body(exchange);
    }
}

void Link::take_body(const ExchangePtr& exchange) {
    const CallPtr call = exchange->call;
    const auto fail_with = [&](const std::string& what) {
        if (exchange->what == For::tools) return;
        fail(call,
             RpcError(Failure::invalid_response, exchange->url.shown() + " replied with " + what));
    };
    if (exchange->type != json_type) {
        if (exchange->body.empty()) {
            fail_with("HTTP " + std::to_string(exchange->status) + " and no answer");
        } else {
            fail_with(exchange->type.empty() ? "a body without a type" : excerpt(exchange->type));
        }
    } else if (const auto message = reader_.read(exchange->body); !message) {
        fail_with("what is no message: " + message.error().error.message);
    } else {
        take_message(exchange, exchange->body);
        if (calls_.contains(call->id) && call->exchange == 0) {
            fail_with("something else than the answer");
        }
    }
}

bool Link::is_era_evidence(int status) const {
    return status >= 400 && status < 500 && status != 401 && status != 403 && status != 407 &&
           status != 408 && status != 425 && status != 429;
}

std::optional<RpcError> Link::error_in(const Exchange& exchange) {
    if (exchange.body.empty()) return {};
    const auto message = reader_.read(exchange.body);
    if (!message || message->kind != rpc::Envelope::Kind::error) return {};
    const bool mine = !exchange.call || message->id.empty() || message->id == exchange.call->id ||
                      message->id == exchange.call->wire_id;
    auto error = rpc::read_error(message->payload);
    if (!mine || !error) return {};
    return std::move(*error);
}

RpcError Link::refusal(const Exchange& exchange) {
    std::string text = "HTTP " + std::to_string(exchange.status) + " from " + exchange.url.shown();
    if (const auto error = error_in(exchange)) {
        text += ": " + excerpt(error->message);
    } else if (exchange.type == "text/plain" && !exchange.body.empty()) {
        text += ": " + excerpt(exchange.body);
    } else if (exchange.type == json_type) {
        if (const auto json = Json::parse(exchange.body)) {
            for (const char* name : {"error_description", "message", "detail", "error"}) {
                const auto said = (*json)[name].as_string();
                if (!said) continue;
                text += ": " + excerpt(*said);
                break;
            }
        }
    }
    RpcError error(Failure::transport, std::move(text));
    error.data = Json::object({{"status", exchange.status}});
    return error;
}

RpcError Link::failure(const std::string& why) const {
    return {Failure::transport, clean(url_.shown() + ": " + why)};
}

void Link::refused(const ExchangePtr& exchange, Time now) {
    const CallPtr call = exchange->call;
    if (exchange->what == For::modern_call) {
        modern_refused(exchange);
    } else if (exchange->what == For::handshake) {
        handshake_refused(exchange, now);
    } else if (exchange->status == 404 && exchange->had_session) {
        session_lost(call, now);
    } else if (const auto error = error_in(*exchange);
               error && exchange->status != 401 && exchange->status != 403) {
        answer(call, rpc::error_text(call->id, *error));
    } else {
        fail(call, refusal(*exchange));
    }
}

}  // namespace mcp::http
