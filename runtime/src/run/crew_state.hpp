// The inside of a crew: its threads, what waits for them, and who reads at the moment. For this
// folder, and for loops that read something else than a Connection does: sockets and timers of
// HTTP.
#pragma once

#include "run/crew.hpp"
#include "run/turns.hpp"

#include <mcp/transport.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace mcp::run {

class CrewState;

/// What was written to other connections while more messages wait on this one: a gateway that has
/// read many calls sends them on together. Thread-safe.
class Gathering {
public:
    void add(const std::shared_ptr<Transport>& written);
    void flush();

private:
    std::mutex mutex_{};
    std::vector<std::weak_ptr<Transport>> written_{};
    std::atomic<bool> some_ = false;  ///< there may be some; looked at without the mutex
};

/// The time during which one thread reads one connection. Ends when the thread returns, but the
/// reading may be taken from it before, while it runs user code:
///
///   reading --UserCode--> in user code --its end--> reading
///                                      --the watcher, or Blocking--> taken
///   reading --Blocking--> taken
///
/// One word says where it is. Its low bits are the state, the rest counts the user codes, so that
/// the watcher can tell a long one from many short ones without anybody reading a clock.
class Tenure {
public:
    /// `read_on` is run by another thread of the crew when the reading is taken from this one.
    Tenure(std::shared_ptr<CrewState> crew, const void* owner, std::function<void()> read_on);
    ~Tenure();
    Tenure(const Tenure&) = delete;
    Tenure& operator=(const Tenure&) = delete;

    /// This thread's, or null.
    static Tenure* current();
    /// Before this thread waits for others: sends what it keeps back, ends its turn, and leaves
    /// looking out to another one.
    static void before_waiting();

    /// Whether another thread reads now, or is about to.
    bool taken() const { return (word_.load(std::memory_order_seq_cst) & taken_bit) != 0; }
    const void* owner() const { return owner_; }
    CrewState* crew() const { return crew_.get(); }

    Turn turn;                           ///< to handle messages
    bool unsent = false;                 ///< this thread has written something and not flushed it
    bool deadline_came_earlier = false;  ///< on this thread: it is to be asked for again
    Gathering* gathering = nullptr;      ///< for other connections; null: nothing is kept back

private:
    friend class Crew;
    friend class CrewState;
    static constexpr std::uint64_t user_bit = 1;
    static constexpr std::uint64_t taken_bit = 2;
    static constexpr std::uint64_t one = 4;

    void enter_user_code();
    void leave_user_code();

    std::shared_ptr<CrewState> crew_;
    const void* owner_;
    std::function<void()> read_on_;
    Tenure* outer_;  ///< of the same thread, when connections are run inside of one another
    std::atomic<std::uint64_t> word_ = 0;
    unsigned depth_ = 0;      ///< user codes inside of one another
    std::uint64_t seen_ = 0;  ///< of the watcher: the word at its last look
};

class CrewState : public std::enable_shared_from_this<CrewState> {
public:
    explicit CrewState(CrewLimits limits) : limits_(std::move(limits)) {}

    bool post(std::function<void()> work);
    /// Runs `work` at once, on a thread that does not count as a worker.
    void start(std::function<void()> work);
    /// Ends all threads and waits for them.
    void stop();
    std::size_t threads() const;
    const CrewLimits& limits() const { return limits_; }

    /// Whether this thread is one of the workers, running posted work.
    bool is_worker() const;
    /// This thread does not count as a worker from one to the other.
    void stop_counting();
    void count_again();
    /// Lets another thread read on; the one that has read counts as a worker from now on.
    void take(Tenure& tenure);

private:
    friend class Tenure;

    // All of these under the mutex:
    void need_thread();
    void take_locked(Tenure& tenure);
    void join_ended(std::unique_lock<std::mutex>& lock);

    void work();  ///< what each thread does
    void watch();
    /// What has happened since the last look; traces are of user code that is over.
    enum class Seen : std::uint8_t { nothing, traces, user_code };
    Seen look();
    void wake_watcher();

    const CrewLimits limits_;
    mutable std::mutex mutex_{};
    std::condition_variable work_there_{};
    std::deque<std::function<void()>> urgent_{};
    std::deque<std::function<void()>> queue_{};
    std::size_t idle_ = 0;
    std::size_t busy_ = 0;  ///< workers at work; may be above the limit for a while
    bool stopping_ = false;
    std::list<std::thread> threads_{};
    std::vector<std::thread> ended_{};

    std::vector<Tenure*> tenures_{};
    std::thread watcher_{};
    std::condition_variable watch_{};
    std::atomic<bool> watcher_sleeps_ = true;
};

}  // namespace mcp::run
