// The headers of replies, and the bound on what a peer leaves waiting.
#include "http/server/writer.hpp"

#include "http/headers.hpp"

#include <array>
#include <span>

namespace mcp::http {

namespace {
constexpr std::size_t most_headers = 12;
constexpr std::string_view exposed = "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate";
}  // namespace

std::size_t Writer::fill(HttpHeader* headers, std::string_view type) const {
    std::size_t count = 0;
    if (!type.empty()) headers[count++] = {header::content_type, type};
    if (!session_.empty()) headers[count++] = {header::session_id, session_};
    if (!origin_.empty()) {
        headers[count++] = {"Access-Control-Allow-Origin", origin_};
        headers[count++] = {"Access-Control-Expose-Headers", exposed};
    }
    if (vary_) headers[count++] = {"Vary", "Origin"};
    return count;
}

void Writer::answer(int status, std::string_view body, std::string_view type) {
    if (!reply_) return;
    std::array<HttpHeader, most_headers> headers;
    const std::size_t count = fill(headers.data(), body.empty() ? std::string_view() : type);
    const auto reply = std::move(reply_);
    reply->answer(status, std::span(headers.data(), count), body);
}

void Writer::answer_with(int status, HttpHeader more, std::string_view body) {
    if (!reply_) return;
    std::array<HttpHeader, most_headers> headers;
    std::size_t count = fill(headers.data(), body.empty() ? std::string_view() : json_type);
    headers[count++] = more;
    const auto reply = std::move(reply_);
    reply->answer(status, std::span(headers.data(), count), body);
}

void Writer::preflight(std::string_view methods, std::string_view headers_allowed) {
    if (!reply_) return;
    std::array<HttpHeader, most_headers> headers;
    std::size_t count = fill(headers.data(), {});
    headers[count++] = {"Access-Control-Allow-Methods", methods};
    if (!headers_allowed.empty()) {
        headers[count++] = {"Access-Control-Allow-Headers", headers_allowed};
    }
    headers[count++] = {"Access-Control-Max-Age", "600"};
    const auto reply = std::move(reply_);
    reply->answer(204, std::span(headers.data(), count), {});
}

void Writer::open() {
    if (!reply_ || streaming_) return;
    streaming_ = true;
    std::array<HttpHeader, most_headers> headers;
    std::size_t count = fill(headers.data(), event_stream_type);
    headers[count++] = {header::cache_control, "no-cache"};
    // Proxies of the nginx kind would keep events back until there are enough of them.
    headers[count++] = {header::accel_buffering, "no"};
    reply_->begin(200, std::span(headers.data(), count));
}

bool Writer::write(std::string_view bytes) {
    if (!reply_) return false;
    if (bytes.empty()) return true;
    // What waited before this is what counts: a large message alone is no reason.
    if (reply_->write(bytes) <= max_queued_ + bytes.size()) return true;
    abort();
    return false;
}

void Writer::end() {
    if (const auto reply = std::move(reply_)) reply->end();
}

void Writer::abort() {
    if (const auto reply = std::move(reply_)) reply->abort();
}

}  // namespace mcp::http
