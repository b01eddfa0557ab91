// Messages on their way out, and what all parts of a link share.
#include "http/client/link.hpp"

#include "http/headers.hpp"
#include "rpc/meta_keys.hpp"

#include <algorithm>
#include <utility>

namespace mcp::http {

namespace {
/// So long an answered stream may stay open.
constexpr std::chrono::seconds linger{1};
/// Shorter values of headers are no secrets, and would be found everywhere.
constexpr std::size_t shortest_secret = 6;

std::string without(std::string text, std::string_view secret) {
    for (std::size_t at = 0; (at = text.find(secret, at)) != std::string::npos;) {
        text.replace(at, secret.size(), "***");
    }
    return text;
}
}  // namespace

const std::string* find_field(const Fields& fields, std::string_view name) {
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) {
        return same_name(field.first, name);
    });
    return found == fields.end() ? nullptr : &found->second;
}

Link::Link(HttpClientOptions options)
    : options_(std::move(options)), reader_({.max_bytes = options_.max_message}) {
    auto url = parse_url(options_.url);
    if (url) {
        url_ = std::move(*url);
    } else {
        url_error_ = url.error().message;
    }
    if (options_.max_attempts == 0) options_.max_attempts = 1;
}

void Link::send(std::string_view text, Time now) {
    if (shut_) return;
    const auto message = reader_.read(text);
    if (!message) {
        report("cannot send what is no message: " + message.error().error.message);
        return;
    }
    route(*message, text, now);
}

void Link::route(const rpc::Envelope& message, std::string_view text, Time now) {
    using Kind = rpc::Envelope::Kind;
    if (!url_error_.empty()) {
        if (message.kind == Kind::request) {
            actions_.deliver.push_back(
                {std::string(message.id.text()), RpcError(Failure::transport, url_error_)});
        }
        return;
    }
    const bool modern_request =
        message.kind == Kind::request && message.meta(meta_keys::protocol_version);
    if (modern_request) legacy_ = false;
    if (message.kind == Kind::request && message.method == "initialize" && !modern_request) {
        legacy_ = true;
    }
    if (legacy_) {
        send_legacy(message, text, now);
    } else {
        send_modern(message, text);
    }
}

FetchRequest Link::post(const Url& url, std::string_view body) const {
    FetchRequest request;
    request.method = "POST";
    request.url = url;
    // The endpoint of HTTP+SSE may be where a redirect has led.
    if (same_origin(url, url_)) request.secret_headers = options_.headers;
    request.headers = {{"Content-Type", std::string(json_type)},
                       {"Accept", "application/json, text/event-stream"}};
    request.body = body;
    request.reply_timeout = options_.reply_timeout;
    request.idle_timeout = options_.stream_idle_timeout;
    return request;
}

Link::ExchangePtr Link::start(For what, CallPtr call, FetchRequest request) {
    auto exchange = std::make_shared<Exchange>();
    exchange->number = ++last_exchange_;
    exchange->what = what;
    exchange->session = session_;
    exchange->url = request.url;
    if (call) call->exchange = exchange->number;
    exchange->call = std::move(call);
    exchanges_.emplace(exchange->number, exchange);
    actions_.start.push_back({exchange->number, std::move(request)});
    return exchange;
}

void Link::stop(const ExchangePtr& exchange) {
    exchange->over = true;
    if (exchanges_.erase(exchange->number) != 0) actions_.stop.push_back(exchange->number);
}

void Link::stop(std::uint64_t number) {
    if (const auto found = exchanges_.find(number); found != exchanges_.end()) {
        stop(ExchangePtr(found->second));
    }
}

void Link::deliver(std::string text) { actions_.deliver.push_back({std::move(text), {}}); }

Link::CallPtr Link::find(const MessageId& id) const {
    const auto found = calls_.find(id);
    return found == calls_.end() ? nullptr : found->second;
}

void Link::finish(const CallPtr& call) {
    calls_.erase(call->id);
    if (exchanges_.contains(call->exchange)) answered_.push_back(call->exchange);
}

void Link::answer(const CallPtr& call, std::string text) {
    finish(call);
    deliver(std::move(text));
}

void Link::fail(const CallPtr& call, RpcError why) {
    if (call->given_up || calls_.erase(call->id) == 0) return;
    if (reviving_ && call->method == "initialize") {
        give_up_session(why.message);
        return;
    }
    why.message = clean(why.message);
    actions_.deliver.push_back({std::string(call->id.text()), std::move(why)});
}

void Link::report(std::string_view what) { actions_.reports.push_back(clean(what)); }

std::string Link::clean(std::string_view text) const {
    std::string cleaned(text);
    for (const std::string& secret : secrets_) cleaned = without(std::move(cleaned), secret);
    for (const auto& [name, value] : options_.headers) {
        if (value.size() >= shortest_secret) cleaned = without(std::move(cleaned), value);
        // `Bearer` is none, what follows is.
        const std::string_view last = std::string_view(value).substr(value.rfind(' ') + 1);
        if (last.size() >= shortest_secret) cleaned = without(std::move(cleaned), last);
    }
    return cleaned;
}

void Link::at(Time when, std::function<void(Time)> what) { timers_.emplace(when, std::move(what)); }

Time Link::next_deadline() const {
    Time next = timers_.empty() ? Time::max() : timers_.begin()->first;
    if (!lingering_.empty()) next = std::min(next, lingering_.front().first);
    if (!answered_.empty()) next = Time::min();
    return next;
}

void Link::deadline(Time now) {
    for (const std::uint64_t exchange : std::exchange(answered_, {})) {
        if (exchanges_.contains(exchange)) lingering_.emplace_back(now + linger, exchange);
    }
    while (!lingering_.empty() &&
           (lingering_.front().first <= now || !exchanges_.contains(lingering_.front().second))) {
        stop(lingering_.front().second);
        lingering_.pop_front();
    }
    while (!timers_.empty() && timers_.begin()->first <= now) {
        const auto what = std::move(timers_.begin()->second);
        timers_.erase(timers_.begin());
        what(now);
    }
}

void Link::shut() {
    if (std::exchange(shut_, true)) return;
    timers_.clear();
    held_.clear();
    held_calls_.clear();
    const auto all = exchanges_;
    for (const auto& [number, exchange] : all) {
        if (exchange->what != For::note && exchange->what != For::modern_note) stop(exchange);
    }
    calls_.clear();
    if (session_id_.empty()) return;
    FetchRequest request;
    request.method = "DELETE";
    request.url = url_;
    request.secret_headers = options_.headers;
    request.repeatable = true;
    request.reply_timeout = options_.prompt_timeout;
    add_session(request);
    start(For::goodbye, {}, std::move(request));
}

bool Link::quiet() const { return exchanges_.empty(); }

std::string Link::findings() const { return old_endpoint_ ? "http+sse" : ""; }

void Link::recall(std::string_view findings) { old_recalled_ = findings == "http+sse"; }

}  // namespace mcp::http
