// How messages travel: the interface that a transport implements, and the transports that need
// nothing but the operating system. What the messages say is not known here.
#pragma once

#include <mcp/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

class RpcError;  // <mcp/rpc.hpp>

/// A two-way stream of messages. A message is one line of UTF-8 text, JSON without a newline in it.
///
/// Threads: one thread at a time calls `read`, not always the same one; any thread may call the
/// others at any time, also while another one is in `read`.
/// Ownership: a session owns its transport and destroys it after the last call.
/// Errors: a transport that has failed ends: `read` gives `closed` from then on, with the reason.
class Transport {
public:
    enum class Event : unsigned char {
        message,      ///< `text` is a message
        oversize,     ///< a message above the size limit was skipped; `text` is how it began
        timeout,      ///< `deadline` has come, somebody called `wake`, or `skipped` says more
        closed,       ///< no more messages; `text` says why when that is a failure
        undelivered,  ///< a request that was written comes to nothing, though others do not: `text`
                      ///< is its id as JSON, `error` says why
    };
    struct Incoming {
        Event event = Event::closed;
        std::string_view text{};          ///< valid until the next `read`
        bool more = false;                ///< more is there already: `read` would not wait
        const RpcError* error = nullptr;  ///< of `undelivered`; valid as `text` is
        /// Bytes that have come and are in no `text`: they are of a message above the limit. Also
        /// with `timeout`, so that a message without end can be held up as others are.
        std::size_t skipped = 0;
    };
    using Time = std::chrono::steady_clock::time_point;

    virtual ~Transport() = default;

    /// Waits for the next message, until `deadline` at most. A transport with a bound for what is
    /// queued gives no messages while it is above that.
    virtual Incoming read(Time deadline) = 0;

    /// Takes a message for sending, without its newline. Never waits for the peer: what it does not
    /// take at once is queued. Says how many bytes are queued by now.
    virtual std::size_t write(std::string_view message) = 0;

    /// Sends what `write` took. Called when a session has nothing more to write for the moment; a
    /// transport that sends in `write` has nothing to do here.
    virtual void flush() {}

    /// Makes a `read` that waits return `timeout` now, or else the next one.
    virtual void wake() = 0;

    /// Says that this side is done: sends what is queued, as long as the peer takes it in time, and
    /// ends the connection. `read` gives `closed` from then on.
    virtual void close() = 0;

    /// Whether every request is answered or reported as undelivered, so that silence says nothing
    /// about how old the peer is. For transports that make one exchange of each request.
    virtual bool accounts_for_requests() const { return false; }
    /// What a client's transport has found out about the server, for a ServerVerdict to keep; and
    /// what was kept, before the first message. Nobody else reads it.
    virtual std::string findings() const { return {}; }
    virtual void recall(std::string_view findings) { (void)findings; }
    /// Where warnings go that concern no message. `report` may be called by any thread.
    virtual void report_to(const std::function<void(std::string_view)>& report) { (void)report; }
};

/// Bounds of transports that carry lines.
struct LineLimits {
    std::size_t max_message = std::size_t{16} * 1024 * 1024;  ///< larger ones are skipped
    /// While more than this is queued for sending `read` gives no messages, so that a peer that
    /// does not take its answers gets no more of them. Deadlines come all the same. Clients of a
    /// child process read in any case: two ends that wait for each other would never go on.
    std::size_t max_queued = std::size_t{64} * 1024 * 1024;
    /// For so long `close` waits for the peer to take what is queued.
    std::chrono::milliseconds close_within{2000};
};

/// Two ends of one connection in memory: for tests, and for a server inside of its client's
/// process.
std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> memory_transports(
    LineLimits limits = {});

/// Lines over two file descriptors, which are closed at the end: pipes, sockets, terminals. Where
/// nothing else is to be waited for, the thread that reads waits inside of `read`; SIGURG gets it
/// out, with a handler that does nothing. A process that has a handler for it keeps that, and its
/// threads wait in `poll`.
std::unique_ptr<Transport> line_transport(int read_fd, int write_fd, LineLimits limits = {});

/// Standard input and output of this process, for a server. Standard output then belongs to the
/// protocol alone: what other code prints there goes to standard error. Other code that reads
/// standard input finds it empty. A process that leaves SIGPIPE as it is ignores it from here on.
std::unique_ptr<Transport> stdio_transport(LineLimits limits = {});

/// A server that a client starts as its child process.
struct ProcessOptions {
    /// The program, looked up in this process's PATH, and its arguments. No shell is involved.
    std::vector<std::string> command{};
    /// Set for the child, over what it inherits.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// Which variables the child inherits. HOME, LANG, LC_*, LOGNAME, PATH, SHELL, TERM, TMPDIR,
    /// TZ, USER by default; `*` alone stands for all.
    std::optional<std::vector<std::string>> inherit{};
    std::string working_directory{};  ///< this process's when empty
    enum class Stderr : unsigned char {
        forward,  ///< to this process's standard error
        capture,  ///< kept: `ProcessTransport::captured_stderr`
        discard,
    };
    Stderr stderr_mode = Stderr::forward;
    std::size_t max_captured = std::size_t{64} * 1024;  ///< the last so many bytes are kept
    /// At the end standard input is closed; after this time the process group gets SIGTERM, and
    /// after it again SIGKILL.
    std::chrono::milliseconds grace{2000};
    LineLimits limits{};
};

class ProcessTransport : public Transport {
public:
    virtual int pid() const = 0;
    /// What the child wrote to standard error, the end of it.
    virtual std::string captured_stderr() const = 0;
};

/// Starts the process. Fails when there is no such program, with what was tried.
Result<std::unique_ptr<ProcessTransport>> process_transport(const ProcessOptions& options);

}  // namespace mcp
