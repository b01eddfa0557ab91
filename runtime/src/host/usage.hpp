// Whether a server is being used, so that one that nobody uses can be ended. Apart from the server:
// whoever ends a use, on whatever thread, does not end the server with it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>

namespace mcp::host {

class Usage : public std::enable_shared_from_this<Usage> {
public:
    using Clock = std::chrono::steady_clock;

    /// It is used as long as what this gives lives.
    std::shared_ptr<void> begin() {
        {
            const std::lock_guard lock(mutex_);
            ++uses_;
        }
        return {this, [self = shared_from_this()](Usage*) { self->end(); }};
    }
    /// What is used from now on counts, and nothing before.
    void renew() {
        const std::lock_guard lock(mutex_);
        last_ = Clock::now();
    }
    /// Since when nobody has used it; now, while somebody does.
    Clock::time_point unused_since() const {
        const std::lock_guard lock(mutex_);
        return uses_ == 0 ? last_ : Clock::now();
    }

private:
    void end() {
        const std::lock_guard lock(mutex_);
        if (--uses_ == 0) last_ = Clock::now();
    }

    mutable std::mutex mutex_{};
    std::size_t uses_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace mcp::host
