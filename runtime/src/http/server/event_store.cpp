// Events in memory: for each session its newest ones, over all of its streams.
#include <mcp/http_options.hpp>

#include <deque>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace mcp {

namespace {

struct Event {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0;
    std::string text{};
    HttpEventStore::Time time{};
};

/// The events of one session.
struct Record {
    std::deque<Event> events{};
    std::size_t bytes = 0;
};

struct Session {
    std::string principal;
    std::string id;
};
struct SessionView {
    std::string_view principal;
    std::string_view id;
    SessionView(const Session& session) : principal(session.principal), id(session.id) {}
    SessionView(std::string_view of, std::string_view name) : principal(of), id(name) {}
    bool operator==(const SessionView&) const = default;
};
/// Ids of sessions are random, so that the principal adds nothing.
struct SessionHash {
    using is_transparent = void;
    std::size_t operator()(const SessionView& session) const noexcept {
        return std::hash<std::string_view>()(session.id);
    }
};
struct SameSession {
    using is_transparent = void;
    bool operator()(const SessionView& a, const SessionView& b) const noexcept { return a == b; }
};

class MemoryEventStore final : public HttpEventStore {
public:
    explicit MemoryEventStore(HttpEventLimits limits) : limits_(limits) {}

    void append(const HttpStreamKey& stream, std::uint64_t sequence, std::string_view message,
                Time now) override {
        const std::lock_guard lock(mutex_);
        Record& record = record_of({stream.principal, stream.session});
        drop_old(record, now);
        if (total_ + message.size() > limits_.max_total) drop_old_of_all(now);
        if (message.size() <= limits_.max_bytes) {
            while (!record.events.empty() && (record.events.size() >= limits_.max_events ||
                                              record.bytes + message.size() > limits_.max_bytes ||
                                              total_ + message.size() > limits_.max_total)) {
                drop_first(record);
            }
        }
        const bool fits = message.size() <= limits_.max_bytes && limits_.max_events > 0 &&
                          total_ + message.size() <= limits_.max_total;
        // What comes before an event that is missing is of no use.
        if (!fits) return drop_stream(record, stream.stream);
        record.events.push_back({stream.stream, sequence, std::string(message), now});
        record.bytes += message.size();
        total_ += message.size();
    }

    bool replay(const HttpStreamKey& stream, std::uint64_t after,
                const std::function<void(std::uint64_t, std::string_view)>& give,
                Time now) override {
        const std::lock_guard lock(mutex_);
        const auto found = records_.find(SessionView(stream.principal, stream.session));
        if (found == records_.end()) return false;
        Record& record = found->second;
        drop_old(record, now);
        std::vector<const Event*> events;
        for (const Event& event : record.events) {
            if (event.stream == stream.stream) events.push_back(&event);
        }
        // They have no gaps.
        if (events.empty() || after + 1 < events.front()->sequence ||
            after > events.back()->sequence) {
            return false;
        }
        for (const Event* const event : events) {
            if (event->sequence > after) give(event->sequence, event->text);
        }
        return true;
    }

    void erase(std::string_view principal, std::string_view session) override {
        const std::lock_guard lock(mutex_);
        const auto found = records_.find(SessionView(principal, session));
        if (found == records_.end()) return;
        total_ -= found->second.bytes;
        records_.erase(found);
    }

private:
    Record& record_of(const SessionView& session) {
        const auto found = records_.find(session);
        if (found != records_.end()) return found->second;
        return records_[Session{std::string(session.principal), std::string(session.id)}];
    }

    void forget(Record& record, const Event& event) {
        record.bytes -= event.text.size();
        total_ -= event.text.size();
    }
    void drop_first(Record& record) {
        forget(record, record.events.front());
        record.events.pop_front();
    }
    void drop_stream(Record& record, std::uint64_t stream) {
        std::erase_if(record.events, [&](const Event& event) {
            if (event.stream != stream) return false;
            forget(record, event);
            return true;
        });
    }
    void drop_old(Record& record, Time now) {
        while (!record.events.empty() && now - record.events.front().time > limits_.max_age) {
            drop_first(record);
        }
    }

    /// Sessions that are quiet still hold what is too old. Not at every message: it looks at all.
    void drop_old_of_all(Time now) {
        if (now - looked_at_all_ < std::chrono::seconds(1)) return;
        looked_at_all_ = now;
        for (auto& [key, record] : records_) drop_old(record, now);
    }

    const HttpEventLimits limits_;
    std::mutex mutex_{};
    std::unordered_map<Session, Record, SessionHash, SameSession> records_{};
    std::size_t total_ = 0;
    Time looked_at_all_{};
};

}  // namespace

std::shared_ptr<HttpEventStore> memory_event_store(HttpEventLimits limits) {
    return std::make_shared<MemoryEventStore>(limits);
}

}  // namespace mcp
