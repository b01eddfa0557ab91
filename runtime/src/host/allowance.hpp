// How much a server may send: one message for each request of ours, and so many more in a second.
// No clock: who asks says what time it is.
#pragma once

#include <mcp/host_options.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace mcp::host {

class Allowance {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Allowance(const TrafficLimits& limits)
        : limits_(limits), messages_(limits.burst), bytes_(limits.byte_burst) {}

    /// A request was sent to the server: it may answer.
    void grant() { messages_ = std::min(messages_ + 1, limits_.burst); }
    /// A message has come.
    void take(std::size_t size, Time now) {
        fill(now);
        messages_ -= 1;
        bytes_ -= static_cast<double>(size);
    }
    /// Until when nothing more is taken; `now` when there is something left.
    Time free_at(Time now) {
        fill(now);
        const double seconds = std::max(wait(messages_, limits_.messages_per_second),
                                        wait(bytes_, limits_.bytes_per_second));
        if (seconds <= 0) return now;
        // At least a while, so that it is not asked again for each single message.
        return now + std::chrono::microseconds(
                         static_cast<std::int64_t>(std::clamp(seconds, 0.01, 60.0) * 1e6));
    }

private:
    static double wait(double left, double per_second) {
        return left > 0 ? 0 : (1 - left) / std::max(per_second, 1e-3);
    }
    void fill(Time now) {
        const std::chrono::duration<double> passed = now - last_;
        last_ = std::max(last_, now);
        if (passed.count() <= 0) return;
        messages_ =
            std::min(limits_.burst, messages_ + passed.count() * limits_.messages_per_second);
        bytes_ = std::min(limits_.byte_burst, bytes_ + passed.count() * limits_.bytes_per_second);
    }

    TrafficLimits limits_;
    double messages_;
    double bytes_;
    Time last_{};
};

}  // namespace mcp::host
