// A client's wish to hear of changes, while it lasts. With older servers it is a number of
// resources/subscribe requests, since 2026-07-28 a stream that is listened to.
#pragma once

#include <mcp/types.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace mcp {

namespace detail {
class ClientLink;
void end_subscription(const std::weak_ptr<ClientLink>& link, std::uint64_t ticket);
}  // namespace detail

/// Ends the subscription when it is destroyed.
class [[nodiscard]] Subscription {
public:
    Subscription() = default;
    Subscription(std::weak_ptr<detail::ClientLink> link, std::uint64_t ticket,
                 SubscriptionFilter honoured)
        : link_(std::move(link)), ticket_(ticket), honoured_(std::move(honoured)) {}
    Subscription(Subscription&& other) noexcept { *this = std::move(other); }
    Subscription& operator=(Subscription&& other) noexcept {
        std::swap(link_, other.link_);
        std::swap(ticket_, other.ticket_);
        std::swap(honoured_, other.honoured_);
        return *this;
    }
    ~Subscription() { end(); }

    /// What the server agreed to tell, which may be less than what was asked for.
    const SubscriptionFilter& honoured() const { return honoured_; }

    /// Nothing is told any more, but for what is being told at this moment.
    void end() {
        if (ticket_ != 0) detail::end_subscription(link_, std::exchange(ticket_, 0));
    }

private:
    std::weak_ptr<detail::ClientLink> link_{};
    std::uint64_t ticket_ = 0;
    SubscriptionFilter honoured_{};
};

}  // namespace mcp
