// The rate limit that comes with middleware: a bucket for each principal.
#include <mcp/middleware.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace mcp {

namespace {

class Buckets {
public:
    explicit Buckets(RateLimitOptions options) : options_(std::move(options)) {}

    bool allow(const std::string& principal) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point now = Clock::now();
        const std::lock_guard lock(mutex_);
        const auto [it, is_new] = buckets_.try_emplace(principal, Bucket{options_.burst, now});
        Bucket& bucket = it->second;
        const double seconds = std::chrono::duration<double>(now - bucket.last).count();
        bucket.left = std::min(options_.burst, bucket.left + seconds * options_.per_second);
        bucket.last = now;
        const bool allowed = bucket.left >= 1;
        if (allowed) bucket.left -= 1;
        if (buckets_.size() > options_.max_principals) forget();
        return allowed;
    }
    const std::string& method() const { return options_.method; }

private:
    struct Bucket {
        double left = 0;
        std::chrono::steady_clock::time_point last{};
    };
    void forget() {
        buckets_.erase(std::min_element(
            buckets_.begin(), buckets_.end(),
            [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
    }
    RateLimitOptions options_;
    std::mutex mutex_;
    std::map<std::string, Bucket> buckets_;
};

}  // namespace

Middleware rate_limit(RateLimitOptions options) {
    return [buckets = std::make_shared<Buckets>(std::move(options))](CallInfo& call, Next next) {
        const bool counts = buckets->method().empty() || buckets->method() == call.method;
        const std::string principal(call.context != nullptr ? call.context->principal() : "");
        if (counts && !buckets->allow(principal)) {
            return next.answer(
                Unexpected(RpcError(error_code::internal_error, "too many requests; try later")));
        }
        next();
    };
}

}  // namespace mcp
