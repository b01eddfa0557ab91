#include "auth/server/documents.hpp"

#include "asio/client/http_fetcher.hpp"

#include <mcp/http_client.hpp>

#include <stdexcept>
#include <utility>

namespace mcp::auth {

namespace {

constexpr std::size_t document_depth = 32;

/// The operator has chosen the issuer, which may well be in a network of their own.
FetchGuard issuer_guard() {
    FetchGuard guard;
    guard.allow_loopback = true;
    guard.allow_private = true;
    guard.max_redirects = 0;
    return guard;
}

Document object_in(const Result<WebReply>& reply) {
    if (!reply) return Unexpected(NoDocument{reply.error().message});
    if (reply->status != 200)
        return Unexpected(NoDocument{"status " + std::to_string(reply->status), reply->status});
    auto object = JsonObject::parse(reply->body, {reply->body.size() + 1, document_depth});
    if (!object) return Unexpected(NoDocument{"it is no JSON object", reply->status});
    return *std::move(object);
}

}  // namespace

Documents::Documents(MakeFetcher make, std::size_t max_bytes, std::chrono::milliseconds timeout)
    : make_(std::move(make)), guard_(issuer_guard()) {
    guard_.max_bytes = max_bytes;
    guard_.timeout = timeout;
}

void Documents::get(WebRequest request, Sink done) {
    try {
        std::call_once(made_, [this] { fetcher_ = make_(); });
    } catch (const std::exception& error) {  // such as for a file that is not there
        return done(Unexpected(NoDocument{error.what()}));
    }
    request.headers.emplace_back("Accept", "application/json");
    GuardedFetch::start(
        fetcher_, std::move(request), guard_,
        [done = std::move(done)](const Result<WebReply>& reply) { done(object_in(reply)); });
}

http::Url safe_url(std::string_view text, const char* what) {
    auto url = guarded_url(text, issuer_guard());
    if (!url) throw std::invalid_argument(std::string(what) + ": " + url.error().message);
    return *std::move(url);
}

MakeFetcher socket_fetcher(const std::string& ca_file, std::chrono::milliseconds timeout) {
    return [ca_file, timeout] {
        HttpClientOptions options;
        options.tls.ca_file = ca_file;
        options.resolve_timeout = timeout;
        options.connect_timeout = timeout;
        return asio::http_fetcher(options);
    };
}

}  // namespace mcp::auth
