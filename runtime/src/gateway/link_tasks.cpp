// Tasks of the server behind: calls that become one, requests about them, news of them.
#include "gateway/link.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>
#include <mcp/tasks/codec.hpp>
#include <mcp/tasks/methods.hpp>

#include <algorithm>
#include <utility>

namespace mcp::gateway {

namespace {

constexpr std::size_t max_watched_tasks = 1024;

Answer<ToolOutcome> read_outcome(const std::string& text, Revision at) {
    const auto kind = decode<BaseResult>(text, at);
    // In 2025-11-25 it shows by its member alone.
    const bool is_task = modern_revisions.contains(at)
                             ? kind && kind->resultType.text() == "task"
                             : decode<CreateTaskResult>(text, at).has_value();
    if (is_task) return ToolOutcome(TaskText{text});
    const auto strange = [](const CodecError& error) {
        return Unexpected(
            RpcError(Failure::invalid_response, "tools/call: result: " + error.message()));
    };
    if (kind && kind->resultType == ResultTypeTag::input_required) {
        auto questions = decode<InputRequiredResult>(text, at);
        if (!questions) return strange(questions.error());
        return ToolOutcome(*std::move(questions));
    }
    auto result = decode<CallToolResult>(text, at);
    if (!result) return strange(result.error());
    return ToolOutcome(*std::move(result));
}

}  // namespace

void Link::call_tool(CallToolRequestParams params, CallOptions options, Done<ToolOutcome> done) {
    detail::ClientCall call = client_.untyped_call<CallTool>(std::move(params), std::move(options));
    call.one_round = true;
    call.as_task = true;
    call.done = [at = facts_.revision, done = std::move(done)](Answer<std::string> text) mutable {
        if (!text) return done(Unexpected(std::move(text).error()));
        done(read_outcome(*text, at));
    };
    client_.submit(std::move(call));
}

void Link::about_task(std::string_view method, std::string params, CallOptions options,
                      Done<std::string> done) {
    detail::ClientCall call;
    if (method == tasks::GetTask::name) {
        call = client_.untyped_call<tasks::GetTask>({}, std::move(options));
    } else if (method == tasks::UpdateTask::name) {
        call = client_.untyped_call<tasks::UpdateTask>({}, std::move(options));
    } else {
        call = client_.untyped_call<tasks::CancelTask>({}, std::move(options));
    }
    call.params = [params = std::move(params)](Revision) -> Result<std::string, CodecError> {
        return params;
    };
    call.as_task = true;
    call.done = std::move(done);
    client_.submit(std::move(call));
}

bool Link::watch_task(const std::string& id, const std::shared_ptr<session::TaskTold>& told) {
    const std::lock_guard opening(opening_task_);
    {
        const std::lock_guard lock(mutex_);
        const bool known = tasks_.contains(id);
        if (!known && tasks_.size() >= max_watched_tasks) return false;
        tasks_[id].told.emplace_back(told);
        if (known) return true;
    }
    SubscriptionFilter filter;
    filter.extras.set("taskIds", Json::array({Json(id)}));
    auto subscription = client_.listen(filter, {});
    const Json* const honoured =
        subscription ? subscription->honoured().extras.find("taskIds") : nullptr;
    const bool is_there = honoured != nullptr && !honoured->elements().empty();
    const std::lock_guard lock(mutex_);
    if (is_there) {
        tasks_[id].subscription = std::move(*subscription);
    } else {
        tasks_.erase(id);
    }
    return is_there;
}

void Link::unwatch_task(const std::string& id) {
    const std::lock_guard opening(opening_task_);
    Subscription over;
    const std::lock_guard lock(mutex_);
    const auto found = tasks_.find(id);
    if (found == tasks_.end()) return;
    std::erase_if(found->second.told, [](const auto& one) { return one.expired(); });
    if (!found->second.told.empty()) return;
    over = std::move(found->second.subscription);
    tasks_.erase(found);
}

void Link::heard_task(JsonView params) {
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
