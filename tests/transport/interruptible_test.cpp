// Getting a thread out of a system call, at any time, and disturbing nothing else.
#include "transport/interruptible.hpp"

#include "transport/fd.hpp"

#include "support.hpp"

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <random>
#include <thread>

#include "catch.hpp"

using namespace transport_test;
using namespace std::chrono_literals;
using mcp::transport::Interruptible;

namespace {

void set_handler(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;  // the worst
    sigaction(SIGURG, &action, nullptr);
}

/// A thread that waits in `read` again and again, as long as it is told to, with a little work of
/// its own in between.
class Waiter {
public:
    ~Waiter() {
        over_ = true;
        interruptible.interrupt();
        thread_.join();
    }
    /// Gets it out of one wait.
    void wake() {
        const int before = rounds;
        woken_ = true;
        interruptible.interrupt();
        const auto end = late();
        while (rounds == before && Clock::now() < end) std::this_thread::yield();
        CHECK(rounds != before);
    }

    Interruptible interruptible{};
    std::atomic<int> rounds = 0;
    std::atomic<int> interrupted = 0;
    std::atomic<int> disturbed = 0;

private:
    void run() {
        while (!over_) {
            interruptible.wait([&] { return over_ || woken_; },
                               [&] {
                                   char byte = 0;
                                   const auto count = ::read(pipe_.first.get(), &byte, 1);
                                   if (count < 0 && errno == EINTR) ++interrupted;
                               });
            const timespec nap{0, 20'000};
            if (nanosleep(&nap, nullptr) != 0) ++disturbed;
            if (woken_.exchange(false)) ++rounds;
        }
    }

    std::pair<mcp::transport::Fd, mcp::transport::Fd> pipe_ = mcp::transport::make_pipe();
    std::atomic<bool> over_ = false;
    std::atomic<bool> woken_ = false;
    std::thread thread_{[this] { run(); }};
};

}  // namespace

TEST_CASE("a thread that waits in a system call is got out of it, whenever that comes") {
    REQUIRE(Interruptible::possible());
    Waiter waiter;
    std::minstd_rand random;  // NOLINT(cert-msc*): the same every time
    for (int i = 0; i < 1000; ++i) {
        // Before, at, or after the moment at which the thread goes into the call.
        const auto until = Clock::now() + std::chrono::microseconds(random() % 150);
        while (Clock::now() < until) {}
        waiter.wake();
    }
    CHECK(waiter.interrupted > 0);
    CHECK(waiter.disturbed == 0);
}

TEST_CASE("several threads may interrupt at once") {
    REQUIRE(Interruptible::possible());
    Waiter waiter;
    const auto interrupt = [&] {
        for (int i = 0; i < 500; ++i) waiter.interruptible.interrupt();
    };
    std::thread one(interrupt);
    std::thread other(interrupt);
    for (int i = 0; i < 100; ++i) waiter.wake();
    one.join();
    other.join();
    CHECK(waiter.disturbed == 0);
}

TEST_CASE("who has a reason not to wait does not, and nobody is interrupted who does not wait") {
    Interruptible interruptible;
    interruptible.interrupt();
    bool called = false;
    interruptible.wait([] { return true; }, [&] { called = true; });
    CHECK(!called);
    interruptible.wait([] { return false; }, [&] { called = true; });
    CHECK(called);
}

TEST_CASE("a signal that the program has a use for is not taken, and given back") {
    REQUIRE(Interruptible::possible());
    struct sigaction ours {};
    sigaction(SIGURG, nullptr, &ours);
    set_handler([](int) {});
    CHECK(!Interruptible::possible());
    set_handler(SIG_IGN);
    CHECK(!Interruptible::possible());
    sigaction(SIGURG, &ours, nullptr);
    CHECK(Interruptible::possible());

    static std::atomic<int> theirs = 0;
    Waiter waiter;
    for (void (*handler)(int) : {SIG_DFL, SIG_IGN, +[](int) { ++theirs; }}) {
        set_handler(handler);
        for (int i = 0; i < 3; ++i) {
            std::this_thread::sleep_for(1ms);
            waiter.wake();
        }
        struct sigaction now {};
        sigaction(SIGURG, nullptr, &now);
        CHECK(now.sa_handler == handler);
    }
    CHECK(waiter.interrupted > 0);
    sigaction(SIGURG, &ours, nullptr);
}
