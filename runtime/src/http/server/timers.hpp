// Who wants to be called at which time. No thread and no clock: whoever owns this calls `run`.
#pragma once

#include <mcp/transport.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace mcp::http {

using Time = Transport::Time;

class Timed;

/// Who waits for when. Outlives its Timers where somebody who waited does.
struct TimeTable {
    std::mutex mutex{};
    std::set<std::pair<Time, Timed*>> waiting{};
};

/// Something that waits. In at most one Timers.
class Timed : public std::enable_shared_from_this<Timed> {
public:
    Timed() = default;
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;
    virtual ~Timed();
    /// Its time has come. It is not waiting any more; it may arm itself again.
    virtual void due(Time now) = 0;
    /// Everything ends.
    virtual void stop() = 0;

private:
    friend class Timers;
    std::shared_ptr<TimeTable> table_{};   // null when it was never armed
    std::atomic<bool> was_armed_ = false;  // the same, to be asked without the lock
    Time at_ = Time::max();
};

class Timers {
public:
    /// `woken` is called when the next time has become earlier; without any lock held.
    explicit Timers(std::function<void()> woken) : woken_(std::move(woken)) {}

    /// Calls it then, or earlier when it is armed for an earlier time already. Time::max() only
    /// makes it known, for `all`.
    void arm(Timed& one, Time at);
    void disarm(Timed& one);
    Time next() const;
    /// Calls what is due.
    void run(Time now);
    std::vector<std::shared_ptr<Timed>> all() const;

private:
    const std::function<void()> woken_;
    const std::shared_ptr<TimeTable> table_ = std::make_shared<TimeTable>();
};

}  // namespace mcp::http
