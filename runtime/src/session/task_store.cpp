// Tasks in memory: a list in order of creation, cleaned of what is over by whoever comes along.
#include "session/task_store.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace mcp::session {

namespace {

using Callbacks = std::vector<std::function<void()>>;
using Waiting = std::map<std::uint64_t, std::function<void()>>;

struct Entry {
    std::string owner{};
    Task task{};
    Sealer::Time expires{};
    std::function<void()> on_cancel{};
    std::optional<TaskOutcome> outcome{};
    Waiting waiting{};  ///< for its end
};

/// Calls what was collected under the lock, without it.
void call_all(Callbacks& callbacks) {
    for (auto& callback : callbacks) {
        if (callback) callback();
    }
}

class MemoryTaskStore final : public TaskStore {
public:
    explicit MemoryTaskStore(TaskLimits limits) : limits_(limits) {}

    Answer<Task> create(std::string_view owner, std::optional<std::int64_t> ttl, Time now,
                        std::function<void()> on_cancel) override {
        Callbacks calls;
        Answer<Task> task = create_locked(owner, ttl, now, std::move(on_cancel), calls);
        call_all(calls);
        return task;
    }

    std::optional<Task> get(std::string_view owner, std::string_view id, Time now) override {
        Callbacks calls;
        std::optional<Task> task;
        {
            const std::lock_guard held(mutex_);
            clean(now, calls);
            if (const Entry* entry = find(owner, id)) task = entry->task;
        }
        call_all(calls);
        return task;
    }

    bool move(std::string_view owner, std::string_view id, TaskStatusTag status,
              std::string_view message, std::optional<TaskOutcome> outcome, Time now) override {
        Callbacks calls;
        bool moved = false;
        {
            const std::lock_guard held(mutex_);
            clean(now, calls);
            Entry* entry = find(owner, id);
            if (entry && !has_ended(*entry->task.status.tag())) {
                moved = true;
                entry->task.status = status;
                entry->task.lastUpdatedAt = iso_time(now);
                entry->task.statusMessage.reset();
                if (!message.empty()) entry->task.statusMessage = std::string(message);
                if (has_ended(status)) {
                    if (status == TaskStatusTag::cancelled) calls.push_back(entry->on_cancel);
                    entry->on_cancel = nullptr;
                    entry->outcome = std::move(outcome);
                    take_waiting(*entry, calls);
                }
            }
        }
        call_all(calls);
        return moved;
    }

    std::optional<TaskOutcome> outcome(std::string_view owner, std::string_view id, Time) override {
        const std::lock_guard held(mutex_);
        const Entry* entry = find(owner, id);
        return entry ? entry->outcome : std::nullopt;
    }

    std::uint64_t when_ended(std::string_view owner, std::string_view id, Time now,
                             std::function<void()> callback) override {
        Callbacks calls;
        std::uint64_t number = 0;
        {
            const std::lock_guard held(mutex_);
            clean(now, calls);
            number = ++last_number_;
            Entry* entry = find(owner, id);
            if (entry && !has_ended(*entry->task.status.tag())) {
                entry->waiting.emplace(number, std::move(callback));
            } else {
                calls.push_back(std::move(callback));
            }
        }
        call_all(calls);
        return number;
    }

    void forget(std::string_view owner, std::string_view id, std::uint64_t number) override {
        std::function<void()> forgotten;  // its destruction may do anything: without the lock
        const std::lock_guard held(mutex_);
        Entry* const entry = find(owner, id);
        const auto found = entry ? entry->waiting.find(number) : Waiting::iterator();
        if (!entry || found == entry->waiting.end()) return;
        forgotten = std::move(found->second);
        entry->waiting.erase(found);
    }

    std::optional<Page> list(std::string_view owner, std::string_view after, std::size_t count,
                             Time now) override {
        Callbacks calls;
        Page page;
        bool started = after.empty();
        {
            const std::lock_guard held(mutex_);
            clean(now, calls);
            for (const Entry& entry : entries_) {
                if (entry.owner != owner) continue;
                if (!started) {
                    started = entry.task.taskId == after;
                } else if (page.tasks.size() == count) {
                    page.more = true;
                    break;
                } else {
                    page.tasks.push_back(entry.task);
                }
            }
        }
        call_all(calls);
        if (!started) return std::nullopt;
        return page;
    }

private:
    Answer<Task> create_locked(std::string_view owner, std::optional<std::int64_t> ttl, Time now,
                               std::function<void()> on_cancel, Callbacks& calls) {
        const std::lock_guard held(mutex_);
        clean(now, calls);
        const auto own = std::count_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return entry.owner == owner && !has_ended(*entry.task.status.tag());
        });
        if (entries_.size() >= limits_.max_tasks ||
            static_cast<std::size_t>(own) >= limits_.max_per_owner) {
            return Unexpected(RpcError(error_code::internal_error, "too many tasks"));
        }
        Entry entry;
        entry.owner = std::string(owner);
        entry.task.taskId = random_token();
        entry.task.status = TaskStatusTag::working;
        entry.task.createdAt = entry.task.lastUpdatedAt = iso_time(now);
        const std::int64_t wanted = ttl.value_or(limits_.default_ttl.count());
        const std::int64_t kept =
            std::clamp<std::int64_t>(wanted, 0, std::int64_t{limits_.max_ttl.count()});
        entry.task.ttl = kept;
        entry.task.pollInterval = limits_.poll_interval.count();
        entry.expires = now + std::chrono::milliseconds(kept);
        entry.on_cancel = std::move(on_cancel);
        entries_.push_back(std::move(entry));
        return entries_.back().task;
    }

    /// Removes what is over; what was still at work is cancelled.
    void clean(Time now, Callbacks& calls) {
        for (auto it = entries_.begin(); it != entries_.end();) {
            if (it->expires > now) {
                ++it;
                continue;
            }
            if (it->on_cancel) calls.push_back(std::move(it->on_cancel));
            take_waiting(*it, calls);
            it = entries_.erase(it);
        }
    }

    static void take_waiting(Entry& entry, Callbacks& calls) {
        for (auto& [number, callback] : entry.waiting) calls.push_back(std::move(callback));
        entry.waiting.clear();
    }

    Entry* find(std::string_view owner, std::string_view id) {
        for (Entry& entry : entries_) {
            if (entry.task.taskId == id && entry.owner == owner) return &entry;
        }
        return nullptr;
    }

    TaskLimits limits_;
    std::mutex mutex_;
    std::list<Entry> entries_;
    std::uint64_t last_number_ = 0;
};

}  // namespace

bool has_ended(TaskStatusTag status) {
    return status == TaskStatusTag::completed || status == TaskStatusTag::failed ||
           status == TaskStatusTag::cancelled;
}

Json related_task(std::string_view task_id) { return Json::object({{"taskId", Json(task_id)}}); }

std::unique_ptr<TaskStore> memory_task_store(TaskLimits limits) {
    return std::make_unique<MemoryTaskStore>(limits);
}

std::string iso_time(Sealer::Time time) {
    const auto whole = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    const std::time_t seconds = std::chrono::floor<std::chrono::seconds>(whole).count();
    const auto milliseconds = whole.count() - std::int64_t{seconds} * 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                  static_cast<int>(milliseconds));
    return text;
}

}  // namespace mcp::session
