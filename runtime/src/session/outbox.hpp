// Where a session's messages go. A connection that has one stream for everything, or HTTP, where
// each request has a stream of its own.
#pragma once

#include "run/connection.hpp"

#include <mcp/rpc.hpp>

#include <string_view>

namespace mcp::session {

/// Called under the session's lock, in the order in which messages are to travel. Never waits for
/// the peer, and does not call back into the session. Not called any more after the session's
/// `closed`.
class Outbox {
public:
    virtual ~Outbox() = default;
    /// `related_to` is the client's request that the message belongs to: its answer, its progress,
    /// its log messages, and what its handler asks. Empty: the general stream.
    virtual void send(std::string_view message, const MessageId& related_to) = 0;
    /// The request will not be answered: it was cancelled. A stream of its own ends here.
    virtual void ended(const MessageId& /*request*/) {}
    /// The session's next deadline has become earlier.
    virtual void wake() {}
    /// Whether handlers that nothing is known of yet are tried on the thread that reads. Not where
    /// a request ends with its connection: that end would be heard only after the handler's.
    virtual bool tries_handlers() const { return false; }
};

/// One stream for everything. The connection outlives the session's work on it.
class ConnectionOutbox final : public Outbox {
public:
    explicit ConnectionOutbox(run::Connection& connection) : connection_(connection) {}
    void send(std::string_view message, const MessageId&) override { connection_.send(message); }
    void wake() override { connection_.wake(); }
    bool tries_handlers() const override { return true; }

private:
    run::Connection& connection_;
};

}  // namespace mcp::session
