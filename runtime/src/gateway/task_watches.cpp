// Streams of the server behind, opened with the first listener and ended with the last one.
#include "gateway/task_watches.hpp"

#include <algorithm>
#include <utility>

namespace mcp::gateway {

namespace {
constexpr std::size_t max_watched_tasks = 1024;
}  // namespace

bool TaskWatches::watch(Client& client, const std::string& id,
                        const std::shared_ptr<session::TaskTold>& told) {
    const std::lock_guard opening(opening_);
    Subscription last;  // ends outside of the lock
    {
        const std::lock_guard lock(mutex_);
        const auto found = tasks_.find(id);
        const bool listens = found != tasks_.end() && !*found->second.over;
        if (found == tasks_.end() && tasks_.size() >= max_watched_tasks) return false;
        Watched& one = tasks_[id];
        one.told.emplace_back(told);
        if (listens) return true;
        last = std::move(one.subscription);
        one.over = std::make_shared<std::atomic<bool>>(true);
    }
    SubscriptionFilter filter;
    filter.extras.set("taskIds", Json::array({Json(id)}));
    const auto over = std::make_shared<std::atomic<bool>>(false);
    SubscriptionEvents events;
    events.on_closed = [over](const std::optional<RpcError>&) { *over = true; };
    auto subscription = client.listen(filter, std::move(events));
    const Json* const honoured =
        subscription ? subscription->honoured().extras.find("taskIds") : nullptr;
    const bool is_there = honoured != nullptr && !honoured->elements().empty();
    const std::lock_guard lock(mutex_);
    if (is_there) {
        tasks_[id].subscription = std::move(*subscription);
        tasks_[id].over = over;
    } else {
        tasks_.erase(id);
    }
    return is_there;
}

void TaskWatches::unwatch(const std::string& id) {
    const std::lock_guard opening(opening_);
    Subscription over;
    const std::lock_guard lock(mutex_);
    const auto found = tasks_.find(id);
    if (found == tasks_.end()) return;
    std::erase_if(found->second.told, [](const auto& one) { return one.expired(); });
    if (!found->second.told.empty()) return;
    over = std::move(found->second.subscription);
    tasks_.erase(found);
}

void TaskWatches::heard(JsonView params) {
    const auto id = params["taskId"].as_string();
    std::vector<std::shared_ptr<session::TaskTold>> told;
    {
        const std::lock_guard lock(mutex_);
        const auto found = id ? tasks_.find(*id) : tasks_.end();
        if (found == tasks_.end()) return;
        for (const auto& one : found->second.told) {
            if (auto who = one.lock()) told.push_back(std::move(who));
        }
    }
    for (const auto& one : told) (*one)(params);
}

}  // namespace mcp::gateway
