// Requests over connections.
#include "asio/client/http_fetch.hpp"

#include "http/headers.hpp"
#include "http/wire/write.hpp"

#include <boost/asio/post.hpp>

#include <charconv>
#include <limits>
#include <utility>

namespace mcp::asio {

namespace net = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

/// A connection is kept for so long when the server says nothing of it.
constexpr std::chrono::seconds usual_keep{30};

/// `timeout=5, max=100`: less a second, for the way.
std::chrono::seconds keep_time(const http::wire::ResponseHead& head) {
    const auto value = http::Headers(head.headers).get("Keep-Alive");
    const std::size_t at = value.find("timeout=");
    int seconds = 0;
    if (at == std::string_view::npos) return usual_keep;
    const std::string_view number = value.substr(at + 8);
    std::from_chars(number.data(), number.data() + number.size(), seconds);
    return std::min(usual_keep, std::chrono::seconds(std::max(seconds - 1, 0)));
}

}  // namespace

HttpFetch::HttpFetch(net::io_context& context, FetcherParts parts, http::FetchRequest request,
                     std::shared_ptr<http::FetchSink> sink)
    : context_(context),
      parts_(std::move(parts)),
      request_(std::move(request)),
      sink_(std::move(sink)),
      first_url_(request_.url),
      timer_(context) {
    limits_.header_bytes = parts_.settings->options.max_headers;
    limits_.line = limits_.header_bytes;
    limits_.body = std::numeric_limits<std::uint64_t>::max();  // who takes it has bounds
}

void HttpFetch::begin() {
    if (!sink_) return;
    auto proxy = parts_.proxies->proxy_for(request_.url);
    if (!proxy) {
        fail(proxy.error().message);
        return;
    }
    proxy_ = std::move(*proxy);
    std::string key = request_.url.origin();
    if (proxy_) key += " " + proxy_->url.origin();
    // One that was made without looking at its address is not for those who want that.
    key += " " + std::to_string(static_cast<int>(request_.reach));
    if (auto kept = repeated_ ? nullptr : parts_.pool->take(key, !request_.repeatable)) {
        use(std::move(kept));
        return;
    }
    connector_ = std::make_shared<Connector>(context_, parts_.settings);
    connector_->start(request_.url, proxy_, request_.reach,
                      [self = shared_from_this(), key](Result<std::shared_ptr<Socket>> socket) {
                          self->connector_.reset();
                          if (!socket) {
                              self->fail(socket.error().message);
                              return;
                          }
                          (*socket)->key = key;
                          self->use(std::move(*socket));
                      });
}

void HttpFetch::stop() {
    sink_.reset();
    timer_.cancel();
    if (connector_) connector_->stop();
    if (socket_) socket_->close();
    socket_.reset();
}

void HttpFetch::fail(const std::string& why) {
    const auto sink = std::move(sink_);
    stop();
    if (sink) sink->end(why);
}

void HttpFetch::limit(std::chrono::milliseconds time, const char* late) {
    timer_.cancel();
    if (time.count() <= 0 || paused_) return;
    timer_.expires_after(time);
    timer_.async_wait([weak = weak_from_this(), late](const Code& error) {
        const auto self = weak.lock();
        // It may have been set anew when it had come already.
        if (error || !self || !self->sink_ || self->paused_) return;
        if (self->timer_.expiry() > Clock::now()) return;
        self->fail(late);
    });
}

bool HttpFetch::write_head(std::string& out) const {
    const std::string host = request_.url.authority();
    std::vector<HttpHeader> headers{{"Host", host}, {"User-Agent", "mcpgen"}};
    for (const auto& [name, value] : request_.headers) headers.push_back({name, value});
    if (http::same_origin(request_.url, first_url_)) {
        for (const auto& [name, value] : request_.secret_headers) headers.push_back({name, value});
    }
    const bool through_proxy = proxy_ && !request_.url.tls;
    if (through_proxy && !proxy_->authorization.empty()) {
        headers.push_back({"Proxy-Authorization", proxy_->authorization});
    }
    const bool has_body = request_.method == "POST" || !request_.body.empty();
    return http::wire::append_request_head(
        out, request_.method, through_proxy ? request_.url.text() : request_.url.target, headers,
        has_body ? http::wire::Framing::length : http::wire::Framing::none, request_.body.size());
}

void HttpFetch::use(std::shared_ptr<Socket> socket) {
    socket_ = std::move(socket);
    ++round_;
    written_ = told_head_ = false;
    reader_.start();
    out_.clear();
    if (!write_head(out_)) {
        fail("the request has a header that cannot be sent");
        return;
    }
    out_ += request_.body;
    limit(request_.reply_timeout, "no reply came in time");
    socket_->write(net::buffer(out_), [self = shared_from_this(), socket = socket_, round = round_](
                                          const Code& error, std::size_t) {
        // When it fails there may be a reply all the same: reading says what has happened.
        if (!error && self->round_ == round) self->written_ = true;
    });
    read();
}

