// How one call is made: how long it may take, who hears of its progress, how it is given up. The
// same for a client's calls and for what a server asks of its client.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace mcp {

/// What the other side says while it works on a call.
struct Progress {
    double done = 0;
    std::optional<double> total{};
    std::string message{};
};

struct CallOptions {
    /// No answer and no progress for so long: the call fails, and the other side is told to stop.
    std::chrono::milliseconds timeout{60'000};
    /// Whatever the progress, the call fails after this time.
    std::chrono::milliseconds max_total{10 * 60'000};
    bool progress_resets_timeout = true;
    /// Called for each progress message; when it is set the other side is asked for them. Runs on
    /// the thread that reads messages: keep it short. A `progressToken` in params is not sent:
    /// tokens are made here, so that no two calls share one.
    std::function<void(const Progress&)> on_progress{};
    /// When a stop is requested the call fails with Failure::cancelled, and the other side is told.
    std::stop_token stop{};
};

}  // namespace mcp
