// Requests of the program itself: guarded fetches, with the program's own bounds.
#include <mcp/web_client.hpp>

#include "asio/client/http_fetcher.hpp"
#include "auth/fetch.hpp"

#include <algorithm>
#include <utility>

namespace mcp {

struct WebClient::Parts {
    std::shared_ptr<auth::Web> web;
    auth::FetchGuard guard;
};

WebClient::WebClient(const WebClientOptions& options) {
    HttpClientOptions http;
    http.tls = options.tls;
    http.proxy = options.proxy;
    http.resolve_timeout = std::min(http.resolve_timeout, options.timeout);
    http.connect_timeout = std::min(http.connect_timeout, options.timeout);
    auth::FetchGuard guard;
    guard.allow_loopback = guard.allow_private = true;
    guard.allow_plain = options.allow_plain;
    guard.max_bytes = options.max_bytes;
    guard.timeout = options.timeout;
    guard.max_redirects = options.max_redirects;
    parts_ = std::make_unique<Parts>(Parts{auth::waiting_web(asio::http_fetcher(http)), guard});
}

WebClient::~WebClient() = default;

Result<WebReply> WebClient::send(WebRequest request, std::stop_token stop) {
    return parts_->web->fetch(std::move(request), parts_->guard, std::move(stop));
}

}  // namespace mcp
