// A session at work on a transport: reads messages into the session, keeps its deadlines, and ends
// it once. What the messages mean is the session's business.
#pragma once

#include "run/crew.hpp"
#include "run/moment.hpp"

#include <mcp/rpc.hpp>
#include <mcp/transport.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mcp::run {

/// What a connection needs of a session. `received` and `deadline` are called by one thread at a
/// time, but not always the same one; and while one is inside of Crew::UserCode or Crew::Blocking
/// for a while, another thread may call them. None of them may wait for the peer, but for
/// `received` inside of Crew::Blocking. None of them throws.
class Protocol {
public:
    using Time = Transport::Time;
    virtual ~Protocol() = default;

    /// A message, or one that was too large (`text` is how it began). `text` is valid until this
    /// returns, even when another thread reads on meanwhile. (What an EnvelopeReader keeps is not:
    /// have one on the stack.)
    virtual void received(std::string_view text, bool oversize, const Moment& now) = 0;
    /// A request that was sent comes to nothing: Transport::Event::undelivered. As `received`.
    virtual void undelivered(std::string_view id, const RpcError& why, const Moment& now) {
        (void)id, (void)why, (void)now;
    }
    /// When `deadline` is to be called; Time::max() for never. Call Connection::wake when it comes
    /// earlier than it was.
    virtual Time next_deadline() = 0;
    virtual void deadline(Time now) = 0;
    /// The connection has ended: called once, after the last `received` has begun. `why` is empty
    /// for a regular end. What is sent from here still goes out if the peer takes it.
    virtual void closed(const std::string& why) = 0;
};

class Connection {
public:
    Connection(std::unique_ptr<Transport> transport, Crew& crew);
    /// Closes, and waits until nothing calls into the session any more; for all others when it is
    /// destroyed inside of such a call.
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Starts reading, on a thread of the crew; returns at once. Once.
    void start(std::shared_ptr<Protocol> protocol);
    /// The same on this thread; returns when the connection has ended.
    void run(std::shared_ptr<Protocol> protocol);

    /// Sends a message. From the thread that reads, several may be sent together when no other
    /// message waits to be read. After the end messages are dropped.
    void send(std::string_view message);
    /// The next deadline has come earlier: it is asked for again. Cheap on the thread that reads.
    void wake();
    /// The same when it is known to be `deadline`: does nothing when it is looked after already.
    void wake(Transport::Time deadline);
    /// Ends the connection. Does not wait.
    void close();
    /// Waits for the end; `closed` has returned then. Not from a call into the session.
    void wait();

    Transport& transport();

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace mcp::run
