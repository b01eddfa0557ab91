// Tasks in memory: in the order of their creation, found by id.
#include <mcp/task_store.hpp>

#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace mcp {

namespace {

class MemoryTaskStore final : public TaskStore {
public:
    bool create(const StoredTask& task, std::size_t most) override {
        const std::lock_guard held(mutex_);
        if (tasks_.size() >= most) return false;
        if (!places_.emplace(task.id, ++last_).second) {
            throw TaskStoreError("a task with the id of another one");
        }
        tasks_.emplace(last_, task);
        return true;
    }

    std::optional<StoredTask> find(std::string_view owner, std::string_view id, Time now) override {
        const std::lock_guard held(mutex_);
        const auto place = places_.find(std::string(id));
        if (place == places_.end()) return std::nullopt;
        const StoredTask& task = tasks_.at(place->second);
        if (task.owner != owner || task.expires <= now) return std::nullopt;
        return task;
    }

    bool replace(const StoredTask& task) override {
        const std::lock_guard held(mutex_);
        const auto place = places_.find(task.id);
        if (place == places_.end()) return false;
        StoredTask& kept = tasks_.at(place->second);
        if (kept.version + 1 != task.version) return false;
        kept = task;
        return true;
    }

    std::optional<Page> list(std::string_view owner, std::string_view after, std::size_t count,
                             Time now) override {
        const std::lock_guard held(mutex_);
        auto each = tasks_.begin();
        if (!after.empty()) {
            const auto place = places_.find(std::string(after));
            if (place == places_.end()) return std::nullopt;
            each = tasks_.find(place->second);
            if (each->second.owner != owner) return std::nullopt;
            ++each;
        }
        Page page;
        for (; each != tasks_.end(); ++each) {
            if (each->second.owner != owner || each->second.expires <= now) continue;
            if (page.tasks.size() == count) {
                page.more = true;
                break;
            }
            page.tasks.push_back(each->second);
        }
        return page;
    }

    void remove_expired(Time now) override {
        const std::lock_guard held(mutex_);
        std::erase_if(tasks_, [&](const auto& entry) {
            if (entry.second.expires > now) return false;
            places_.erase(entry.second.id);
            return true;
        });
    }

    std::vector<StoredTask> take_left_over() override { return {}; }

private:
    std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::map<std::uint64_t, StoredTask> tasks_;
    std::unordered_map<std::string, std::uint64_t> places_;
};

}  // namespace

std::shared_ptr<TaskStore> memory_task_store() { return std::make_shared<MemoryTaskStore>(); }

}  // namespace mcp
