// Credentials on requests.
//
//   start --> at hand? --no--> obtain (on the worker) --.
//               | yes                                   v
//               '-------------------------------> the request --> a reply --> the one who asked
//                                                    ^               | 401, 403
//                                                    '-- refused? <--' (on the worker)
#include "auth/client/authorizing_fetcher.hpp"

#include "auth/worker.hpp"
#include "http/headers.hpp"

#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

namespace mcp::auth {

namespace {

/// Sources have stricter limits of their own.
constexpr unsigned max_attempts = 6;
constexpr std::size_t max_refusal_body = std::size_t{64} * 1024;

struct Shop {
    std::shared_ptr<http::Fetcher> fetcher{};
    std::shared_ptr<TokenSource> source{};
    std::string server{};
    http::Url server_url{};
    Worker worker{};
};

/// Text without the secrets that were sent: who refuses may say them back.
std::string without_secrets(std::string text, const HttpFields& sent) {
    for (const auto& [name, value] : sent) {
        const std::string secret = value.substr(value.rfind(' ') + 1);
        for (std::size_t at = 0;
             !secret.empty() && (at = text.find(secret, at)) != std::string::npos;) {
            text.replace(at, secret.size(), "***");
        }
    }
    return text;
}

class Attempt final : public std::enable_shared_from_this<Attempt> {
public:
    Attempt(std::weak_ptr<Shop> shop, http::FetchRequest request,
            std::shared_ptr<http::FetchSink> sink)
        : shop_(std::move(shop)), request_(std::move(request)), sink_(std::move(sink)) {
        about_.method = request_.method;
        about_.url =
            request_.url.origin() + request_.url.target.substr(0, request_.url.target.find('?'));
    }

    void begin(Shop& shop) {
        about_.server = shop.server;
        if (!http::same_origin(request_.url, shop.server_url)) {
            send(shop, {});
            return;
        }
        try {
            proceed(shop);
        } catch (const std::exception& error) {
            on_worker(shop,
                      [why = std::string(error.what())](Attempt& self, Shop&, std::stop_token) {
                          self.fail({AuthFailure::stopped, why, {}});
                      });
        }
    }

    void give_up() {
        std::unique_lock lock(mutex_);
        sink_.reset();
        const auto fetch = std::move(fetch_);
        lock.unlock();
    }

private:
    using Lock = std::unique_lock<std::mutex>;

    /// The reply to one try.
    class Reply final : public http::FetchSink {
    public:
        explicit Reply(std::weak_ptr<Attempt> attempt) : attempt_(std::move(attempt)) {}
        void head(http::FetchHead head) override {
            if (const auto attempt = attempt_.lock()) attempt->head(std::move(head));
        }
        void data(std::string_view bytes) override {
            if (const auto attempt = attempt_.lock()) attempt->data(bytes);
        }
        void end(std::optional<std::string> failure) override {
            if (const auto attempt = attempt_.lock()) attempt->end(std::move(failure));
        }

    private:
        std::weak_ptr<Attempt> attempt_;
    };

    void send(Shop& shop, HttpFields fields) {
        const Lock lock(mutex_);
        if (!sink_) return;
        http::FetchRequest request = request_;
        for (const auto& field : fields) {
            std::erase_if(request.secret_headers, [&](const auto& each) {
                return http::same_name(each.first, field.first);
            });
            request.secret_headers.push_back(field);
        }
        sent_ = std::move(fields);
        refusal_.reset();
        body_.clear();
        fetch_ = shop.fetcher->start(std::move(request), std::make_shared<Reply>(weak_from_this()));
    }

    /// Work that may wait. What it throws is a failure of the request.
    template <class F>
    void on_worker(Shop& shop, F f) {
        const auto job = [weak = weak_from_this(), f](std::stop_token stop) {
            const auto attempt = weak.lock();
            const auto open = attempt ? attempt->shop_.lock() : nullptr;
            if (!open) return;
            try {
                f(*attempt, *open, std::move(stop));
            } catch (const std::exception& error) {
                attempt->fail({AuthFailure::stopped, error.what(), {}});
            }
        };
        try {
            shop.worker.add(job);
        } catch (const std::system_error& error) {
            fail({AuthFailure::stopped, std::string("no thread for it: ") + error.what(), {}});
        }
    }

    void proceed(Shop& shop) {
        if (auto there = shop.source->at_hand(about_)) {
            send(shop, std::move(*there));
        } else {
            obtain(shop);
        }
    }

    void obtain(Shop& shop) {
        on_worker(shop, [](Attempt& self, Shop& open, std::stop_token stop) {
            auto fields = open.source->obtain(self.about_, std::move(stop));
            if (fields) {
                self.send(open, std::move(*fields));
            } else {
                self.fail(fields.error());
            }
        });
    }

