// Waiting inside of a system call such as `read`, which is quicker than asking `poll` first, and
// getting somebody out of there.
//
//   out --wait--> inside --the call returns--> out
//                 inside --interrupt--> interrupted --the call returns--> back --interrupt--> out
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

namespace mcp::transport {

/// One thread waits, others get it out: by SIGURG, whose handler does nothing. No other call of
/// that thread is disturbed.
class Interruptible {
public:
    /// Makes the signal ours, if it is not. False where the program has a use of its own for it.
    static bool possible();

    /// Runs `call`, which comes back when it is interrupted; not when `unless()` holds. Whoever
    /// makes that hold calls `interrupt` afterwards.
    template <class Unless, class Call>
    void wait(const Unless& unless, const Call& call) {
        begin();
        if (!unless()) call();
        State expected = State::inside;
        if (!state_.compare_exchange_strong(expected, State::out)) come_back();
    }
    /// Gets who waits out of the call. Any thread but that one.
    void interrupt();

private:
    enum class State : std::uint8_t { out, inside, interrupted, back };
    void begin();
    bool signal_once();  ///< says whether the thread came back
    void come_back();

    pthread_t thread_{};
    std::atomic<State> state_ = State::out;
};

}  // namespace mcp::transport
