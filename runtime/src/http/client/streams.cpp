// Streams that are opened by GET: what a server says without being asked, and the rest of what
// broke off.
#include "http/client/link.hpp"

#include "http/headers.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

std::chrono::milliseconds Link::pause(unsigned attempts,
                                      std::optional<std::chrono::milliseconds> retry) const {
    auto wait = retry.value_or(options_.first_pause);
    for (unsigned i = 1; i < attempts && wait < options_.longest_pause; ++i) wait *= 2;
    // The server's word is the least, whatever the cap.
    return std::max(std::min(wait, options_.longest_pause), retry.value_or(wait.zero()));
}

FetchRequest Link::get(const std::optional<std::string>& last_event) const {
    FetchRequest request;
    request.url = url_;
    request.headers = {{"Accept", std::string(event_stream_type)}};
    request.secret_headers = options_.headers;
    request.repeatable = true;
    request.reply_timeout = options_.prompt_timeout;
    request.idle_timeout = options_.stream_idle_timeout;
    add_session(request);
    if (last_event) request.headers.emplace_back(header::last_event_id, *last_event);
    return request;
}

void Link::open_stream(Time) {
    if (!options_.open_stream || standing_.off || standing_.exchange != 0 || shut_) return;
    const ExchangePtr exchange = start(For::stream, {}, get(standing_.last_event));
    exchange->had_session = !session_id_.empty();
    standing_.exchange = exchange->number;
}

void Link::stream_ended(const ExchangePtr& exchange, const std::optional<std::string>& failure,
                        Time now) {
    const bool refused = exchange->status != 0 && !exchange->events;
    const bool for_good = refused && (exchange->ok() || exchange->status < 500);
    const std::string why =
        failure   ? *failure
        : refused ? (exchange->ok() ? "it is no stream of events" : refusal(*exchange).message)
                  : "it ended";
    if (exchange->what == For::resume) {
        const CallPtr call = exchange->call;
        call->exchange = 0;
        if (!calls_.contains(call->id)) return;
        if (for_good) {
            fail(call, this->failure("the stream broke off, and cannot be resumed: " + why));
            if (exchange->status == 404 && exchange->had_session && exchange->session == session_) {
                session_lost({}, now);
            }
            return;
        }
        resume(call, exchange, why, now);
        return;
    }
    if (standing_.exchange != exchange->number) return;
    standing_.exchange = 0;
    if (for_good) {
        standing_.off = true;
        if (exchange->status == 404 && exchange->had_session && standing_.worked) {
            session_lost({}, now);
        } else if (exchange->status != 405 && exchange->status != 404 && exchange->status != 406) {
            report("there is no stream of the server's own messages: " + why);
        }
        return;
    }
    standing_.attempts = exchange->useful ? 0 : standing_.attempts + 1;
    if (standing_.attempts >= options_.max_attempts) {
        standing_.off = true;
        report("the stream of the server's own messages is given up: " + why);
        return;
    }
    at(now + pause(standing_.attempts, standing_.retry), [this, session = session_](Time then) {
        if (session == session_ && !reviving_) open_stream(then);
    });
}

/// The stream of a call has ended without its answer.
void Link::resume(const CallPtr& call, const ExchangePtr& exchange, const std::string& why,
                  Time now) {
    if (!call->last_event || call->method == "initialize" || call->session != session_) {
        fail(call, failure(why));
        return;
    }
    call->attempts = exchange->useful || exchange->what == For::call ? 0 : call->attempts + 1;
    if (call->attempts >= options_.max_attempts) {
        fail(call, failure("the stream broke off, and could not be resumed: " + why));
        return;
    }
    at(now + pause(call->attempts, call->retry), [this, weak = std::weak_ptr(call)](Time) {
        const CallPtr waiting = weak.lock();
        if (!waiting || find(waiting->id) != waiting || waiting->session != session_) return;
        const ExchangePtr next = start(For::resume, waiting, get(waiting->last_event));
        next->had_session = !session_id_.empty();
    });
}

}  // namespace mcp::http
