// The transport of a server that is not trusted to keep quiet: what comes too often has to wait,
// and with that its sender. Also keeps what is to be known of a process after its end.
#pragma once

#include "host/allowance.hpp"
#include "transport/watchable.hpp"

#include <mcp/forwarding_transport.hpp>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace mcp::host {

/// A server's process, as far as its status shows it.
class ProcessView {
public:
    int pid() const;
    /// The end of what it has written to standard error.
    std::string stderr_text() const;

    void begins(const ProcessTransport* process);
    /// Does nothing for one that is not the last that began.
    void ends(const ProcessTransport* process);

private:
    mutable std::mutex mutex_{};
    const ProcessTransport* process_ = nullptr;
    int pid_ = 0;
    std::string last_{};
};

/// A pause is a `read` that waits, or where somebody else waits for the transport, a `hold`.
class PacedTransport final : public ForwardingTransport, public transport::Watchable {
public:
    /// `process` is the inner one, if that has a process.
    PacedTransport(std::unique_ptr<Transport> inner, const TrafficLimits& limits,
                   std::shared_ptr<ProcessView> view, const ProcessTransport* process)
        : ForwardingTransport(std::move(inner)),
          allowance_(limits),
          view_(std::move(view)),
          process_(process) {
        view_->begins(process_);
    }
    ~PacedTransport() override { view_->ends(process_); }

    Incoming read(Time deadline) override;
    std::size_t write(std::string_view message) override;
    void wake() override;
    void close() override;

    bool wait_outside(void (*before_waiting)()) override;
    Wants wants() override { return watched_->wants(); }
    Time again_at() const override { return std::min(free_at_, watched_->again_at()); }
    void seen(const Seen& happened) override { watched_->seen(happened); }
    bool would_wait() const override { return watched_->would_wait(); }
    void hold(bool on) override { watched_->hold(on); }

private:
    bool wait_for_allowance(Time deadline);
    void hold_until_allowed(Time now);

    std::mutex mutex_{};
    std::condition_variable changed_{};
    Allowance allowance_;
    bool woken_ = false;
    bool closed_ = false;
    std::shared_ptr<ProcessView> view_;
    const ProcessTransport* process_;
    // Of the thread that reads, which does not wait here:
    Watchable* watched_ = nullptr;  ///< the inner one; null: it does wait
    Time free_at_ = Time::max();    ///< when more may come; the end of time when it may now
};

}  // namespace mcp::host
