// Kept answers.
#include <mcp/response_cache.hpp>

#include <algorithm>
#include <utility>

namespace mcp {

namespace {

/// Lengths keep the parts apart, whatever they hold.
std::string joined(const ResponseCache::Key& key, bool is_public) {
    std::string text;
    const auto add = [&](std::string_view part) {
        text += std::to_string(part.size());
        text += ':';
        text += part;
    };
    for (const std::string_view part : {key.server, key.revision, key.method, key.params}) {
        add(part);
    }
    if (!is_public) add(key.principal);
    return text;
}

}  // namespace

std::size_t ResponseCache::Entry::bytes() const {
    return 2 * key.size() + server.size() + method.size() + params.size() + answer.size();
}

std::optional<std::string> ResponseCache::find(const Key& key, Time now) {
    const std::lock_guard lock(mutex_);
    for (const bool is_public : {false, true}) {
        const auto found = by_key_.find(joined(key, is_public));
        if (found == by_key_.end()) continue;
        if (now >= found->second->fresh_until) {
            drop(found->second);
            continue;
        }
        entries_.splice(entries_.begin(), entries_, found->second);
        return found->second->answer;
    }
    return {};
}

void ResponseCache::keep(const Key& key, std::string answer, std::chrono::milliseconds ttl,
                         bool is_public, Time now) {
    if (ttl <= std::chrono::milliseconds(0)) return;
    Entry entry{joined(key, is_public),  std::string(key.server),
                std::string(key.method), std::string(key.params),
                std::move(answer),       now + std::min(ttl, limits_.longest)};
    const std::lock_guard lock(mutex_);
    if (const auto found = by_key_.find(entry.key); found != by_key_.end()) drop(found->second);
    bytes_ += entry.bytes();
    entries_.push_front(std::move(entry));
    by_key_.emplace(entries_.front().key, entries_.begin());
    while (entries_.size() > limits_.entries || bytes_ > limits_.bytes) {
        drop(std::prev(entries_.end()));
        if (entries_.empty()) break;
    }
}

void ResponseCache::drop(Entries::iterator entry) {
    bytes_ -= entry->bytes();
    by_key_.erase(entry->key);
    entries_.erase(entry);
}

void ResponseCache::forget(std::string_view server, std::string_view method,
                           std::string_view params_hold) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const auto next = std::next(entry);
        if (entry->server == server && entry->method == method &&
            entry->params.find(params_hold) != std::string::npos) {
            drop(entry);
        }
        entry = next;
    }
}

void ResponseCache::clear() {
    const std::lock_guard lock(mutex_);
    by_key_.clear();
    entries_.clear();
    bytes_ = 0;
}

std::size_t ResponseCache::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace mcp
