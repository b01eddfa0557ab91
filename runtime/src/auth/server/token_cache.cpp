#include "auth/server/token_cache.hpp"

#include <utility>

namespace mcp::auth {

std::shared_ptr<const Grant> TokenCache::find(const std::string& digest, Grant::Time now) {
    const std::lock_guard lock(mutex_);
    const auto found = by_digest_.find(digest);
    if (found == by_digest_.end()) return nullptr;
    const Place place = found->second;
    if (place->fresh_until <= now) {
        by_digest_.erase(found);
        entries_.erase(place);
        return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, place);
    return place->grant;
}

void TokenCache::put(const std::string& digest, std::shared_ptr<const Grant> grant,
                     Grant::Time fresh_until) {
    if (most_ == 0) return;
    const std::lock_guard lock(mutex_);
    if (const auto found = by_digest_.find(digest); found != by_digest_.end()) {
        found->second->grant = std::move(grant);
        found->second->fresh_until = fresh_until;
        return;
    }
    if (entries_.size() >= most_) {
        by_digest_.erase(entries_.back().digest);
        entries_.pop_back();
    }
    entries_.push_front({digest, std::move(grant), fresh_until});
    by_digest_.emplace(entries_.front().digest, entries_.begin());
}

std::size_t TokenCache::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace mcp::auth
