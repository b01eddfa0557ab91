// Remembering tokens, and forgetting them in time.
#include "session/used_tokens.hpp"

namespace mcp::session {

bool UsedTokens::take(std::string_view token, Time now, Time expires) {
    const std::lock_guard lock(mutex_);
    while (!ends_.empty() && ends_.front().first <= now) {
        used_.erase(ends_.front().second);
        ends_.pop_front();
    }
    if (used_.size() >= max_) return false;
    const auto [place, added] = used_.emplace(token);
    if (added) ends_.emplace_back(expires, *place);
    return added;
}

}  // namespace mcp::session
