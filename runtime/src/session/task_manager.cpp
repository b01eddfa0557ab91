// The life of tasks: creation, changes in their order, ends, time. What others have to do with a
// task is in task_questions.cpp.
#include "session/task_manager.hpp"

#include "session/task_questions.hpp"

#include <mcp/seal.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>

namespace mcp::session {

namespace {

constexpr std::chrono::seconds clean_every{10};
constexpr std::chrono::seconds save_again_after{1};

RpcError too_many() { return {error_code::internal_error, "too many tasks"}; }

/// Calls what was collected under a lock, without it.
void call_all(const std::vector<std::function<void()>>& callbacks) {
    for (const auto& callback : callbacks) {
        if (callback) callback();
    }
}

}  // namespace

TaskManager::TaskManager(std::shared_ptr<TaskStore> store, TaskLimits limits, Report report)
    : store_(std::move(store)), limits_(limits), report_(std::move(report)) {}

std::unique_ptr<TaskManager> memory_task_manager(TaskLimits limits) {
    return std::make_unique<TaskManager>(memory_task_store(), limits);
}

void TaskManager::report(std::string_view what) const {
    if (report_) report_("tasks: " + std::string(what));
}

// ---- creation ----

Answer<StoredTask> TaskManager::create(TaskOrder order, Time now, std::function<void()> on_cancel) {
    clean(now);
    if (order.params.size() > limits_.max_bytes) {
        return Unexpected(RpcError::invalid_params("params: too large for a task"));
    }
    StoredTask task;
    task.id = random_token();
    task.owner = std::move(order.owner);
    task.revision = order.revision;
    task.method = std::move(order.method);
    task.params = std::move(order.params);
    task.client = std::move(order.client);
    task.created = task.updated = now;
    const std::int64_t wanted = order.ttl.value_or(limits_.default_ttl.count());
    task.expires = now + std::chrono::milliseconds(std::clamp<std::int64_t>(
                             wanted, 0, std::int64_t{limits_.max_ttl.count()}));
    {
        const std::lock_guard held(mutex_);
        if (stopped_) return Unexpected(RpcError(error_code::internal_error, "shutting down"));
        if (running_of_[task.owner] >= limits_.max_per_owner) return Unexpected(too_many());
        start_locked(task, std::move(on_cancel));
    }
    const auto forget_it = [&] {
        Callbacks unused;
        const std::lock_guard held(mutex_);
        end_locked(task.id, unused);
    };
    try {
        bool kept = store_->create(task, limits_.max_tasks);
        if (!kept) {
            store_->remove_expired(now);
            kept = store_->create(task, limits_.max_tasks);
        }
        if (kept) return task;
    } catch (...) {
        forget_it();
        throw;
    }
    forget_it();
    return Unexpected(too_many());
}

StoredTask TaskManager::take_up(StoredTask task, Time now, std::function<void()> on_cancel) {
    task.status = TaskStatusTag::working;
    task.questions.clear();
    task.updated = now;
    ++task.version;
    if (!store_->replace(task)) throw TaskStoreError("the task " + task.id + " is not there");
    const std::lock_guard held(mutex_);
    start_locked(task, std::move(on_cancel));
    return task;
}

void TaskManager::start_locked(const StoredTask& task, std::function<void()> on_cancel) {
    Running& running = running_[task.id];
    running.owner = task.owner;
    running.expires = task.expires;
    running.on_cancel = std::move(on_cancel);
    ++running_of_[task.owner];
    clean_at_ = std::min(clean_at_, task.expires);
}

// ---- what is known of a task ----

std::optional<StoredTask> TaskManager::get(std::string_view owner, std::string_view id, Time now) {
    clean(now);
    auto task = store_->find(owner, id, now);
    if (!task) return task;
    const std::lock_guard held(mutex_);
    const auto running = running_.find(task->id);
    if (running == running_.end()) return task;
    if (running->second.unsaved) return running->second.unsaved;
    if (task->status == TaskStatusTag::working && !running->second.note.empty()) {
        task->status_message = running->second.note;
    }
    return task;
}

void TaskManager::note(std::string_view id, std::string message) {
    const std::lock_guard held(mutex_);
    const auto running = running_.find(std::string(id));
    if (running != running_.end()) running->second.note = std::move(message);
}

std::optional<TaskStore::Page> TaskManager::list(std::string_view owner, std::string_view after,
                                                 std::size_t count, Time now) {
    clean(now);
    return store_->list(owner, after, count, now);
}

// ---- changes ----

std::optional<StoredTask> TaskManager::changed(std::string_view owner, std::string_view id,
                                               Time now,
                                               const std::function<bool(StoredTask&)>& change) {
    constexpr int most_tries = 16;  // against servers that share the store
    for (int tries = 0; tries < most_tries; ++tries) {
        auto task = store_->find(owner, id, now);
        if (!task || has_ended(task->status) || !change(*task)) return std::nullopt;
        ++task->version;
        task->updated = now;
        if (store_->replace(*task)) return task;
    }
    return std::nullopt;
}

void TaskManager::fill_end(StoredTask& task, std::optional<TaskOutcome> outcome) const {
    task.params.clear();
    task.client.clear();
    task.questions.clear();
    task.answers.clear();
    if (outcome && outcome->has_value() && (*outcome)->size() > limits_.max_bytes) {
        report("the result of a task has " + std::to_string((*outcome)->size()) +
               " bytes, more than TaskLimits::max_bytes");
        outcome = Unexpected(RpcError(error_code::internal_error, "the result is too large"));
        task.status = TaskStatusTag::failed;
        task.status_message = "the result is too large";
    }
    if (!outcome) return;
    if (*outcome) {
        task.result = **std::move(outcome);
    } else {
        task.error = outcome->error();
    }
}

bool TaskManager::move(std::string_view owner, std::string_view id, TaskStatusTag status,
                       std::string_view message, std::optional<TaskOutcome> outcome, Time now) {
    clean(now);
    Callbacks calls;
    std::vector<std::shared_ptr<Asking>> asked;
    {
        const std::lock_guard order(changing_);
        {
            const std::lock_guard held(mutex_);
            const auto running = running_.find(std::string(id));
            if (stopped_ || (running != running_.end() && running->second.unsaved)) return false;
        }
        StoredTask last;
        const auto change = [&](StoredTask& task) {
            task.status = status;
            task.status_message = std::string(message);
            if (has_ended(status)) fill_end(task, outcome);
            last = task;
            return true;
        };
        std::optional<StoredTask> task;
        try {
            task = changed(owner, id, now, change);
        } catch (const std::exception& why) {
            if (!has_ended(status) || last.id.empty()) throw;
            ++last.version;
            last.updated = now;
            keep_end(last, why);
            task = last;
        }
        if (!task) return false;
        const std::lock_guard held(mutex_);
        if (has_ended(status)) {
            const auto running = running_.find(task->id);
            if (running != running_.end()) {
                asked.swap(running->second.asked);
                if (status != TaskStatusTag::cancelled) running->second.on_cancel = nullptr;
            }
            end_locked(task->id, calls);
        }
        calls.push_back([this, told = *std::move(task)] { tell(told); });
    }
    finish_questions(asked, RpcError(Failure::cancelled, "the task has ended"));
    call_all(calls);
    return true;
}

void TaskManager::end_locked(const std::string& id, Callbacks& calls) {
    const auto found = running_.find(id);
    if (found == running_.end()) return;
    Running& running = found->second;
    if (running.on_cancel) calls.push_back(std::exchange(running.on_cancel, nullptr));
    for (auto& [number, callback] : running.waiting) calls.push_back(std::move(callback));
    running.waiting.clear();
    if (running.unsaved) return;
    const auto count = running_of_.find(running.owner);
    if (--count->second == 0) running_of_.erase(count);
    running_.erase(found);
}

void TaskManager::keep_end(const StoredTask& task, const std::exception& why) {
    report(std::string(why.what()) +
           "; the end of a task is kept in memory until the store takes it");
    const std::lock_guard held(mutex_);
    const auto running = running_.find(task.id);
    if (running == running_.end()) return;
    running->second.unsaved = task;
    has_unsaved_ = true;
    clean_at_ = std::min(clean_at_, task.updated + save_again_after);
}

void TaskManager::save_late_ends() {
    std::vector<StoredTask> ends;
    {
        const std::lock_guard held(mutex_);
        for (const auto& [id, running] : running_) {
            if (running.unsaved) ends.push_back(*running.unsaved);
        }
    }
    for (const StoredTask& task : ends) {
        try {
            if (!store_->replace(task)) report("the end of a task came too late for its store");
        } catch (const std::exception&) {
            return;  // said once
        }
        Callbacks unused;
        const std::lock_guard held(mutex_);
        const auto running = running_.find(task.id);
        if (running == running_.end()) continue;
        running->second.unsaved.reset();
        end_locked(task.id, unused);
    }
    const std::lock_guard held(mutex_);
    has_unsaved_ = false;
}

// ---- time, and the end of the process ----

void TaskManager::clean(Time now) {
    Callbacks calls;
    std::vector<std::shared_ptr<Asking>> asked;
    bool unsaved = false;
    {
        const std::lock_guard held(mutex_);
        if (now < clean_at_) return;
        std::vector<std::string> over;
        clean_at_ = now + clean_every;
        for (auto& [id, running] : running_) {
            if (running.expires > now) {
                clean_at_ = std::min(clean_at_, running.expires);
                continue;
            }
            running.unsaved.reset();
            for (auto& asking : running.asked) asked.push_back(std::move(asking));
            running.asked.clear();
            over.push_back(id);
        }
        for (const std::string& id : over) end_locked(id, calls);
        unsaved = has_unsaved_;
        if (unsaved) clean_at_ = std::min(clean_at_, now + save_again_after);
    }
    finish_questions(asked, RpcError(Failure::cancelled, "the task's time is over"));
    call_all(calls);
    store_->remove_expired(now);
    if (unsaved) save_late_ends();
}

void TaskManager::stop_all() {
    Callbacks calls;
    std::vector<std::shared_ptr<Asking>> asked;
    save_late_ends();
    {
        const std::lock_guard order(changing_);
        const std::lock_guard held(mutex_);
        stopped_ = true;
        for (auto& [id, running] : running_) {
            if (running.on_cancel) calls.push_back(std::move(running.on_cancel));
            for (auto& [number, callback] : running.waiting) calls.push_back(std::move(callback));
            for (auto& asking : running.asked) asked.push_back(std::move(asking));
        }
        running_.clear();
        running_of_.clear();
        watches_.clear();
    }
    finish_questions(asked, RpcError(Failure::closed, "the server ends"));
    call_all(calls);
}

// ---- words ----

bool has_ended(TaskStatusTag status) {
    return status == TaskStatusTag::completed || status == TaskStatusTag::failed ||
           status == TaskStatusTag::cancelled;
}

std::int64_t ttl_of(const StoredTask& task) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(task.expires - task.created)
        .count();
}

Json related_task(std::string_view task_id) { return Json::object({{"taskId", Json(task_id)}}); }

std::string iso_time(StoredTask::Time time) {
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
