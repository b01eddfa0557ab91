// HTTP+SSE of 2024-11-05: one stream of events for all that the server says, and a second address,
// named by its first event, for all that the client says.
#include "http/client/link.hpp"

#include "http/headers.hpp"

#include <utility>

namespace mcp::http {

void Link::look_for_old_pair(const CallPtr& handshake, Time now) {
    FetchRequest request = get(std::nullopt);
    const ExchangePtr exchange = start(For::old_probe, handshake, std::move(request));
    // Some servers keep a stream open in which nothing ever comes.
    at(now + options_.prompt_timeout, [this, weak = std::weak_ptr(exchange)](Time) {
        const ExchangePtr silent = weak.lock();
        if (!silent || silent->over || silent->what != For::old_probe) return;
        stop(silent);
        old_probe_failed(silent->call, "no event came");
    });
}

void Link::old_probe_failed(const CallPtr& handshake, const std::string& why) {
    if (!calls_.contains(handshake->id)) return;
    if (std::exchange(old_recalled_, false)) {
        shake_hands(handshake);  // it has changed since
        return;
    }
    // The first refusal tells more than that there is no older transport, either.
    if (first_refusal_ && !first_refusal_->error) {
        answer(handshake, std::move(first_refusal_->text));
    } else if (first_refusal_) {
        fail(handshake, std::move(*first_refusal_->error));
    } else {
        fail(handshake, failure("there is no stream of events: " + why));
    }
    first_refusal_.reset();
}

void Link::old_endpoint(const ExchangePtr& exchange, std::string_view data) {
    const CallPtr handshake = exchange->call;
    const auto endpoint = resolve(exchange->url, data);
    if (!endpoint || !same_origin(*endpoint, exchange->url)) {
        stop(exchange);
        fail(handshake, RpcError(Failure::invalid_response,
                                 endpoint ? "the server names an endpoint at " +
                                                endpoint->origin() + ", which is another origin"
                                          : endpoint.error().message));
        return;
    }
    exchange->what = For::old_events;
    exchange->call = nullptr;
    old_endpoint_ = *endpoint;
    first_refusal_.reset();
    handshake->exchange = 0;
    post_legacy(For::call, handshake, handshake->text);
}

}  // namespace mcp::http