    void fail(const AuthError& error) {
        Lock lock(mutex_);
        const auto sink = std::move(sink_);
        const auto fetch = std::move(fetch_);
        const HttpFields sent = sent_;
        lock.unlock();
        if (sink) sink->end("authorization: " + without_secrets(error.message, sent));
    }

    void head(http::FetchHead head) {
        Lock lock(mutex_);
        const auto sink = sink_;
        const auto shop = shop_.lock();
        if (!sink || !shop) return;
        const bool ours = http::same_origin(head.url, shop->server_url);
        const bool judged =
            ours && (head.status == 401 || head.status == 403) && attempt_ < max_attempts;
        if (judged) refusal_ = head;
        lock.unlock();
        if (ours) shop->source->replied(about_, head.headers);
        if (!judged) sink->head(std::move(head));
    }

    void data(std::string_view bytes) {
        Lock lock(mutex_);
        const auto sink = sink_;
        if (refusal_) {
            body_ += bytes.substr(0, max_refusal_body - std::min(max_refusal_body, body_.size()));
            return;
        }
        lock.unlock();
        if (sink) sink->data(bytes);
    }

    void end(std::optional<std::string> failure) {
        Lock lock(mutex_);
        const auto shop = shop_.lock();
        if (refusal_ && !failure && shop) {
            lock.unlock();
            on_worker(*shop, [](Attempt& self, Shop& open, std::stop_token stop) {
                self.judge(open, std::move(stop));
            });
            return;
        }
        const auto sink = std::move(sink_);
        const auto fetch = std::move(fetch_);
        lock.unlock();
        if (sink) sink->end(std::move(failure));
    }

    void judge(Shop& shop, std::stop_token stop) {
        Lock lock(mutex_);
        if (!sink_ || !refusal_) return;
        TokenRefusal refusal;
        refusal.status = refusal_->status;
        refusal.sent = sent_;
        refusal.attempt = attempt_++;
        for (const auto& [name, value] : refusal_->headers) {
            if (http::same_name(name, http::header::www_authenticate)) {
                refusal.challenges.push_back(value);
            }
        }
        lock.unlock();
        const auto again = shop.source->refused(about_, refusal, std::move(stop));
        if (!again) {
            fail(again.error());
        } else if (!*again) {
            tell_refusal();
        } else {
            proceed(shop);
        }
    }

    void tell_refusal() {
        Lock lock(mutex_);
        const auto sink = std::move(sink_);
        const auto fetch = std::move(fetch_);
        http::FetchHead head = std::move(*refusal_);
        const std::string body = without_secrets(std::move(body_), sent_);
        lock.unlock();
        if (!sink) return;
        sink->head(std::move(head));
        if (!body.empty()) sink->data(body);
        sink->end(std::nullopt);
    }

    const std::weak_ptr<Shop> shop_;
    const http::FetchRequest request_;
    TokenRequest about_{};
    std::mutex mutex_{};
    std::shared_ptr<http::FetchSink> sink_;  ///< null: over
    std::unique_ptr<http::Fetch> fetch_{};
    HttpFields sent_{};
    std::optional<http::FetchHead> refusal_{};
    std::string body_{};
    unsigned attempt_ = 0;
};

class AuthorizingFetcher final : public http::Fetcher {
public:
    AuthorizingFetcher(std::shared_ptr<http::Fetcher> fetcher, std::shared_ptr<TokenSource> source,
                       const std::string& server)
        : shop_(std::make_shared<Shop>()) {
        shop_->fetcher = std::move(fetcher);
        shop_->source = std::move(source);
        shop_->server = server;
        if (const auto url = http::parse_url(server)) shop_->server_url = *url;
    }

    ~AuthorizingFetcher() override { shop_->worker.stop(); }

    std::unique_ptr<http::Fetch> start(http::FetchRequest request,
                                       std::shared_ptr<http::FetchSink> sink) override {
        auto attempt = std::make_shared<Attempt>(shop_, std::move(request), std::move(sink));
        attempt->begin(*shop_);
        return std::make_unique<Handle>(std::move(attempt));
    }

private:
    class Handle final : public http::Fetch {
    public:
        explicit Handle(std::shared_ptr<Attempt> attempt) : attempt_(std::move(attempt)) {}
        ~Handle() override { attempt_->give_up(); }

    private:
        const std::shared_ptr<Attempt> attempt_;
    };

    const std::shared_ptr<Shop> shop_;
};

}  // namespace

std::shared_ptr<http::Fetcher> authorizing_fetcher(std::shared_ptr<http::Fetcher> fetcher,
                                                   std::shared_ptr<TokenSource> source,
                                                   const std::string& server) {
    return std::make_shared<AuthorizingFetcher>(std::move(fetcher), std::move(source), server);
}

}  // namespace mcp::auth
