// Which one-time tokens have come back, until they would have expired anyway. In this process only.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::session {

/// For any thread.
class UsedTokens {
public:
    using Time = std::chrono::system_clock::time_point;
    explicit UsedTokens(std::size_t max) : max_(max) {}

    /// Takes a token that is not accepted elsewhere from `expires` on. False when it was taken
    /// before, and for all when too many are remembered: none may count twice.
    bool take(std::string_view token, Time now, Time expires);

private:
    const std::size_t max_;
    std::mutex mutex_;
    std::set<std::string, std::less<>> used_;
    std::deque<std::pair<Time, std::string>> ends_;  // of `used_`, in the order of coming
};

}  // namespace mcp::session
