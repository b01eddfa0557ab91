// Requests of a client on their way, in either era: ids, answers, deadlines, giving up. Which
// requests are made, and what answers mean, is the lifecycle's business.
#pragma once

#include "client/actions.hpp"
#include "rpc/envelope.hpp"
#include "rpc/pending_calls.hpp"

#include <mcp/call_options.hpp>
#include <mcp/rpc.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mcp::client {

using Time = rpc::Time;

class Wire {
public:
    using Report = std::function<void(std::string_view)>;
    explicit Wire(Report report) : report_(std::move(report)) {}

    Actions& actions() { return actions_; }
    Actions take_actions() { return std::exchange(actions_, {}); }
    void report(std::string_view what) {
        if (report_) actions_.tell.push_back([f = report_, what = std::string(what)] { f(what); });
    }

    MessageId next_id() { return calls_.next_id(); }
    std::size_t in_flight() const { return calls_.size(); }
    /// Nothing is sent after the end.
    void send(std::string text) {
        if (!ended_) actions_.send.push_back(std::move(text));
    }
    void notify(std::string_view method, std::string_view params) {
        send(rpc::notification_text(method, params));
    }

    struct Request {
        MessageId id{};
        std::string_view method{};  ///< outlives the request
        std::string_view params{};
        CallOptions options{};
        bool cancellable = true;
    };
    /// Sends a request. `then` runs inside of the session, when the answer has come or will not.
    void request(Request request, Time now, Done<std::string> then);
    /// Forgets a request and tells the peer. False when it is not on its way any more.
    bool give_up(const MessageId& id, std::string_view reason);
    /// Ends a request without telling the peer.
    void drop(const MessageId& id);
    bool on_its_way(const MessageId& id) const { return calls_.contains(id); }

    /// A result or an error. Late and doubled ones are dropped.
    void answered(const rpc::Envelope& answer);
    /// An answer that could not be read, to this request.
    void answered_badly(const MessageId& id, const RpcError& why);
    /// The transport could not carry this request, or its answer.
    void undelivered(const MessageId& id, const RpcError& why);
    void progressed(const rpc::Envelope& notification, Time now);

    /// Progress of a request that was answered with a task goes on until the task is final.
    void keep_progress(const MessageId& token, std::string task,
                       std::function<void(const Progress&)> f);
    void task_is_final(std::string_view task);

    /// Runs something later, inside of the session.
    void at(Time when, std::function<void(Time now)> what) {
        timers_.emplace(when, std::move(what));
    }
    Time next_deadline() const;
    void deadline(Time now);

    /// Everything that waits fails.
    void end(const RpcError& why);
    bool ended() const { return ended_; }

private:
    rpc::PendingCalls calls_;
    struct TaskProgress {
        std::string task;
        std::function<void(const Progress&)> f;
        double last;
    };
    std::unordered_map<MessageId, TaskProgress> tasks_;
    std::multimap<Time, std::function<void(Time)>> timers_;
    Actions actions_;
    Report report_;
    bool ended_ = false;
};

/// `notifications/cancelled` for a request.
std::string cancelled_params(const MessageId& id, std::string_view reason);

}  // namespace mcp::client
