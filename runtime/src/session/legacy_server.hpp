// The machine of the revisions with a handshake, on the server's side: initialize, what may be
// asked when, subscriptions, our own requests. One object for each connection; the features are the
// core's.
//
//   fresh --initialize--> negotiated --notifications/initialized--> ready
//
// Requests are served as soon as they are negotiated: over HTTP the notification may be late. What
// the server asks of the client waits for it.
#pragma once

#include "rpc/envelope.hpp"
#include "rpc/pending_calls.hpp"
#include "session/channel.hpp"
#include "session/sender.hpp"
#include "session/served_call.hpp"
#include "util/recent.hpp"

#include <mcp/async.hpp>
#include <mcp/dispatch_row.hpp>
#include <mcp/types.hpp>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::session {

class LegacyCall;
class LegacyTasks;

class LegacyServer : public std::enable_shared_from_this<LegacyServer> {
public:
    explicit LegacyServer(std::shared_ptr<Channel> channel);

    // ---- what the client sends ----

    /// `row` is the method's, or null. `alone`: no message of the same batch waits behind it.
    void request(const rpc::Envelope& message, const MethodRow* row, const Sender& sender,
                 bool alone, bool batched);
    void notification(const rpc::Envelope& message, Time now);
    /// An answer to a request of ours; one that belongs to none is ignored.
    void answer(const rpc::Envelope& message);
    /// An answer that is no proper one; says whether it was to a request of ours.
    bool spoiled_answer(const MessageId& id, const RpcError& error);

    // ---- what happens ----

    /// As if a client without any capability had finished the handshake.
    void assume(Revision revision);

    Time next_deadline_locked() const;
    void deadline(Time now);
    void closed(const std::string& why);
    /// The call was cancelled: what it asked is taken back.
    void cancelled(LegacyCall& call);

    void list_changed(ListKind kind, std::string_view place);
    void resource_updated(std::string_view uri, std::string_view place);
    void log(const LoggingLevel& level, const Json& data, std::string_view logger);
    void elicitation_completed(std::string_view id, std::string_view place);
    bool elicitation_belongs(std::string_view id, std::string_view principal) const;

    // ---- for the calls ----

    /// Asks the client; `done` is called once, on whatever thread the last answer comes.
    void ask(const std::shared_ptr<LegacyCall>& call, InputRequests questions,
             Done<InputResponses> done);
    /// Fills in what the request says of itself; an error refuses it.
    std::optional<RpcError> fill(LegacyCall& call, const rpc::Envelope& message,
                                 const Sender& sender);
    bool wants_log(const LoggingLevel& level) const;
    /// Elicitations that an error names: their end may be told.
    void remember_elicitations(const RpcError& error, const std::string& principal);
    /// The channel. Who has this pointer keeps the whole server.
    std::shared_ptr<Channel> kept_channel() { return {shared_from_this(), channel_.get()}; }

    // ---- what it knows; the lock is held ----

    std::optional<Revision> revision_locked() const;
    /// Whether a request that waits for a task has this id, and giving it up.
    bool waits_locked(const MessageId& id) const;
    bool cancel_wait_locked(const MessageId& id);
    std::size_t subscriptions_locked() const { return subscriptions_.size(); }
    std::size_t waiting_locked() const { return pending_.size(); }

private:
    enum class Phase : std::uint8_t { fresh, negotiated, ready };
    /// What the handshake has settled.
    struct Negotiated {
        Revision revision{};
        std::shared_ptr<const detail::PeerInfo> peer{};
    };
    struct Asking;
    struct Held {
        MessageId id{};
        std::string text{};
        MessageId related_to{};
    };

    void initialize(const rpc::Envelope& message, std::string_view principal);
    void set_level(const rpc::Envelope& message);
    void subscribe(const rpc::Envelope& message, std::string_view principal, bool on);
    void serve(const rpc::Envelope& message, const Sender& sender, bool alone);
    void initialized();
    void progress(const rpc::Envelope& message, Time now);
    [[gnu::cold]] void refuse(const rpc::Envelope& message, const RpcError& error);
    void flush_changes_locked();
    /// The params of every question, completed with what the client wants; an error when one of
    /// them cannot be asked.
    Answer<std::vector<std::string>> written_params(const LegacyCall& call,
                                                    InputRequests& questions) const;
    void ask_one_locked(LegacyCall& call, const std::shared_ptr<Asking>& asking,
                        const InputRequests::value_type& question, const std::string& params);
    /// Takes back what was asked: the client is told, unless it was not sent yet. The call comes
    /// out, to be completed without the lock.
    std::optional<rpc::PendingCall> withdraw_locked(const MessageId& id, std::string_view why);
    void tell_cancelled_locked(const rpc::PendingCall& call, std::string_view why);

    std::shared_ptr<Channel> channel_;
    std::shared_ptr<LegacyTasks> tasks_;
    // Under the channel's lock:
    std::atomic<Phase> phase_ = Phase::fresh;
    Negotiated negotiated_{};  ///< does not change, and is read without the lock, once not fresh
    std::string place_{};      ///< see `hears`
    ServerCapabilities declared_{};
    LoggingLevel log_level_;
    std::map<std::string, std::shared_ptr<void>, std::less<>> subscriptions_{};
    detail::Recent<std::string> elicitations_;  ///< pages that may be open, and whose they are
    rpc::PendingCalls pending_;
    std::vector<Held> held_{};  ///< requests of ours, until the client is ready
    std::array<bool, 3> changed_{};
    Time flush_at_ = Time::max();
};

}  // namespace mcp::session
