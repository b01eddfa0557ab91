// Which clients without a session have listened to changes: what they share stays.
#pragma once

#include "session/served_call.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace mcp::gateway {

/// Thread-safe; may be used under any lock of a gateway.
class Listeners {
public:
    /// `most`: as many connections as there can be.
    explicit Listeners(std::size_t most) : most_(most) {}
    void add(const std::shared_ptr<const detail::PeerInfo>& peer, const std::string& place) {
        if (peer->lasting) return;
        const std::lock_guard lock(mutex_);
        if (places_.size() < most_) places_.insert(place);
    }
    bool has(const std::string& place) const {
        const std::lock_guard lock(mutex_);
        return places_.contains(place);
    }

private:
    const std::size_t most_;
    mutable std::mutex mutex_{};
    std::set<std::string> places_{};
};

}  // namespace mcp::gateway