void HttpFetch::pause(bool paused) {
    paused_ = paused;
    if (paused) {
        timer_.cancel();
        return;
    }
    if (!sink_ || !socket_) return;
    limit(told_head_ ? request_.idle_timeout : request_.reply_timeout, "nothing came in time");
    if (std::exchange(held_, false)) read();
}

void HttpFetch::read() {
    held_ = paused_;
    if (paused_) return;
    socket_->read_some(net::buffer(in_), [self = shared_from_this(), socket = socket_,
                                          round = round_](const Code& error, std::size_t size) {
        if (self->sink_ && self->round_ == round) self->arrived(error, size);
    });
}

void HttpFetch::arrived(const Code& error, std::size_t size) {
    if (error) {
        const bool at_end = error == net::error::eof || error == net::ssl::error::stream_truncated;
        // A cut in TLS is no end.
        if (error == net::error::eof && !reader_.is_untouched() &&
            reader_.end_of_input() == http::wire::ResponseReader::Event::end) {
            keeps_ = false;
            whole();
            return;
        }
        broken(at_end ? "the server closed the connection"
                      : "the connection broke: " + error.message());
        return;
    }
    if (told_head_) limit(request_.idle_timeout, "nothing came for too long");
    if (take({in_.data(), size})) read();
}

/// False when nothing more is to be read for now.
bool HttpFetch::take(std::string_view bytes) {
    using Event = http::wire::ResponseReader::Event;
    const unsigned round = round_;
    for (;;) {
        const Event event = reader_.next(bytes, limits_);
        switch (event) {
            case Event::more: return true;
            case Event::head:
                if (!head()) return false;
                break;
            case Event::data:
                if (sink_) sink_->data(reader_.data());
                break;
            case Event::end:
                if (!bytes.empty()) keeps_ = false;  // nobody has asked for more
                whole();
                return false;
            case Event::refused:
                fail("the reply is no HTTP: " + std::string(reader_.refusal().reason));
                return false;
        }
        if (!sink_ || round != round_) return false;
    }
}

bool HttpFetch::head() {
    const http::wire::ResponseHead& head = reader_.head();
    if (redirected(head)) return false;
    keeps_ = head.keep_alive;
    keep_for_ = keep_time(head);
    http::FetchHead told;
    told.status = head.status;
    told.url = request_.url;
    for (const HttpHeader& each : head.headers) told.headers.emplace_back(each.name, each.value);
    told_head_ = true;
    limit(request_.idle_timeout, "nothing came for too long");
    sink_->head(std::move(told));
    return sink_ != nullptr;
}

bool HttpFetch::redirected(const http::wire::ResponseHead& head) {
    const int status = head.status;
    const bool same_method = status == 307 || status == 308;
    const bool of_get = request_.method == "GET" && status >= 301 && status <= 303;
    const auto to = http::Headers(head.headers).find("Location");
    if (!(same_method || of_get) || !to || !request_.follow_redirects) return false;
    auto url = http::resolve(request_.url, *to);
    if (!url) {
        fail("the server redirects to " + url.error().message);
        return true;
    }
    if (++redirects_ > parts_.settings->options.max_redirects) {
        fail("the server redirects too often");
        return true;
    }
    if (request_.url.tls && !url->tls) {
        fail("the server redirects to an address without TLS: " + url->shown());
        return true;
    }
    if (request_.method != "GET" && !http::same_origin(*url, first_url_)) {
        // What a message says is for the server that it was meant for.
        fail("the server redirects to another origin: " + url->origin());
        return true;
    }
    socket_->close();
    socket_.reset();
    ++round_;
    request_.url = std::move(*url);
    begin();
    return true;
}

void HttpFetch::whole() {
    timer_.cancel();
    if (socket_ && keeps_ && written_) {
        socket_->used = true;
        socket_->expires = std::chrono::steady_clock::now() + keep_for_;
        parts_.pool->give_back(socket_);
    } else if (socket_) {
        socket_->close();
    }
    socket_.reset();
    ++round_;
    const auto sink = std::move(sink_);
    if (sink) sink->end(std::nullopt);
}

void HttpFetch::broken(const std::string& why) {
    // The server may have closed it before the request came.
    if (socket_ && socket_->used && reader_.is_untouched() && request_.repeatable && !repeated_) {
        repeated_ = true;
        socket_->close();
        socket_.reset();
        ++round_;
        begin();
        return;
    }
    fail(why);
}

}  // namespace mcp::asio
