// A transport that waits by itself, made of one that somebody else waits for. No test cases.
#pragma once

#include "transport/fd.hpp"
#include "transport/watchable.hpp"

#include <mcp/forwarding_transport.hpp>

#include <poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>

namespace transport_test {

class Outside final : public mcp::ForwardingTransport {
public:
    using Watchable = mcp::transport::Watchable;

    explicit Outside(std::unique_ptr<mcp::Transport> inner)
        : ForwardingTransport(std::move(inner)),
          watched_(dynamic_cast<Watchable*>(inner_.get())),
          able_(watched_ && watched_->wait_outside([] { ++waits; })) {}

    /// Whether the inner one can be waited for.
    bool able() const { return able_; }
    Watchable& watched() { return *watched_; }
    /// How often any of them has waited by itself.
    static inline std::atomic<int> waits = 0;

    Incoming read(Time deadline) override {
        for (;;) {
            // Not asked again where there is no more: what is left must be seen from outside.
            if (std::exchange(rests_, false)) {
                wait_until(std::min(deadline, watched_->again_at()));
            }
            const Incoming incoming = inner_->read(deadline);
            rests_ = incoming.event == Event::message && !incoming.more;
            if (!watched_->would_wait() || Time::clock::now() >= deadline) return incoming;
            rests_ = true;
        }
    }

private:
    void wait_until(Time deadline) {
        const Watchable::Wants wants = watched_->wants();
        std::array<pollfd, wants.size()> fds;
        for (std::size_t i = 0; i < fds.size(); ++i) fds[i] = {wants[i].fd, wants[i].events, 0};
        poll(fds.data(), fds.size(), mcp::transport::poll_timeout(deadline));
        Watchable::Seen seen{};
        for (std::size_t i = 0; i < fds.size(); ++i) seen[i] = fds[i].revents != 0;
        watched_->seen(seen);
    }

    Watchable* watched_;
    bool able_;
    bool rests_ = false;
};

}  // namespace transport_test
