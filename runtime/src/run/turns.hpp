// Whose turn it is to handle messages. Nothing depends on it but speed: who has waited for long
// enough goes on without being let.
#pragma once

#include "run/lookout.hpp"

#include <mcp/turns.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace mcp {

class Turns {
public:
    /// Nobody waits longer than `patience` for one and the same turn.
    explicit Turns(std::chrono::microseconds patience = std::chrono::milliseconds(1))
        : patience_(patience) {}

    /// Waits for a turn. Gives its number, which is never 0.
    std::uint64_t begin();
    /// Lets the next one have it, in the order in which they came. Does nothing when somebody has
    /// gone on meanwhile.
    void end(std::uint64_t turn);
    /// How many wait.
    std::size_t waiting() const { return waiting_.load(std::memory_order_relaxed); }

    /// For the connections that can be waited for together.
    run::Lookout& lookout() const { return *lookout_; }

private:
    struct Waiter {
        std::uint64_t turn;
        std::condition_variable let{};
    };
    bool begin_if_free(std::uint64_t turn);

    const std::chrono::microseconds patience_;
    std::atomic<std::uint64_t> now_ = 0;  ///< whose turn it is; 0: nobody's
    std::atomic<std::uint64_t> last_ = 0;
    std::atomic<std::size_t> waiting_ = 0;
    std::mutex mutex_{};
    std::deque<Waiter*> queue_{};
    const std::shared_ptr<run::Lookout> lookout_ = std::make_shared<run::Lookout>();
};

namespace run {

/// The turn of one thread. Without a Turns it does nothing.
class Turn {
public:
    explicit Turn(Turns* turns) : turns_(turns) {}
    ~Turn() { end(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// False in the middle of it, where there is nothing to do.
    bool begin() {
        if (!turns_ || number_ != 0) return false;
        number_ = turns_->begin();
        return true;
    }
    void end() {
        if (number_ != 0) turns_->end(std::exchange(number_, 0));
    }
    /// Whether somebody else waits for its end.
    bool wanted() const { return number_ != 0 && turns_->waiting() != 0; }

private:
    Turns* turns_;
    std::uint64_t number_ = 0;
};

}  // namespace run
}  // namespace mcp
