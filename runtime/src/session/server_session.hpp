// One client's connection to a server: sorts its messages into those of the two eras and hands them
// to the machine of each. No I/O, no clock and no threads of its own; what the requests mean is the
// ServerCore's business.
#pragma once

#include "rpc/envelope.hpp"
#include "run/connection.hpp"
#include "session/clock.hpp"
#include "session/outbox.hpp"
#include "session/sender.hpp"
#include "session/server_core.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mcp::session {

class Channel;
class LegacyServer;
class ModernServer;

struct SessionCounters {
    std::size_t in_flight = 0;           ///< requests being served
    std::size_t listen_streams = 0;      ///< open ones
    std::size_t subscriptions = 0;       ///< of the legacy session
    std::size_t waiting = 0;             ///< our own requests without an answer yet
    std::uint64_t dropped_logs = 0;      ///< came too often
    std::uint64_t dropped_progress = 0;  ///< came too often
};

/// Usage: make the connection, the outbox for it and the session, and start the connection with the
/// session. The core outlives the session and every call that it serves.
class ServerSession final : public run::Protocol,
                            public std::enable_shared_from_this<ServerSession> {
public:
    ServerSession(ServerCore& core, std::shared_ptr<Outbox> outbox, std::string principal = {},
                  const Clock& clock = Clock::real());
    ~ServerSession() override;

    // run::Protocol
    void received(std::string_view text, bool oversize, const run::Moment& now) override;
    Time next_deadline() override;
    void deadline(Time now) override;
    void closed(const std::string& why) override;

    /// A message from somebody whom the transport knows, for transports where each message has a
    /// sender of its own.
    void received_from(const Sender& sender, std::string_view text, const run::Moment& now);
    /// The same for a message that the transport had to read; `text` is what it read. All of it is
    /// legacy: modern requests need no session. False when a filter has dropped it.
    bool received_legacy(const rpc::Envelope& message, std::string_view text, const Sender& sender,
                         Time now);
    /// Takes the handshake for done, with a client that can do nothing special. For transports that
    /// keep no sessions.
    void assume(Revision revision);
    /// The client gave up a request by other means than a message: it closed its stream.
    void cancel(const MessageId& request);

    // From any thread, at any time.

    /// The list has changed: tells the client, if it wants to know. Several changes within a short
    /// time are one message. With a place: the one whose it is, see `hears`.
    void list_changed(ListKind kind, std::string_view place = {});
    void resource_updated(std::string_view uri, std::string_view place = {});
    /// A log message that belongs to no request; only legacy clients get those.
    void log(const LoggingLevel& level, const Json& data, std::string_view logger = {});
    /// The user has finished at the web page of an elicitation that this session has sent.
    void elicitation_completed(std::string_view elicitation_id, std::string_view place = {});
    /// Whether this session has sent that elicitation by url, to this principal, and it is open:
    /// for the web page, which has to know that its visitor is who was asked.
    bool elicitation_belongs(std::string_view elicitation_id, std::string_view principal) const;
    /// Ends the listen streams with their results. For an orderly end, before the connection's.
    void end_streams();

    SessionCounters counters() const;
    /// The negotiated legacy revision; nothing before `initialize`.
    std::optional<Revision> negotiated() const;

private:
    void take(std::string_view text, const Sender& sender, const run::Moment& now);
    void sort(const rpc::Envelope& message, const Sender& sender, const run::Moment& now);
    void request(const rpc::Envelope& message, const Sender& sender, bool alone);
    void notification(const rpc::Envelope& message, const run::Moment& now);
    void batch(JsonView elements, const Sender& sender, const run::Moment& now);
    [[gnu::cold]] void refuse(const rpc::BadMessage& bad);

    std::shared_ptr<Channel> channel_;
    std::shared_ptr<LegacyServer> legacy_;
    std::shared_ptr<ModernServer> modern_;
    std::string principal_;
    std::atomic<bool> legacy_only_ = false;
    rpc::EnvelopeReader reader_;
};

}  // namespace mcp::session
