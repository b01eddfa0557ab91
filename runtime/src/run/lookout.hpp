// One thread that waits for several connections, and reads those on which something has happened,
// one after the other: what passes from one to another stays with one processor, and while it works
// nobody needs to be woken.
#pragma once

#include "run/crew.hpp"
#include "transport/fd.hpp"
#include "transport/watchable.hpp"

#include <mcp/transport.hpp>

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mcp::run {

/// Its thread is the one that calls `read_on`. Where that takes its time another one takes its
/// place: when the reading is taken from it (a member that is being read is added again), or when
/// it waits for somebody (`step_down`).
class Lookout : public std::enable_shared_from_this<Lookout> {
public:
    using Time = Transport::Time;
    class Member {
    public:
        virtual ~Member() = default;
        virtual transport::Watchable& watchable() = 0;
        /// Reads what is there. Gives the time at which to call it again even when nothing happens;
        /// nothing when it is not to be waited for any more, or somebody else adds it.
        virtual std::optional<Time> read_on() noexcept = 0;
    };

    /// From now on `member` is waited for, and read at once.
    void add(std::shared_ptr<Member> member);
    /// Before waiting for others: if this thread is that of a lookout, another one takes its place.
    static void step_down();

private:
    struct Waiting {
        std::shared_ptr<Member> member;
        Time deadline;
    };
    /// Whose descriptor it is, and which.
    struct Place {
        std::size_t waiting;
        std::size_t want;
    };

    void run(std::uint64_t shift);  ///< what the thread does

    // All of these under the mutex:
    void start();
    void tell();  ///< of what has been put into `waiting_`
    void look(std::unique_lock<std::mutex>& lock);
    void take_ready();
    void read_next(std::unique_lock<std::mutex>& lock, std::uint64_t shift);

    std::mutex mutex_{};
    transport::Wakeup wakeup_{};
    std::vector<Waiting> waiting_{};
    std::deque<std::shared_ptr<Member>> ready_{};
    const Member* reading_ = nullptr;  ///< by the thread whose shift it is
    bool running_ = false;
    std::uint64_t shift_ = 0;  ///< a thread that has another one leaves
    // Of the thread whose shift it is:
    std::vector<pollfd> fds_{};
    std::vector<Place> places_{};

    Crew crew_{};
};

}  // namespace mcp::run
