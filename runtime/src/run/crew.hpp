// The threads of a program: they read messages and run handlers. One thread of a connection reads;
// when a handler takes its time another thread goes on reading, so that user code never holds up a
// connection, and a quick handler costs no change of threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace mcp {
class Turns;
}

namespace mcp::run {

struct CrewLimits {
    /// Handlers that run at once; those that wait for the peer (`Blocking`) do not count.
    std::size_t workers = 4;
    /// Work that may wait for a worker. Above it `post` refuses.
    std::size_t max_queued = 1024;
    /// So long a handler may run on the thread that reads before another thread takes the reading
    /// over; at most four times as long until it happens.
    std::chrono::microseconds patience{1000};
    /// A thread that has had nothing to do for so long ends.
    std::chrono::milliseconds idle{10'000};
    std::shared_ptr<Turns> turns{};  ///< of the threads that read; null: none are taken
};

class Tenure;
class CrewState;

class Crew {
public:
    explicit Crew(CrewLimits limits = {});
    /// As `stop`. Connections on this crew must have ended.
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    /// Waits for what runs, but for the caller's own thread; what only waits to run is dropped, and
    /// nothing is taken any more. The second time there is nothing to do.
    void stop();

    /// Runs `work` on a worker. False when too much waits already. What `work` throws is lost.
    bool post(std::function<void()> work);

    /// Around code of the user that runs on the thread that reads: should it take longer than
    /// `patience`, another thread takes the reading over. Does nothing on other threads.
    class UserCode {
    public:
        explicit UserCode(Crew& crew);
        ~UserCode();
        UserCode(const UserCode&) = delete;
        UserCode& operator=(const UserCode&) = delete;

    private:
        Tenure* tenure_;  // null: nothing to do
    };

    /// Around waiting for something that another thread of the crew brings: the thread does not
    /// count as a worker meanwhile, and if it was the one that reads, another one reads on at once.
    class Blocking {
    public:
        explicit Blocking(Crew& crew);
        /// For the crew whose work this thread runs, if it is a worker of one.
        Blocking();
        ~Blocking();
        Blocking(const Blocking&) = delete;
        Blocking& operator=(const Blocking&) = delete;

    private:
        CrewState* state_;  // null: nothing to do
    };

    /// How many threads it has at the moment, without the one that watches over the readers.
    std::size_t threads() const;

    CrewState& state() { return *state_; }

private:
    std::shared_ptr<CrewState> state_;
};

}  // namespace mcp::run
