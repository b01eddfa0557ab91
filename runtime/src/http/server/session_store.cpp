// Sessions in memory, for several endpoints of one process.
#include <mcp/http_options.hpp>

#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace mcp {

namespace {

class MemorySessionStore final : public HttpSessionStore {
public:
    MemorySessionStore(std::size_t max_sessions, std::chrono::milliseconds max_age)
        : max_sessions_(max_sessions), max_age_(max_age) {}

    void put(std::string_view id, const HttpStoredSession& session, Time now) override {
        const std::lock_guard lock(mutex_);
        remove(std::string(id));
        drop_old(now);
        while (!order_.empty() && order_.size() >= max_sessions_) remove(order_.front().id);
        order_.push_back({std::string(id), session, now});
        by_id_[order_.back().id] = std::prev(order_.end());
    }
    std::optional<HttpStoredSession> find(std::string_view id, Time now) override {
        const std::lock_guard lock(mutex_);
        drop_old(now);
        const auto found = by_id_.find(std::string(id));
        if (found == by_id_.end()) return std::nullopt;
        return found->second->session;
    }
    void erase(std::string_view id) override {
        const std::lock_guard lock(mutex_);
        remove(std::string(id));
    }

private:
    struct Kept {
        std::string id{};
        HttpStoredSession session{};
        Time since{};
    };
    void drop_old(Time now) {
        while (!order_.empty() && now - order_.front().since > max_age_) remove(order_.front().id);
    }
    void remove(const std::string& id) {
        const auto found = by_id_.find(id);
        if (found == by_id_.end()) return;
        const auto place = found->second;
        by_id_.erase(found);
        order_.erase(place);
    }

    const std::size_t max_sessions_;
    const std::chrono::milliseconds max_age_;
    std::mutex mutex_{};
    std::list<Kept> order_{};  ///< the oldest first
    std::unordered_map<std::string, std::list<Kept>::iterator> by_id_{};
};

}  // namespace

std::shared_ptr<HttpSessionStore> memory_session_store(std::size_t max_sessions,
                                                       std::chrono::milliseconds max_age) {
    return std::make_shared<MemorySessionStore>(max_sessions, max_age);
}

}  // namespace mcp
