// Who in front hears of which tasks of one server behind: one stream there for each task, however
// many listen.
#pragma once

#include "session/server_core.hpp"

#include <mcp/client.hpp>
#include <mcp/json.hpp>
#include <mcp/subscription.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mcp::gateway {

class TaskWatches {
public:
    /// Tells of changes of a task, as long as `told` is kept. False when there is no such task.
    /// Waits.
    bool watch(Client& client, const std::string& id,
               const std::shared_ptr<session::TaskTold>& told);
    /// Somebody has let go of what he was told by.
    void unwatch(const std::string& id);
    /// The params of `notifications/tasks`, from the server.
    void heard(JsonView params);

private:
    struct Watched {
        std::vector<std::weak_ptr<session::TaskTold>> told{};
        Subscription subscription{};
        std::shared_ptr<std::atomic<bool>> over{};  ///< the connection has ended
    };
    std::mutex opening_{};  // held while a subscription is opened
    std::mutex mutex_{};
    std::map<std::string, Watched, std::less<>> tasks_{};
};

}  // namespace mcp::gateway
