// Where the tasks of 2025-11-25 are kept: requests whose outcome is fetched later. An interface, so
// that tests can make it fail, and a bounded store in memory. Running them is not done here.
#pragma once

#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/seal.hpp>
#include <mcp/server_options.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::session {

/// What a task came to: a result, as JSON text, or an error.
using TaskOutcome = Answer<std::string>;

/// Called by many threads. `owner` is the principal that created a task: another one's tasks do not
/// exist. Times are the wall clock's.
class TaskStore {
public:
    using Time = Sealer::Time;
    virtual ~TaskStore() = default;

    /// A new task that works, under an id that nobody can guess. `on_cancel` is called once, when
    /// it is cancelled. Fails when there are too many.
    virtual Answer<Task> create(std::string_view owner, std::optional<std::int64_t> ttl, Time now,
                                std::function<void()> on_cancel) = 0;
    /// Nothing for unknown ones, and for those whose time is over.
    virtual std::optional<Task> get(std::string_view owner, std::string_view id, Time now) = 0;
    /// Moves a task between `working` and `input_required`, or to its end. False, and nothing
    /// changes, when it has ended or is unknown. `outcome` goes with an end.
    virtual bool move(std::string_view owner, std::string_view id, TaskStatusTag status,
                      std::string_view message, std::optional<TaskOutcome> outcome, Time now) = 0;
    /// What an ended task came to; nothing for one that was cancelled before it came to anything.
    virtual std::optional<TaskOutcome> outcome(std::string_view owner, std::string_view id,
                                               Time now) = 0;
    /// Calls back once, when the task has ended or is gone; at once if it is so already. Gives a
    /// number for `forget`.
    virtual std::uint64_t when_ended(std::string_view owner, std::string_view id, Time now,
                                     std::function<void()> callback) = 0;
    /// No call back is wanted any more; one that is under way still comes.
    virtual void forget(std::string_view owner, std::string_view id, std::uint64_t number) = 0;
    struct Page {
        std::vector<Task> tasks{};
        bool more = false;
    };
    /// In the order of their creation, after the one with that id (empty: from the first). Nothing
    /// when there is no such task.
    virtual std::optional<Page> list(std::string_view owner, std::string_view after,
                                     std::size_t count, Time now) = 0;
};

bool has_ended(TaskStatusTag status);

std::unique_ptr<TaskStore> memory_task_store(TaskLimits limits = {});

/// What belongs to a task says so in its `_meta`: `{"taskId":"…"}`.
Json related_task(std::string_view task_id);

/// `2025-11-25T10:30:00.000Z`.
std::string iso_time(Sealer::Time time);

}  // namespace mcp::session
