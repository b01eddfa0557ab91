// One connection of a client, without I/O: messages and times in, actions out. Finds out which era
// the server speaks, opens the lifecycle of that era, and keeps the calls that are made meanwhile.
#pragma once

#include "client/engine.hpp"
#include "client/legacy_client.hpp"
#include "client/listeners.hpp"
#include "client/modern_client.hpp"
#include "client/probe.hpp"

#include <mcp/client_options.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::client {

/// Wall clock time, for verdicts.
using WallTime = std::chrono::system_clock::time_point;

class Session {
public:
    /// `opened` is told once, among the actions.
    Session(std::shared_ptr<Profile> profile, std::weak_ptr<Replies> replies,
            Done<Connected> opened);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Sends the first message. `known`: what was found out earlier. `accounts_for_requests`: what
    /// the transport says, so that silence is a failure and no sign of an old server.
    void start(const std::optional<ServerVerdict>& known, Time now, WallTime wall,
               bool accounts_for_requests = false);
    void received(std::string_view text, bool oversize, Time now);
    /// A request comes to nothing.
    void undelivered(std::string_view id, const RpcError& why, Time now);
    Time next_deadline() const { return engine_.wire.next_deadline(); }
    void deadline(Time now);
    void closed(const std::string& why, Time now);
    /// This side ends the connection.
    void shut(Time now);
    Actions take_actions() { return engine_.wire.take_actions(); }

    /// Gives the ticket, and the call for its stop token to be watched.
    CallPtr call(detail::ClientCall call, Time now);
    void cancel(std::uint64_t ticket, std::string_view reason, Time now);
    std::optional<RpcError> notify(std::string_view method, std::string_view params);
    void answer(const MessageId& id, Answer<std::string> result, Time now);
    void input(std::uint64_t ticket, std::size_t round, const std::string& key,
               Answer<std::string> result, Time now);
    /// Gives the ticket.
    std::uint64_t listen(SubscriptionFilter filter, SubscriptionEvents events,
                         const CallOptions& options, Done<SubscriptionFilter> opened, Time now);
    void end_subscription(std::uint64_t ticket, Time now);
    void roots_changed();
    void task_is_final(std::string_view task) { engine_.wire.task_is_final(task); }
    std::optional<RpcError> set_log_level(LoggingLevel level);

    bool open() const { return state_ == State::open; }
    /// The connection ended at the probe: the server wants to be started again, as a legacy one.
    bool wants_restart() const { return wants_restart_; }
    std::optional<Connected> connected() const;
    std::optional<ServerVerdict> verdict() const { return verdict_; }
    Revision revision() const { return lifecycle_ ? lifecycle_->revision() : latest_revision; }

private:
    enum class State : std::uint8_t { idle, probing, initializing, open, ended };

    void probe(Revision revision, Time now);
    void follow(ProbeVerdict verdict, Time now);
    void open_legacy(Time now);
    void open_modern(Revision revision, std::optional<DiscoverResult> discovered, Time now);
    void opened(const Connected& connected, Time now);
    void failed(const RpcError& why);
    void begin(const CallPtr& call, Time now);
    void end(const RpcError& why);
    void bad_message(const rpc::BadMessage& bad);
    void dispatch(const rpc::Envelope& message, Time now);
    void notification(const rpc::Envelope& message, Time now);

    Engine engine_;
    Listeners listeners_;
    rpc::EnvelopeReader reader_;
    Revisions allowed_;
    Done<Connected> opened_;
    State state_ = State::idle;
    bool wants_restart_ = false;
    bool asked_again_ = false;
    bool silence_is_failure_ = false;
    WallTime wall_{};
    std::optional<ServerVerdict> verdict_{};
    std::unique_ptr<Lifecycle> lifecycle_{};
    LegacyClient* legacy_ = nullptr;  // what `lifecycle_` is, if it is
    ModernClient* modern_ = nullptr;
    std::unique_ptr<Lifecycle> refused_{};  // a handshake that turned out to be the wrong era
    std::deque<CallPtr> waiting_{};         // for the connection to be open
    std::uint64_t last_ticket_ = 0;
};

}  // namespace mcp::client
