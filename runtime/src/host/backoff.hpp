// How long a server that has failed is left alone. No clock and no chance of its own: both are
// given.
#pragma once

#include <mcp/host_options.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace mcp::host {

class Backoff {
public:
    using Duration = std::chrono::milliseconds;

    explicit Backoff(RestartOptions options) : options_(options) {}

    /// The pause before the next start. `lived`: how long the server was there this time; `chance`
    /// is between 0 and 1.
    Duration next(Duration lived, double chance) {
        if (lived >= options_.stable_after) failures_ = 0;
        Duration pause = options_.first;
        for (std::size_t i = 0; i < failures_ && pause < options_.longest; ++i) pause *= 2;
        ++failures_;
        pause = std::min(pause, options_.longest);
        const double part = 1.0 - std::clamp(options_.jitter, 0.0, 1.0) * chance;
        return Duration(static_cast<Duration::rep>(static_cast<double>(pause.count()) * part));
    }
    /// In a row.
    std::size_t failures() const { return failures_; }
    void forget() { failures_ = 0; }

private:
    RestartOptions options_;
    std::size_t failures_ = 0;
};

}  // namespace mcp::host
