// A transport that need not be waited for by a thread of its own: somebody else waits for several
// of them in one `poll`.
#pragma once

#include <mcp/transport.hpp>

#include <array>
#include <cstddef>

namespace mcp::transport {

/// By one thread at a time, which is also the one that reads.
class Watchable {
public:
    /// A descriptor, none below 0, and what it is watched for, as `poll` takes it.
    struct Want {
        int fd = -1;
        short events = 0;
    };
    using Wants = std::array<Want, 4>;
    using Seen = std::array<bool, 4>;

    virtual ~Watchable() = default;

    /// From now on `read` does not wait for messages: it gives `timeout` where it would. Where it
    /// has to wait for something else it calls `before_waiting`. Before the first `read`. False
    /// when it cannot.
    virtual bool wait_outside(void (*before_waiting)()) = 0;
    /// What `read` would wait for.
    virtual Wants wants() = 0;
    /// When to call `read` again even when none of it happens.
    virtual Transport::Time again_at() const = 0;
    /// What of it has happened. The next `read` takes it up.
    virtual void seen(const Seen& happened) = 0;
    /// Whether the last `read` would have waited.
    virtual bool would_wait() const = 0;
    /// Until it is called with false, `read` gives no messages, but does everything else.
    virtual void hold(bool on) = 0;
};

}  // namespace mcp::transport
