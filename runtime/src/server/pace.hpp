// How long a handler takes, as far as it matters: whether its calls may run on the thread that
// reads. No statistics.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mcp::server {

/// A few quick runs in a row make a handler quick, and slow ones end that:
///
///   new --quick runs, one at a time--> quick --slow ones--> slow --quick runs in a row--> quick
///
/// One slow run in many is forgiven: it may be that the machine had something else to do.
/// The first runs are tried on the thread that reads, one at a time: most handlers are quick, and a
/// server with only such handlers needs no workers. Should one of them take long, the reading is
/// taken over as usual; after that a handler has to show on workers that it is quick.
class Pace {
public:
    static constexpr std::chrono::microseconds limit{50};
    static constexpr std::uint8_t runs_needed = 3;
    static constexpr std::uint8_t runs_to_forgive = 16;  ///< quick ones after a slow one
    /// Of a quick handler one of so many runs is measured: looking at the clock costs, too.
    static constexpr unsigned measured_of_quick = 4;

    bool quick() const noexcept { return runs_.load(std::memory_order_relaxed) >= runs_needed; }
    /// Whether a run that begins now may be on the thread that reads. A new handler says so again
    /// when that run is over.
    bool may_run_here() noexcept {
        return quick() || (is_new_.load(std::memory_order_relaxed) &&
                           !tries_.exchange(true, std::memory_order_relaxed));
    }
    void took(std::chrono::nanoseconds time) noexcept {
        const std::uint8_t runs = runs_.load(std::memory_order_relaxed);
        const std::uint8_t watched = watched_.load(std::memory_order_relaxed);
        if (time >= limit) {
            watched_.store(runs_to_forgive, std::memory_order_relaxed);
            if (watched != 0 || !(quick() || is_new_.load(std::memory_order_relaxed))) {
                is_new_.store(false, std::memory_order_relaxed);
                runs_.store(0, std::memory_order_relaxed);
            }
        } else {
            if (watched != 0) {
                watched_.store(static_cast<std::uint8_t>(watched - 1), std::memory_order_relaxed);
            }
            if (runs < runs_needed) {
                runs_.store(static_cast<std::uint8_t>(runs + 1), std::memory_order_relaxed);
            }
        }
        if (tries_.load(std::memory_order_relaxed)) tries_.store(false, std::memory_order_relaxed);
    }
    /// Whether the run that begins now is to be measured.
    bool measures() noexcept {
        if (!quick() || watched_.load(std::memory_order_relaxed) != 0) return true;
        const unsigned count = quick_runs_.load(std::memory_order_relaxed);
        quick_runs_.store(count + 1, std::memory_order_relaxed);
        return count % measured_of_quick == 0;
    }

    /// Measures its own life, if that is wanted.
    class Run {
    public:
        explicit Run(Pace& pace) : pace_(pace), measures_(pace.measures()) {
            if (measures_) begin_ = std::chrono::steady_clock::now();
        }
        ~Run() {
            if (measures_) pace_.took(std::chrono::steady_clock::now() - begin_);
        }
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;

    private:
        Pace& pace_;
        bool measures_;
        std::chrono::steady_clock::time_point begin_{};
    };

private:
    std::atomic<std::uint8_t> runs_{0};
    std::atomic<bool> is_new_ = true;
    std::atomic<bool> tries_ = false;       ///< a new one is being tried
    std::atomic<std::uint8_t> watched_{0};  ///< quick runs until the next slow one is forgiven
    std::atomic<unsigned> quick_runs_{0};
};

}  // namespace mcp::server
