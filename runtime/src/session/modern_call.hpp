// A modern request being served. What its handler asks the client becomes the answer: the client
// sends the request again, with the answers, and the handler runs anew. It may become a task: then
// that is the answer, the handler goes on, and what it asks is put into the task.
#pragma once

#include "rpc/envelope.hpp"
#include "session/call.hpp"
#include "session/request_state.hpp"
#include "session/task_manager.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mcp::session {

class ModernCall final : public Call {
public:
    explicit ModernCall(std::shared_ptr<Channel> channel) : Call(std::move(channel)) {}

    /// Reads what came back with the request: answers, and the sealed state. For methods that may
    /// ask. An error refuses the request.
    std::optional<RpcError> take_input(const rpc::Envelope& request);

    /// The client has declared tasks, and the tool runs as one: it may become a task.
    void allow_task(std::weak_ptr<Call> self) {
        may_be_task_ = true;
        self_ = std::move(self);
    }
    bool continue_as_task() override;
    /// Is the task that an earlier process has left.
    void take_up(StoredTask task, std::weak_ptr<Call> self);

    void finish(Answer<std::string>&& answer) override;
    void progress(double done, std::optional<double> total, std::string_view message) override;
    void log(LoggingLevel level, Json data, std::string_view logger) override;
    InputResponses ask(InputRequests questions) override;
    void ask_later(InputRequests questions, Done<InputResponses> done) override;
    std::optional<Json> kept() const override;
    void keep(Json state) override;
    void try_again() override;

private:
    std::string message_for(Answer<std::string>&& answer, RequestEnd& end) override;
    std::string questions_text(RequestEnd& end);
    std::string error_text(RpcError error, RequestEnd& end);
    /// Makes an error that names web pages to visit into questions; says whether it could.
    bool ask_for_pages(const RpcError& error);
    [[noreturn]] void leave();
    InputResponses ask_in_task(InputRequests questions);
    /// Refuses questions that this client cannot be asked; throws.
    void check(InputRequests& questions);
    bool is_task() const { return is_task_; }
    TaskManager& tasks() const { return *channel().core.tasks(); }
    StoredTask::Time wall() const { return channel().clock.wall(); }
    std::function<void()> stopper();

    // A handler may use several threads.
    mutable std::mutex input_mutex_;
    bool may_ask_ = false;
    bool may_be_task_ = false;
    std::weak_ptr<Call> self_{};  ///< where it may be one
    std::atomic<bool> is_task_ = false;
    std::atomic<bool> task_ended_ = false;
    std::map<std::string, Json> given_{};  ///< answers that came with this try
    RequestState state_{};                 ///< from earlier tries
    RequestState next_{};                  ///< for the next one: what was used, and kept
    InputRequests needed_{};
    bool logs_known_ = false;
    bool logs_ = false;
};

}  // namespace mcp::session
