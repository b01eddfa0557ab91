// Guarded fetches.
#include "auth/fetch.hpp"

#include "http/client/proxy.hpp"

#include <utility>

namespace mcp {

std::string WebReply::header(std::string_view name) const {
    const std::string* const value = http::find_field(headers, name);
    return value ? *value : std::string();
}

}  // namespace mcp

namespace mcp::auth {

namespace {

http::Reach reach_for(const http::Url& url, const FetchGuard& guard) {
    if (!url.tls && !guard.allow_plain) return http::Reach::loopback_only;
    if (guard.allow_private) return http::Reach::anywhere;
    return guard.allow_loopback ? http::Reach::public_or_loopback : http::Reach::public_only;
}

bool is_redirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace

Result<http::Url> guarded_url(std::string_view text, const FetchGuard& guard) {
    auto url = http::parse_url(text);
    if (!url) return url;
    const auto refuse = [&](const std::string& why) {
        return Unexpected(Error{url->shown() + " is not fetched: " + why});
    };
    if (url->unix_socket) return refuse("it is no address of the web");
    const bool local = http::is_loopback(url->host);
    if (local && !guard.allow_loopback && !guard.allow_private) {
        return refuse("it is an address of this machine");
    }
    if (!url->tls && !local && !guard.allow_plain) return refuse("it has no TLS");
    if (http::is_odd_number(url->host)) return refuse("its host is a number");
    return url;
}

std::shared_ptr<GuardedFetch> GuardedFetch::start(std::shared_ptr<http::Fetcher> fetcher,
                                                  WebRequest request, const FetchGuard& guard,
                                                  Done done) {
    auto fetch = std::make_shared<GuardedFetch>(Private(), std::move(fetcher), std::move(request),
                                                guard, std::move(done));
    Lock lock(fetch->mutex_);
    auto url = guarded_url(fetch->request_.url, guard);
    if (!url) {
        fetch->finish(lock, Unexpected(url.error()));
        return fetch;
    }
    fetch->url_ = fetch->first_url_ = std::move(*url);
    fetch->send(lock);
    return fetch;
}

GuardedFetch::GuardedFetch(Private, std::shared_ptr<http::Fetcher> fetcher, WebRequest request,
                           const FetchGuard& guard, Done done)
    : fetcher_(std::move(fetcher)),
      guard_(guard),
      request_(std::move(request)),
      done_(std::move(done)) {}

void GuardedFetch::send(Lock&) {
    http::FetchRequest request;
    request.method = request_.method;
    request.url = url_;
    request.headers = request_.headers;
    if (http::same_origin(url_, first_url_)) request.secret_headers = request_.secret_headers;
    request.body = request_.body;
    request.repeatable = request_.method == "GET";
    request.follow_redirects = false;
    request.reach = reach_for(url_, guard_);
    request.reply_timeout = request.idle_timeout = guard_.timeout;
    location_.clear();
    reply_ = {};
    fetch_ = fetcher_->start(std::move(request), shared_from_this());
}

void GuardedFetch::cancel() {
    Lock lock(mutex_);
    done_ = nullptr;
    const auto fetch = std::move(fetch_);
    const auto fetcher = std::move(fetcher_);
    lock.unlock();
}

std::string GuardedFetch::shown() const { return url_.shown(); }

void GuardedFetch::finish(Lock& lock, Result<WebReply> outcome) {
    const Done done = std::exchange(done_, nullptr);
    const auto fetch = std::move(fetch_);
    const auto fetcher = std::move(fetcher_);
    lock.unlock();
    if (done) done(std::move(outcome));
}

void GuardedFetch::head(http::FetchHead head) {
    const Lock lock(mutex_);
    reply_.status = head.status;
    reply_.headers = std::move(head.headers);
    if (is_redirect(head.status)) location_ = reply_.header("Location");
}

void GuardedFetch::data(std::string_view bytes) {
    Lock lock(mutex_);
    if (!done_) return;
    if (reply_.body.size() + bytes.size() > guard_.max_bytes) {
        finish(lock, Unexpected(Error{shown() + " sent more than " +
                                      std::to_string(guard_.max_bytes) + " bytes"}));
    } else if (Clock::now() - begun_ > guard_.timeout) {
        finish(lock, Unexpected(Error{shown() + " did not end in time"}));
    } else {
        reply_.body += bytes;
    }
}

void GuardedFetch::end(std::optional<std::string> failure) {
    Lock lock(mutex_);
    if (!done_) return;
    if (failure) {
        finish(lock, Unexpected(Error{shown() + ": " + *failure}));
    } else if (!redirected(lock)) {
        finish(lock, std::move(reply_));
    }
}

bool GuardedFetch::redirected(Lock& lock) {
    if (location_.empty()) return false;
    const auto refuse = [&](const std::string& why) {
        finish(lock, Unexpected(Error{shown() + " redirects" + why}));
        return true;
    };
    // Whatever a POST has in it is for the one it was sent to.
    if (request_.method != "GET") return refuse("; such a request is not sent on");
    if (++redirects_ > guard_.max_redirects) return refuse(" too often");
    if (Clock::now() - begun_ > guard_.timeout) return refuse(" for too long");
    auto next = http::resolve(url_, location_);
    if (next) next = guarded_url(next->text(), guard_);
    if (!next) return refuse(": " + next.error().message);
    if (url_.tls && !next->tls) return refuse(" to an address without TLS");
    url_ = std::move(*next);
    const auto last = std::move(fetch_);
    send(lock);
    return true;
}

namespace {

class WaitingWeb final : public Web {
public:
    explicit WaitingWeb(std::shared_ptr<http::Fetcher> fetcher) : fetcher_(std::move(fetcher)) {}

    Result<WebReply> fetch(WebRequest request, const FetchGuard& guard,
                           std::stop_token stop) override {
        struct Waiting {
            std::mutex mutex{};
            std::condition_variable_any changed{};
            std::optional<Result<WebReply>> outcome{};
        };
        const auto waiting = std::make_shared<Waiting>();
        const auto url = http::parse_url(request.url);
        const std::string where = url ? url->shown() : std::string("the address");
        const auto fetch = GuardedFetch::start(fetcher_, std::move(request), guard,
                                               [waiting](Result<WebReply> outcome) {
                                                   const std::lock_guard lock(waiting->mutex);
                                                   waiting->outcome = std::move(outcome);
                                                   waiting->changed.notify_all();
                                               });
        std::unique_lock lock(waiting->mutex);
        waiting->changed.wait_for(lock, stop, guard.timeout,
                                  [&] { return waiting->outcome.has_value(); });
        if (waiting->outcome) return std::move(*waiting->outcome);
        lock.unlock();
        fetch->cancel();
        if (stop.stop_requested()) return Unexpected(Error{"it was given up"});
        return Unexpected(Error{where + " did not end in time"});
    }

private:
    const std::shared_ptr<http::Fetcher> fetcher_;
};

}  // namespace

std::shared_ptr<Web> waiting_web(std::shared_ptr<http::Fetcher> fetcher) {
    return std::make_shared<WaitingWeb>(std::move(fetcher));
}

}  // namespace mcp::auth
