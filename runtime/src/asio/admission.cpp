#include "asio/admission.hpp"

#include "asio/shared.hpp"
#include "http/headers.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace mcp::web {

namespace {

bool is_secret(std::string_view name) {
    return http::same_name(name, http::header::authorization) || http::same_name(name, "DPoP");
}

/// A request without what proves who sends it: nobody behind this can see that.
class Bare {
public:
    explicit Bare(const HttpRequest& from) : request(from) {
        headers_.reserve(from.headers.size());
        for (const HttpHeader& each : from.headers) {
            if (!is_secret(each.name)) headers_.push_back(each);
        }
        request.headers = headers_;
    }
    Bare(const Bare&) = delete;
    Bare& operator=(const Bare&) = delete;
    ~Bare() = default;

    HttpRequest request;

private:
    std::vector<HttpHeader> headers_{};
};

/// Runs the handler.
std::shared_ptr<HttpExchange> hand_over(const Shared& shared, const HttpRequest& request,
                                        const HttpIdentity& identity,
                                        std::shared_ptr<Reply> reply) {
    if (identity.status != 0) {
        std::vector<HttpHeader> headers;
        for (const auto& [name, value] : identity.headers) headers.push_back({name, value});
        reply->answer(identity.status, headers, {});
        return nullptr;
    }
    Bare bare(request);
    bare.request.principal = identity.principal;
    bare.request.grant = identity.grant;
    return shared.handle(bare.request, std::move(reply));
}

/// What `work` gives; null, and a line in the log, when it throws. The reply that is let go then
/// says that it has failed.
template <class Work>
std::shared_ptr<HttpExchange> guarded(const Shared& shared, Work work) {
    try {
        return work();
    } catch (const std::exception& error) {
        shared.log(std::string("a request has failed: ") + error.what());
    } catch (...) {
        shared.log("a request has failed");
    }
    return nullptr;
}

}  // namespace

/// Where an authenticator puts its answer, whenever it comes.
struct Admission::Verdict {
    std::mutex mutex{};
    std::optional<HttpIdentity> identity{};  ///< it came at once
    std::weak_ptr<Admission> waits{};        ///< it comes later, and this is for whom
    bool later = false;

    void take(Answer<HttpIdentity> answer) {
        HttpIdentity found;
        if (answer) {
            found = std::move(*answer);
        } else {
            found.status = 500;
        }
        const std::lock_guard lock(mutex);
        if (!later) {
            if (!identity) identity = std::move(found);
            return;
        }
        const auto admission = waits.lock();
        const auto loop = admission ? admission->loop_.lock() : nullptr;
        if (!loop) return;
        loop->post([weak = waits, found = std::move(found)]() mutable {
            if (const auto still = weak.lock()) still->go_on(std::move(found));
        });
    }
};

Admission::Kept::Kept(const HttpRequest& from) {
    std::size_t size = from.method.size() + from.target.size() + from.body.size();
    for (const HttpHeader& each : from.headers) size += each.name.size() + each.value.size();
    text.reserve(size + from.peer.size());  // so that it never moves
    const auto keep = [this](std::string_view part) {
        text += part;
        return std::string_view(text).substr(text.size() - part.size());
    };
    for (const HttpHeader& each : from.headers)
        headers.push_back({keep(each.name), keep(each.value)});
    request.method = keep(from.method);
    request.target = keep(from.target);
    request.body = keep(from.body);
    request.peer = keep(from.peer);
    request.headers = headers;
}

Admission::Admission(std::shared_ptr<Shared> shared, const std::shared_ptr<Loop>& loop,
                     std::shared_ptr<Reply> reply)
    : shared_(std::move(shared)), loop_(loop), reply_(std::move(reply)) {}

std::shared_ptr<HttpExchange> Admission::begin(const std::shared_ptr<Shared>& shared,
                                               const std::shared_ptr<Loop>& loop,
                                               HttpRequest request, std::shared_ptr<Reply> reply) {
    if (!reply->may_begin()) {
        const std::array<HttpHeader, 1> headers{{{"Retry-After", "1"}}};
        reply->answer(503, headers, {});
        return nullptr;
    }
    return guarded(*shared, [&]() -> std::shared_ptr<HttpExchange> {
        if (shared->open && shared->open(request, *reply)) return nullptr;
        const bool asks =
            request.method != "OPTIONS" && (shared->authenticate_later || shared->authenticate);
        if (!asks) return shared->handle(request, std::move(reply));
        if (shared->screen && shared->screen(Bare(request).request, reply)) return nullptr;
        if (shared->authenticate_later)
            return std::make_shared<Admission>(shared, loop, std::move(reply))->ask(request);
        HttpIdentity identity;
        {
            const run::Crew::UserCode mark(shared->crew);
            identity = shared->authenticate(request);
        }
        return hand_over(*shared, request, identity, std::move(reply));
    });
}

std::shared_ptr<HttpExchange> Admission::ask(const HttpRequest& request) {
    const auto verdict = std::make_shared<Verdict>();
    {
        const run::Crew::UserCode mark(shared_->crew);
        shared_->authenticate_later(
            request, [verdict](Answer<HttpIdentity> answer) { verdict->take(std::move(answer)); });
    }
    {
        const std::lock_guard lock(verdict->mutex);
        if (!verdict->identity) {
            kept_.emplace(request);
            verdict->waits = weak_from_this();
            verdict->later = true;
            return shared_from_this();
        }
    }
    return hand_over(*shared_, request, *verdict->identity, std::move(reply_));
}

// In the loop.
void Admission::go_on(HttpIdentity identity) {
    std::shared_ptr<Reply> reply;
    {
        const std::lock_guard lock(mutex_);
        reply = std::move(reply_);
        if (gone_ || !reply) return;
    }
    auto handled = guarded(
        *shared_, [&] { return hand_over(*shared_, kept_->request, identity, std::move(reply)); });
    std::unique_lock lock(mutex_);
    if (!gone_) {
        handled_ = std::move(handled);
        return;
    }
    lock.unlock();
    if (handled) handled->disconnected();
}

void Admission::disconnected() {
    std::shared_ptr<HttpExchange> handled;
    std::shared_ptr<Reply> unread;
    {
        const std::lock_guard lock(mutex_);
        gone_ = true;
        handled = std::move(handled_);
        unread = std::move(reply_);
    }
    if (handled) handled->disconnected();
}

}  // namespace mcp::web
