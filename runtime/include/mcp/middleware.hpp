// Code around every call, whatever its method: measuring, auditing, rate limits, refusals. Sees the
// params and the result as JSON; what sees messages is <mcp/message_filter.hpp>.
#pragma once

#include <mcp/async.hpp>
#include <mcp/context.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp {

/// A call on its way to its handler.
struct CallInfo {
    std::string_view method{};
    /// The tool's or the prompt's name, the resource's address; empty for other methods.
    std::string target{};
    /// Null when there are none. Assign to pass others on.
    Json params{};
    /// The request that is served. Valid until the call is answered. Null for calls that this side
    /// makes.
    CallContext* context = nullptr;
};

/// The rest of the way. Use it once; a call whose Next is dropped is answered with an internal
/// error. So is one whose middleware throws, and what it threw is told to the program's log; but an
/// RpcError that it throws is the answer.
class Next {
public:
    using Finish = Done<Json>;
    using Go = std::function<void(CallInfo&, Finish)>;
    Next(Go go, CallInfo& call, Finish finish)
        : go_(std::move(go)), call_(&call), finish_(std::move(finish)) {}

    /// Goes on.
    void operator()() { go_(*call_, std::move(finish_)); }
    /// Goes on; `look` sees the answer when it is there, on whatever thread, and may change it.
    template <class F>
    void then(F look) {
        go_(*call_,
            [look = std::move(look), finish = std::move(finish_)](Answer<Json> answer) mutable {
                look(answer);
                finish(std::move(answer));
            });
    }
    /// Goes no further: this is the answer.
    void answer(Answer<Json> answer) { finish_(std::move(answer)); }

private:
    Go go_;
    CallInfo* call_;
    Finish finish_;
};

/// `server.use([](mcp::CallInfo& call, mcp::Next next) { next(); })`. Called by many threads at
/// once. Let exceptions that are no std::exception pass.
using Middleware = std::function<void(CallInfo&, Next)>;

struct RateLimitOptions {
    double per_second = 100;
    double burst = 100;  ///< so many at once after a rest
    /// Only this method; empty: all.
    std::string method{};
    std::size_t max_principals = 10'000;  ///< remembered; above it the oldest are forgotten
};

/// Refuses calls above a rate, for each principal alone.
Middleware rate_limit(RateLimitOptions options);

}  // namespace mcp
