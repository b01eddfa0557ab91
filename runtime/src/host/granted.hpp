// Servers since 2026-07-28 refuse a resource by leaving it out of what they agree to.
#pragma once

#include <mcp/handler.hpp>
#include <mcp/rpc.hpp>
#include <mcp/subscription.hpp>

#include <string>
#include <utility>

namespace mcp::host {

/// A subscription to one resource, or the refusal.
inline Answer<Subscription> granted(Answer<Subscription> subscription, const std::string& uri) {
    if (!subscription) return subscription;
    const auto& agreed = subscription->honoured().resourceSubscriptions;
    if (agreed && !agreed->empty()) return subscription;
    return Unexpected(resource_not_found(uri));
}

}  // namespace mcp::host
