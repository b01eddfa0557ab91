// How often something may happen: a bucket that fills at a steady rate. The time is given.
#pragma once

#include <mcp/client_options.hpp>

#include <algorithm>
#include <chrono>

namespace mcp::client {

class RateGate {
public:
    explicit RateGate(RateLimit limit) : limit_(limit), left_(limit.burst) {}

    bool pass(std::chrono::steady_clock::time_point now) {
        const std::chrono::duration<double> passed = now - last_;
        if (last_ != decltype(last_){} && passed.count() > 0) {
            left_ = std::min(limit_.burst, left_ + passed.count() * limit_.per_second);
        }
        last_ = std::max(last_, now);
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

private:
    RateLimit limit_;
    double left_;
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace mcp::client
