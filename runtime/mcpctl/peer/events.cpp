// The queue between the threads of a client, which add, and the command, which takes.
#include "peer/events.hpp"

#include <utility>

namespace mcpctl {
namespace {

constexpr std::size_t most_waiting = 10'000;

}  // namespace

std::string Event::name() const {
    switch (kind) {
        case Kind::list: return what + "_changed";
        case Kind::resource: return "resource_updated";
        case Kind::log: return "log";
        case Kind::closed: return "closed";
    }
    return {};
}

EventQueue::Time EventQueue::deadline_in(double seconds) {
    const auto now = std::chrono::steady_clock::now();
    if (seconds <= 0) return now + std::chrono::hours(24 * 365 * 100);
    return now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                     std::chrono::duration<double>(seconds));
}

void EventQueue::push(Event event) {
    {
        const std::lock_guard lock(mutex_);
        if (events_.size() >= most_waiting && event.kind != Event::Kind::closed) {
            ++dropped_;
            return;
        }
        events_.push_back(std::move(event));
    }
    changed_.notify_one();
}

std::optional<Event> EventQueue::next(Time deadline, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, stop, deadline, [this] { return !events_.empty(); });
    if (events_.empty() || stop.stop_requested()) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
}

std::size_t EventQueue::dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

}  // namespace mcpctl
