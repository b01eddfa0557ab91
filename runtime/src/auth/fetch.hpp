// Fetching from addresses that somebody else named: metadata, keys, tokens. Guarded: TLS except on
// this machine, no addresses of private networks, bounds for size, time and redirects. What is
// fetched is not known here. Works on any `http::Fetcher`.
#pragma once

#include "http/client/fetcher.hpp"

#include <mcp/result.hpp>
#include <mcp/web_client.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mcp::auth {

struct FetchGuard {
    /// Addresses of this machine, with and without TLS.
    bool allow_loopback = false;
    /// Addresses of private networks too; only with TLS.
    bool allow_private = false;
    /// Addresses without TLS, of any machine.
    bool allow_plain = false;
    std::size_t max_bytes = std::size_t{256} * 1024;
    std::chrono::milliseconds timeout{15'000};  ///< for the whole of it
    unsigned max_redirects = 3;                 ///< of GET; others are not followed
};

/// The address, when the guard lets it be fetched. The reason otherwise. What names lead to is
/// looked at when they are connected to.
Result<http::Url> guarded_url(std::string_view url, const FetchGuard& guard);

/// One request on its way, to its end or until `cancel`.
class GuardedFetch : public http::FetchSink, public std::enable_shared_from_this<GuardedFetch> {
public:
    using Done = std::function<void(Result<WebReply>)>;

    /// `done` is called once, on the fetcher's thread, or here when nothing can be sent.
    static std::shared_ptr<GuardedFetch> start(std::shared_ptr<http::Fetcher> fetcher,
                                               WebRequest request, const FetchGuard& guard,
                                               Done done);
    /// Nothing is told from now on, unless that is under way.
    void cancel();

    void head(http::FetchHead head) override;
    void data(std::string_view bytes) override;
    void end(std::optional<std::string> failure) override;

private:
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;
    struct Private {};

public:
    GuardedFetch(Private, std::shared_ptr<http::Fetcher> fetcher, WebRequest request,
                 const FetchGuard& guard, Done done);

private:
    void send(Lock& lock);
    bool redirected(Lock& lock);
    void finish(Lock& lock, Result<WebReply> outcome);
    std::string shown() const;

    std::shared_ptr<http::Fetcher> fetcher_;  ///< null: over
    const FetchGuard guard_;
    const Clock::time_point begun_ = Clock::now();
    std::mutex mutex_{};
    WebRequest request_;
    Done done_;
    std::unique_ptr<http::Fetch> fetch_{};
    http::Url url_{};
    http::Url first_url_{};
    std::string location_{};
    WebReply reply_{};
    unsigned redirects_ = 0;
};

/// Fetches, and waits for what comes.
class Web {
public:
    virtual ~Web() = default;
    /// At most for the guard's `timeout`. The error is a sentence without secrets.
    virtual Result<WebReply> fetch(WebRequest request, const FetchGuard& guard,
                                   std::stop_token stop) = 0;
};

std::shared_ptr<Web> waiting_web(std::shared_ptr<http::Fetcher> fetcher);

}  // namespace mcp::auth
