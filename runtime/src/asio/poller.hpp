// Waiting for many descriptors at once, with epoll. Nothing has to be asked for anew after each
// read: that costs a system call for every request.
#pragma once

#include "transport/fd.hpp"

#include <array>
#include <span>

namespace mcp::web {

/// What a descriptor is ready for.
struct Readiness {
    bool read = false;
    bool write = false;
    bool ended = false;   ///< the peer sends no more; told to who wants to read
    bool broken = false;  ///< or closed by the peer in both directions; told whatever is asked for
};

/// How often a descriptor is spoken of that stays ready.
enum class Tell {
    always,  ///< with each wait
    once,    ///< when more arrives, or there is more room, or after `change`; the kernel looks once
};

/// Who is told. Stays alive until the poller has forgotten its descriptor, and until what was told
/// before that has been dealt with.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void ready(Readiness what) = 0;
};

class Poller {
public:
    struct Ready {
        Watcher* who;  ///< null for the wake-up
        Readiness what;
    };

    Poller();

    void add(int fd, Watcher& who, bool read, bool write, Tell tell);
    void change(int fd, Watcher& who, bool read, bool write, Tell tell);
    void forget(int fd);
    /// Makes the thread that waits go on.
    void wake() noexcept { wakeup_.set(); }

    /// A place for what is told.
    using Batch = std::array<Ready, 64>;
    /// Waits, at most so long (-1: for ever), and fills the batch.
    std::span<const Ready> wait(Batch& batch, int milliseconds);

private:
    transport::Fd fd_;
    transport::Wakeup wakeup_{};
};

}  // namespace mcp::web
