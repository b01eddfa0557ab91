// Where a server keeps its tasks: calls that go on in the background, and what they came to. An
// interface, and a bounded store in memory. A store that survives the process is in
// <mcp/sqlite_task_store.hpp>. Running tasks, and who may see them, is the server's business.
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A task as it is kept. What is said to be JSON is its text.
struct StoredTask {
    using Time = std::chrono::system_clock::time_point;

    std::string id{};           ///< nobody can guess it
    std::string owner{};        ///< the principal; empty for clients without one
    std::uint64_t version = 1;  ///< grows with every change
    Revision revision{};        ///< of the call
    std::string method{};       ///< `tools/call`
    std::string params{};       ///< of the call, JSON; empty once the task has ended
    std::string client{};       ///< what the client can do, JSON; empty once the task has ended
    TaskStatusTag status = TaskStatusTag::working;
    std::string status_message{};
    Time created{};
    Time updated{};
    Time expires{};           ///< from then on it does not exist
    std::string questions{};  ///< to the client, without an answer: a JSON object; empty for none
    std::string answers{};    ///< of the client, a JSON object; empty for none
    std::string result{};     ///< JSON; empty for none
    std::optional<RpcError> error{};
};

/// What a store throws that cannot do its work: what happened, where, and what can be done about
/// it. Goes to the server's log; clients only hear of an internal error.
class TaskStoreError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Called by many threads at once. Everything throws TaskStoreError when it cannot be done.
/// Several servers may share one store, if it is made for that.
class TaskStore {
public:
    using Time = StoredTask::Time;
    virtual ~TaskStore() = default;

    /// Keeps a new task. When this returns, the task is as durable as the store can make it, and
    /// everyone who uses the store finds it: only then is the client told. False when there are
    /// `most` tasks already.
    virtual bool create(const StoredTask& task, std::size_t most) = 0;
    /// Nothing for unknown ones, for those of others, and for those whose time is over.
    virtual std::optional<StoredTask> find(std::string_view owner, std::string_view id,
                                           Time now) = 0;
    /// Puts this in the place of the task with its id, if that has the version before this one's.
    /// Otherwise nothing changes and it is false: somebody else was faster, or it is gone.
    virtual bool replace(const StoredTask& task) = 0;

    struct Page {
        std::vector<StoredTask> tasks{};
        bool more = false;
    };
    /// In the order of their creation, after the one with that id (empty: from the first). Nothing
    /// when there is no such task.
    virtual std::optional<Page> list(std::string_view owner, std::string_view after,
                                     std::size_t count, Time now) = 0;
    /// Deletes those whose time is over.
    virtual void remove_expired(Time now) = 0;
    /// Tasks without an end that were there when the store was opened: nobody runs them any more.
    /// Given once.
    virtual std::vector<StoredTask> take_left_over() = 0;
};

/// Tasks that end with the process.
std::shared_ptr<TaskStore> memory_task_store();

}  // namespace mcp
