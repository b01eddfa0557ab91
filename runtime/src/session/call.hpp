// One request being served: what the calls of both eras have in common. Answered at most once, and
// not at all when it was cancelled.
#pragma once

#include "session/channel.hpp"
#include "session/served_call.hpp"
#include "util/short_text.hpp"

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

class Call : public detail::ServedCall {
public:
    explicit Call(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

    /// The params, as text: they outlive the message that they came in.
    void set_params(const rpc::Envelope& message);
    void set_params(JsonView params) {
        params_.assign(params.text());
        param_list.clear();
    }
    std::optional<JsonView> params() const;

    /// Answers, unless that was done, or nobody waits. Any thread.
    virtual void finish(Answer<std::string>&& answer);
    /// For the tracer: serving begins.
    void started();
    /// What finishes the call, and keeps it until then. For the one who runs it.
    Done<std::string> reply(std::shared_ptr<Call> self);
    /// While this lives, its thread serves the call: what is thrown through here is the business of
    /// the one who serves.
    class Serving {
    public:
        explicit Serving(const Call& call);
        ~Serving();
        Serving(const Serving&) = delete;
        Serving& operator=(const Serving&) = delete;

    private:
        const Call* outer_;
    };
    /// From `reply` on until its outcome is there; null at other times.
    std::shared_ptr<Call> self() const { return reply_.kept; }
    /// The client waits no more, or is gone.
    bool given_up() const { return stop.stop_requested(); }
    /// The task that this call runs as; empty for none. What is sent for it names the task.
    std::string task_id{};

    void progress(double done, std::optional<double> total, std::string_view message) override;

protected:
    /// What is sent in place of `answer`; `outcome` is told to the tracer.
    virtual std::string message_for(Answer<std::string>&& answer, RequestEnd& end) = 0;

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
    /// True the first time.
    bool take_answer_locked();
    bool open_locked() const { return !answered_ && !given_up() && !channel_->closed_locked(); }

private:
    /// Each call has one, so it is no allocation of its own.
    struct Reply final : Done<std::string>::Target {
        void call(Answer<std::string>&& answer) override;
        [[gnu::hot]] void release() noexcept override { const auto last = std::move(kept); }
        explicit Reply(const Call& of) : call_(of) {}
        std::shared_ptr<Call> kept{};
        int exceptions = 0;  ///< under way when it was made

    private:
        const Call& call_;
    };

    std::shared_ptr<Channel> channel_;
    detail::ShortText params_;
    Reply reply_{*this};
    // Under the channel's lock; `answered_` is also looked at without.
    std::atomic<bool> answered_ = false;
    bool has_progress_ = false;
    double progress_ = 0;
    Time started_{};
};

}  // namespace mcp::session
