// Events in memory: for each session its newest ones, over all of its streams.
#include <mcp/http_options.hpp>

#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace mcp {

namespace {

struct Event {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0;
    std::string text{};
    HttpEventStore::Time time{};
};

/// The events of one session. For each stream: the first one that is still there, and the last.
struct Record {
    std::deque<Event> events{};
    std::size_t bytes = 0;
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> streams{};
};

/// No principal and no session has a zero byte in its name.
std::string key_of(std::string_view principal, std::string_view session) {
    std::string key(principal);
    key += '\0';
    key += session;
    return key;
}

class MemoryEventStore final : public HttpEventStore {
public:
    explicit MemoryEventStore(HttpEventLimits limits) : limits_(limits) {}

    void append(const HttpStreamKey& stream, std::uint64_t sequence, std::string_view message,
                Time now) override {
        const std::lock_guard lock(mutex_);
        Record& record = records_[key_of(stream.principal, stream.session)];
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
        if (!fits) {
            // What comes before an event that is missing is of no use.
            record.streams.erase(stream.stream);
            return;
        }
        const auto [place, is_new] =
            record.streams.try_emplace(stream.stream, std::pair(sequence, sequence));
        if (!is_new) place->second.second = sequence;
        record.events.push_back({stream.stream, sequence, std::string(message), now});
        record.bytes += message.size();
        total_ += message.size();
    }

    bool replay(const HttpStreamKey& stream, std::uint64_t after,
                const std::function<void(std::uint64_t, std::string_view)>& give,
                Time now) override {
        const std::lock_guard lock(mutex_);
        const auto found = records_.find(key_of(stream.principal, stream.session));
        if (found == records_.end()) return false;
        Record& record = found->second;
        drop_old(record, now);
        const auto known = record.streams.find(stream.stream);
        if (known == record.streams.end()) return false;
        const auto [first, last] = known->second;
        if (after + 1 < first || after > last) return false;
        for (const Event& event : record.events) {
            if (event.stream == stream.stream && event.sequence > after) {
                give(event.sequence, event.text);
            }
        }
        return true;
    }

    void erase(std::string_view principal, std::string_view session) override {
        const std::lock_guard lock(mutex_);
        const auto found = records_.find(key_of(principal, session));
        if (found == records_.end()) return;
        total_ -= found->second.bytes;
        records_.erase(found);
    }

private:
    void drop_first(Record& record) {
        const Event& event = record.events.front();
        record.bytes -= event.text.size();
        total_ -= event.text.size();
        const auto stream = record.streams.find(event.stream);
        if (stream != record.streams.end() && event.sequence >= stream->second.first) {
            stream->second.first = event.sequence + 1;
            if (stream->second.first > stream->second.second) record.streams.erase(stream);
        }
        record.events.pop_front();
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
    std::unordered_map<std::string, Record> records_{};
    std::size_t total_ = 0;
    Time looked_at_all_{};
};

}  // namespace

std::shared_ptr<HttpEventStore> memory_event_store(HttpEventLimits limits) {
    return std::make_shared<MemoryEventStore>(limits);
}

}  // namespace mcp
