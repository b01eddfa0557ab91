// The tasks of a server, of both eras: what is kept of them in the store, and what belongs to those
// that run here, such as how to stop them, their open questions and who waits for their end. Runs
// no handler and sends no message.
//
//   create --> working <--> input_required      (an answer, a question)
//                 |               |
//                 '------+--------'--> completed | failed | cancelled      (final)
#pragma once

#include <mcp/async.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/server_options.hpp>
#include <mcp/task_store.hpp>
#include <mcp/types.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::session {

/// What a task came to: a result, as JSON text, or an error.
using TaskOutcome = Answer<std::string>;

/// The call that a task runs.
struct TaskOrder {
    std::string owner{};
    Revision revision = r2025_11_25;
    std::string method{};
    std::string params{};
    std::string client{};
    std::optional<std::int64_t> ttl{};  ///< milliseconds that the client wishes for
};

/// Called by many threads. `owner` is the principal that created a task: another one's tasks do not
/// exist. Times are the wall clock's. What the store throws passes through, except at the end of a
/// task: that is kept here until the store takes it.
class TaskManager {
public:
    using Time = StoredTask::Time;
    using Report = std::function<void(std::string_view)>;
    TaskManager(std::shared_ptr<TaskStore> store, TaskLimits limits, Report report = {});

    // ---- a task's life ----

    /// A new task that works, in the store when this returns. `on_cancel` is called at most once,
    /// when nobody wants it to run any more. Fails when there are too many.
    Answer<StoredTask> create(TaskOrder order, Time now, std::function<void()> on_cancel);
    /// Goes on with one that was left over; what it was asked and answered stays.
    StoredTask take_up(StoredTask task, Time now, std::function<void()> on_cancel);
    std::optional<StoredTask> get(std::string_view owner, std::string_view id, Time now);
    /// Moves a task between `working` and `input_required`, or to its end. False, and nothing
    /// changes, when it has ended or is unknown. `outcome` goes with an end.
    bool move(std::string_view owner, std::string_view id, TaskStatusTag status,
              std::string_view message, std::optional<TaskOutcome> outcome, Time now);
    /// What it is doing now, for whoever asks; not kept.
    void note(std::string_view id, std::string message);
    std::optional<TaskStore::Page> list(std::string_view owner, std::string_view after,
                                        std::size_t count, Time now);

    // ---- questions ----

    /// Puts questions to the client and waits for all answers; `done` may be called at once. A key
    /// that was used before gets a number.
    void ask(std::string_view owner, std::string_view id, InputRequests questions, Time now,
             Done<InputResponses> done);
    /// Answers by key; those that are not asked any more are ignored. An error refuses them all.
    std::optional<RpcError> answer(std::string_view owner, std::string_view id, JsonView answers,
                                   Time now);

    // ---- who wants to know ----

    /// Calls back once, when the task has ended or is gone, or is not run here; at once if it is so
    /// already. Gives a number for `forget`.
    std::uint64_t when_ended(std::string_view owner, std::string_view id, Time now,
                             std::function<void()> callback);
    /// No call back is wanted any more; one that is under way still comes.
    void forget(std::string_view id, std::uint64_t number);
    using Watcher = std::function<void(const StoredTask&)>;
    /// Calls with every change of a task from now on. Gives a number for `unwatch`; nothing for an
    /// unknown task.
    std::optional<std::uint64_t> watch(std::string_view owner, std::string_view id, Time now,
                                       Watcher watcher);
    void unwatch(std::uint64_t number);
    std::size_t waiting() const;

    // ---- the process ----

    std::vector<StoredTask> take_left_over() { return store_->take_left_over(); }
    /// Stops everything that runs. What comes of it is not kept: such tasks are left over.
    void stop_all();
    const TaskLimits& limits() const { return limits_; }

private:
    using Callbacks = std::vector<std::function<void()>>;
    struct Asking;
    struct Running {
        std::string owner{};
        Time expires{};
        std::function<void()> on_cancel{};
        std::map<std::uint64_t, std::function<void()>> waiting{};
        std::vector<std::shared_ptr<Asking>> asked{};
        std::map<std::string, unsigned> used_keys{};
        std::string note{};
        std::optional<StoredTask> unsaved{};  ///< its end, which the store did not take
    };
    struct Watch {
        std::string owner{};
        std::string id{};
        Watcher watcher{};
        std::uint64_t version = 0;  ///< that it was told
    };
    /// Makes a change, as often as somebody else is faster. `change` says whether there is one.
    std::optional<StoredTask> changed(std::string_view owner, std::string_view id, Time now,
                                      const std::function<bool(StoredTask&)>& change);
    void end_locked(const std::string& id, Callbacks& calls);
    void start_locked(const StoredTask& task, std::function<void()> on_cancel);
    void tell(const StoredTask& task);
    void clean(Time now);
    void save_late_ends();
    void keep_end(const StoredTask& task, const std::exception& why);
    void fill_end(StoredTask& task, std::optional<TaskOutcome> outcome) const;
    static void ask_locked(Running& running, const StoredTask& task, Asking& asking,
                           InputRequests questions);
    static void finish_questions(const std::vector<std::shared_ptr<Asking>>& asked,
                                 const RpcError& why);
    void report(std::string_view what) const;

    const std::shared_ptr<TaskStore> store_;
    const TaskLimits limits_;
    const Report report_;
    /// Held while a task changes; never while user code runs.
    std::mutex changing_;
    mutable std::mutex mutex_;  // of what follows; the store is not called under it
    std::unordered_map<std::string, Running> running_{};
    std::unordered_map<std::string, std::size_t> running_of_{};  ///< by owner
    std::map<std::uint64_t, Watch> watches_{};
    std::uint64_t last_number_ = 0;
    Time clean_at_{};
    bool has_unsaved_ = false;
    bool stopped_ = false;
};

std::unique_ptr<TaskManager> memory_task_manager(TaskLimits limits = {});

bool has_ended(TaskStatusTag status);
/// Milliseconds for which a task is kept, from its creation on.
std::int64_t ttl_of(const StoredTask& task);

/// What belongs to a task of 2025-11-25 says so in its `_meta`: `{"taskId":"…"}`.
Json related_task(std::string_view task_id);

/// `2025-11-25T10:30:00.000Z`.
std::string iso_time(StoredTask::Time time);

}  // namespace mcp::session
