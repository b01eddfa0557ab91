// Tasks of 2025-11-25 on the server's side: calls of tools that are answered at once with a task,
// and the requests by which a client follows it. Nothing of it is declared when the core has no
// store for tasks.
#pragma once

#include "rpc/envelope.hpp"
#include "session/channel.hpp"
#include "session/legacy_call.hpp"
#include "session/sender.hpp"
#include "session/task_manager.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace mcp::session {

class LegacyTasks : public std::enable_shared_from_this<LegacyTasks> {
public:
    explicit LegacyTasks(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

    /// What is declared; lists need a principal, since nothing else keeps clients apart.
    void declare(ServerCapabilities& capabilities, std::string_view principal) const;

    /// One of `tasks/…`. False: there are no tasks here.
    bool request(const rpc::Envelope& message, std::string_view principal);
    /// Takes `tools/call` over when it is to be a task, or refuses it: then true.
    bool take_call(const rpc::Envelope& message, const Sender& sender, LegacyServer& server);
    /// A request for an outcome was given up; says whether there was one.
    bool cancel_locked(const MessageId& request);
    bool waits_locked(const MessageId& request) const {
        return !waiting_.empty() && waiting_.count(request.text()) != 0;
    }
    void closed();

    /// The task has changed: stores it and tells the client.
    void move(const std::string& owner, const std::string& id, TaskStatusTag status,
              std::string_view message, std::optional<TaskOutcome> outcome = {});

private:
    void get(const rpc::Envelope& message, const std::string& owner, const std::string& id);
    void result(const rpc::Envelope& message, const std::string& owner, const std::string& id);
    void cancel(const rpc::Envelope& message, const std::string& owner, const std::string& id);
    void list(const rpc::Envelope& message, const std::string& owner);
    void take_as_task(const rpc::Envelope& message, const TaskMetadata& wanted,
                      const Sender& sender, LegacyServer& server);
    void deliver(const MessageId& request, std::uint64_t place, const std::string& owner,
                 const std::string& id);
    /// What the store throws becomes an internal error.
    bool guarded(const rpc::Envelope& message, const std::function<bool()>& serve);
    void answer(const rpc::Envelope& message, const Answer<std::string>& result);

    TaskManager& manager() const { return *channel_->core.tasks(); }
    Sealer::Time now() const { return channel_->clock.wall(); }

    std::shared_ptr<Channel> channel_;
    /// A request that waits for an outcome.
    struct Waiting {
        std::string owner{};
        std::string task_id{};
        std::uint64_t place = 0;   ///< in the order of such requests
        std::uint64_t number = 0;  ///< of the manager; 0: not known yet
    };
    // Under the channel's lock:
    std::map<std::string, Waiting, std::less<>> waiting_{};  ///< by the request's id
    std::uint64_t last_place_ = 0;
};

/// A call of a tool whose request has been answered with a task.
class TaskCall final : public LegacyCall {
public:
    TaskCall(LegacyServer& server, std::shared_ptr<LegacyTasks> tasks)
        : LegacyCall(server), tasks_(std::move(tasks)) {}

    void finish(Answer<std::string>&& answer) override;
    void waits_for_input(bool waits) override;

private:
    const MessageId& stream() const override { return no_stream_; }

    std::shared_ptr<LegacyTasks> tasks_;
    MessageId no_stream_{};  ///< its own has ended with the answer
};

}  // namespace mcp::session
