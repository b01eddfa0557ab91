// The signal may come before the thread is inside of the call: it is sent until the thread is back.
// The thread goes on when no more signals will come.
#include "transport/interruptible.hpp"

#include <sched.h>

#include <chrono>
#include <csignal>
#include <mutex>
#include <thread>

namespace mcp::transport {
namespace {

/// Ignored by default, and used by hardly anybody.
constexpr int our_signal = SIGURG;
/// Looks whether the thread is back, between two signals.
constexpr int looks = 20;
constexpr std::chrono::microseconds between_signals{50};

extern "C" void do_nothing(int) {}

/// Without SA_RESTART, so that the call returns.
struct sigaction our_action() {
    struct sigaction ours {};
    ours.sa_handler = do_nothing;
    sigemptyset(&ours.sa_mask);
    return ours;
}

/// The program may have made the signal its own since it was taken: then it is ours for a moment.
class Borrowed {
public:
    Borrowed() {
        const struct sigaction ours = our_action();
        known_ = sigaction(our_signal, &ours, &before_) == 0;
    }
    ~Borrowed() {
        if (known_) sigaction(our_signal, &before_, nullptr);
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

private:
    static inline std::mutex mutex_{};
    const std::lock_guard<std::mutex> lock_{mutex_};
    struct sigaction before_ {};
    bool known_ = false;
};

void let_signal_in() {
    thread_local bool done = false;
    if (done) return;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, our_signal);
    done = pthread_sigmask(SIG_UNBLOCK, &set, nullptr) == 0;
}

}  // namespace

bool Interruptible::possible() {
    struct sigaction before {};
    if (sigaction(our_signal, nullptr, &before) != 0) return false;
    if ((before.sa_flags & SA_SIGINFO) != 0) return false;
    if (before.sa_handler == do_nothing) return true;
    if (before.sa_handler != SIG_DFL) return false;
    const struct sigaction ours = our_action();
    return sigaction(our_signal, &ours, nullptr) == 0;
}

[[gnu::hot]] void Interruptible::begin() {
    let_signal_in();
    thread_ = pthread_self();
    state_.store(State::inside, std::memory_order_release);
    // Ordered before the look at what is to be waited for, as in `interrupt` the other way round.
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

void Interruptible::interrupt() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    State expected = State::inside;
    if (!state_.compare_exchange_strong(expected, State::interrupted)) return;
    if (!signal_once()) {
        const Borrowed signal;
        while (!signal_once()) std::this_thread::sleep_for(between_signals);
    }
    state_.store(State::out, std::memory_order_release);
}

bool Interruptible::signal_once() {
    pthread_kill(thread_, our_signal);
    for (int i = 0; i < looks; ++i) {
        if (state_.load(std::memory_order_acquire) == State::back) return true;
        sched_yield();
    }
    return false;
}

void Interruptible::come_back() {
    state_.store(State::back, std::memory_order_release);
    // Returning from a system call is when a signal arrives that is still on its way.
    do sched_yield();
    while (state_.load(std::memory_order_acquire) != State::out);
}

}  // namespace mcp::transport
