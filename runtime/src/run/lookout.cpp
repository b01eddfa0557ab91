// Each thread that looks out has a shift, which ends when the next one begins: at once where it
// waits itself, and when the thread comes back where it was held up.
#include "run/lookout.hpp"

#include "run/crew_state.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

namespace mcp::run {
namespace {

/// So long nothing is tried after `poll` has failed.
constexpr std::chrono::milliseconds after_failure{10};

struct OnShift {
    Lookout* lookout = nullptr;
    std::uint64_t shift = 0;
};
thread_local OnShift on_shift;

}  // namespace

void Lookout::add(std::shared_ptr<Member> member) {
    const std::lock_guard lock(mutex_);
    const bool held_up = reading_ == member.get();
    waiting_.push_back({std::move(member), Time::min()});
    if (held_up) {
        start();
    } else {
        tell();
    }
}

void Lookout::step_down() {
    if (!on_shift.lookout) return;
    Lookout& lookout = *on_shift.lookout;
    const std::lock_guard lock(lookout.mutex_);
    if (lookout.shift_ == on_shift.shift) lookout.start();
}

void Lookout::tell() {
    if (running_) {
        wakeup_.set();
    } else {
        start();
    }
}

void Lookout::start() {
    running_ = true;
    reading_ = nullptr;
    crew_.state().start([self = shared_from_this(), shift = ++shift_] { self->run(shift); });
}

void Lookout::run(std::uint64_t shift) {
    on_shift = {this, shift};
    std::unique_lock lock(mutex_);
    while (shift_ == shift) {
        if (!ready_.empty()) {
            read_next(lock, shift);
        } else if (!waiting_.empty()) {
            look(lock);
        } else {
            running_ = false;
            break;
        }
    }
    on_shift = {};
}

void Lookout::read_next(std::unique_lock<std::mutex>& lock, std::uint64_t shift) {
    std::shared_ptr<Member> member = std::move(ready_.front());
    ready_.pop_front();
    reading_ = member.get();
    lock.unlock();
    const std::optional<Time> again = member->read_on();
    if (!again) member.reset();  // may be the end of it: not under the mutex
    lock.lock();
    const bool relieved = shift_ != shift;
    if (!relieved) reading_ = nullptr;
    if (!again) return;
    waiting_.push_back({std::move(member), *again});
    if (relieved) tell();
}

void Lookout::look(std::unique_lock<std::mutex>& lock) {
    fds_.assign(1, {wakeup_.fd(), POLLIN, 0});
    places_.clear();
    Time earliest = Time::max();
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
        transport::Watchable& watchable = waiting_[i].member->watchable();
        waiting_[i].deadline = std::min(waiting_[i].deadline, watchable.again_at());
        earliest = std::min(earliest, waiting_[i].deadline);
        const auto wants = watchable.wants();
        for (std::size_t k = 0; k < wants.size(); ++k) {
            if (wants[k].fd < 0) continue;
            fds_.push_back({wants[k].fd, wants[k].events, 0});
            places_.push_back({i, k});
        }
    }
    lock.unlock();
    const int timeout = transport::poll_timeout(earliest);
    const int happened = poll(fds_.data(), static_cast<nfds_t>(fds_.size()), timeout);
    if (happened < 0 && errno != EINTR) std::this_thread::sleep_for(after_failure);
    lock.lock();
    if (happened > 0 && fds_[0].revents != 0) wakeup_.clear();
    take_ready();
}

void Lookout::take_ready() {
    const Time now = Time::clock::now();
    std::size_t next = 0;  // of the places
    std::size_t kept = 0;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
        Waiting& each = waiting_[i];
        transport::Watchable::Seen seen{};
        bool ready = each.deadline <= now;
        for (; next < places_.size() && places_[next].waiting == i; ++next) {
            const bool happened = fds_[next + 1].revents != 0;  // the first one is the wakeup
            seen[places_[next].want] = happened;
            ready = ready || happened;
        }
        if (ready) {
            each.member->watchable().seen(seen);
            ready_.push_back(std::move(each.member));
        } else if (kept++ != i) {
            waiting_[kept - 1] = std::move(each);
        }
    }
    waiting_.resize(kept);
}

}  // namespace mcp::run
