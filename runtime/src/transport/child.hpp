// A child process: how it is started, and how it is ended together with what it has started. What
// is said to it through its pipes is not known here.
#pragma once

#include "transport/fd.hpp"

#include <mcp/result.hpp>
#include <mcp/transport.hpp>

#include <sys/types.h>

#include <chrono>
#include <string>

namespace mcp::transport {

/// Leads a process group of its own, so that signals reach its children, too. Not for two threads
/// at once.
class Child {
public:
    struct Pipes {
        Fd in{};   ///< what the child gives us
        Fd out{};  ///< what it gets
        Fd log{};  ///< what it says beside, when that is captured
    };
    /// Fails with a sentence that names what was tried.
    static Result<Child> start(const ProcessOptions& options, Pipes& pipes);

    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child() = default;

    pid_t pid() const noexcept { return pid_; }
    /// Readable when the child has ended; -1 where the system has no such thing.
    int end_fd() const noexcept { return end_.get(); }

    /// Waits for the end; says whether it has come. The process stays in the table until `end`, so
    /// that its number means no other.
    bool ended_by(Time deadline);
    /// Sees to it that neither the child nor anything in its group is left: waits, asks, kills.
    void end(std::chrono::milliseconds grace);
    /// `the server ended with exit status 3`; empty while it runs.
    std::string how_it_ended() const;

private:
    explicit Child(pid_t pid);
    bool group_is_empty() const;
    bool group_empty_by(Time deadline) const;
    void reap();

    pid_t pid_ = -1;
    Fd end_{};
    bool ended_ = false;
    bool reaped_ = false;
    int code_ = 0;    ///< CLD_EXITED and so on
    int status_ = 0;  ///< exit status or signal
};

}  // namespace mcp::transport
