// A bound on how often something may happen. No clock: who asks says what time it is.
#pragma once

#include "session/clock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace mcp::session {

/// So many in a second, counted from the first one; what is above is refused and counted.
class RateLimit {
public:
    explicit RateLimit(std::size_t per_second) : per_second_(per_second) {}

    bool allow(Time now) {
        if (!started_ || now - since_ >= std::chrono::seconds(1)) {
            since_ = now;
            used_ = 0;
            started_ = true;
        }
        if (used_ >= per_second_) {
            ++refused_;
            return false;
        }
        ++used_;
        return true;
    }
    std::uint64_t refused() const { return refused_; }

private:
    std::size_t per_second_;
    std::size_t used_ = 0;
    std::uint64_t refused_ = 0;
    Time since_{};
    bool started_ = false;
};

}  // namespace mcp::session
