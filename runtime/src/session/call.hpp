// One request being served: what the calls of both eras have in common. Answered at most once, and
// not at all when it was cancelled.
#pragma once

#include "session/channel.hpp"
#include "session/served_call.hpp"

#include <mcp/trace.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::rpc {
struct Envelope;
}

namespace mcp::session {

class Call : public detail::ServedCall, public std::enable_shared_from_this<Call> {
public:
    explicit Call(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

    /// The params, as text: they outlive the message that they came in.
    void set_params(const rpc::Envelope& message);
    void set_params(JsonView params) {
        params_.emplace(params.text());
        param_list.clear();
    }
    std::optional<JsonView> params() const;

    /// Answers, unless that was done, or nobody waits. Any thread.
    virtual void finish(Answer<std::string> answer);
    /// For the tracer: serving begins.
    void started();
    /// The client waits no more, or is gone.
    bool given_up() const { return stop.stop_requested(); }
    /// The task that this call runs as; empty for none. What is sent for it names the task.
    std::string task_id{};

    void progress(double done, std::optional<double> total, std::string_view message) override;

protected:
    /// What is sent in place of `answer`; `outcome` is told to the tracer.
    virtual std::string message_for(Answer<std::string> answer, RequestEnd& end) = 0;

    Channel& channel() const { return *channel_; }
    /// The request on whose stream messages for this call travel.
    virtual const MessageId& stream() const { return id; }
    /// True the first time: for a call that is answered in a way of its own.
    bool end_once();
    /// Answers while the handler goes on; false when nobody waits for it.
    bool answer_early(std::string message);
    /// For the tracer.
    void ended(RequestEnd end);
    /// Writes a log message, unless nobody waits or there are too many.
    void send_log(LoggingLevel level, Json data, std::string_view logger);
    bool open_locked() const { return !answered_ && !given_up() && !channel_->closed_locked(); }

private:
    std::shared_ptr<Channel> channel_;
    std::optional<std::string> params_{};
    // Under the channel's lock; `answered_` is also looked at without.
    std::atomic<bool> answered_ = false;
    bool has_progress_ = false;
    double progress_ = 0;
    Time started_{};
};

}  // namespace mcp::session
