// Messages as lines over two descriptors: the reading, and how it ends. Used by every transport
// that has descriptors; how those come to be is not known here.
#pragma once

#include "transport/interruptible.hpp"
#include "transport/line_splitter.hpp"
#include "transport/output.hpp"
#include "transport/watchable.hpp"

#include <mcp/transport.hpp>

#include <atomic>
#include <string>

namespace mcp::transport {

class LineTransport : public Transport, public Watchable {
public:
    LineTransport(Fd in, Fd out, WriteMode mode, LineLimits limits);
    ~LineTransport() override;

    Incoming read(Time deadline) override;
    [[gnu::hot]] std::size_t write(std::string_view message) override {
        return output_.add(message);
    }
    void flush() override;
    void wake() override;
    void close() override { close_within(limits_.close_within); }

    bool wait_outside(void (*)()) override { return waits_outside_ = true; }
    Wants wants() override;
    Time again_at() const override;
    void seen(const Seen& happened) override { seen_ = happened; }
    bool would_wait() const override { return would_wait_; }
    void hold(bool on) override { on_hold_ = on; }

    void close_within(std::chrono::milliseconds time);
    /// A descriptor that becomes readable when the other side is gone even if its pipes are still
    /// held open by somebody. Before the first `read`.
    void watch_peer(int fd) { peer_ = fd; }

private:
    enum class Waited { again, timeout };
    /// The places in `Wants`.
    enum Place : std::size_t { input, wakeup, output, peer };
    /// Whether messages are held back.
    bool held() const { return on_hold_ || (!last_look_ && output_.queued() > limits_.max_queued); }
    Waited wait(Time deadline);
    bool only_input_matters() const;
    Waited take_up_seen();
    void take_up(const Seen& happened);
    void fill();
    /// Whoever waits looks again.
    void rouse();
    Incoming ended() const;
    Incoming with_skipped(Incoming incoming);

    LineLimits limits_;
    Fd in_;
    Output output_;
    LineSplitter lines_;
    Wakeup wakeup_{};
    Interruptible inside_{};
    int peer_ = -1;
    std::atomic<bool> closed_ = false;
    std::atomic<bool> woken_ = false;
    // Of the thread that reads:
    bool waits_inside_;       ///< where it can: in `read`
    bool last_look_ = false;  ///< nobody sends any more: take what is there, and end
    bool at_end_ = false;
    bool waits_outside_ = false;
    bool would_wait_ = false;
    bool on_hold_ = false;
    Seen seen_{};
    std::string reason_{};
};

}  // namespace mcp::transport
