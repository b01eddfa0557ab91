// Threads come when they are needed and go when they are not. Work that was posted waits for a
// worker; reading never waits.
#include "run/crew.hpp"

#include "run/crew_state.hpp"
#include "transport/fd.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace mcp::run {
namespace {

thread_local CrewState* crew_of_work = nullptr;  // while this thread runs posted work
thread_local unsigned blocking_depth = 0;

}  // namespace

bool CrewState::post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= limits_.max_queued) return false;
    queue_.push_back(std::move(work));
    need_thread();
    return true;
}

void CrewState::start(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    urgent_.push_back(std::move(work));
    need_thread();
}

void CrewState::need_thread() {
    const std::size_t room = busy_ < limits_.workers ? limits_.workers - busy_ : 0;
    const std::size_t needed = urgent_.size() + std::min(queue_.size(), room);
    if (needed == 0) return;
    if (needed <= idle_) {
        work_there_.notify_one();
        return;
    }
    threads_.emplace_back();
    const auto self = std::prev(threads_.end());
    try {
        // The thread finds itself in the list only under the mutex, which is held here.
        *self = std::thread([state = shared_from_this(), self] {
            transport::block_sigpipe_in_this_thread();
            state->work();
            const std::lock_guard guard(state->mutex_);
            state->ended_.push_back(std::move(*self));
            state->threads_.erase(self);
            state->work_there_.notify_all();  // for `stop`
        });
        ++idle_;  // until it begins
    } catch (const std::system_error&) {
        threads_.erase(self);  // no more threads: those that there are do it later
    }
}

void CrewState::join_ended(std::unique_lock<std::mutex>& lock) {
    std::vector<std::thread> ended;
    ended.swap(ended_);
    lock.unlock();
    for (std::thread& thread : ended) {
        if (thread.joinable()) thread.join();
    }
    lock.lock();
}

void CrewState::work() {
    std::unique_lock lock(mutex_);
    --idle_;
    while (!stopping_) {
        if (!ended_.empty()) join_ended(lock);
        const bool is_urgent = !urgent_.empty();
        if (is_urgent || (!queue_.empty() && busy_ < limits_.workers)) {
            auto& from = is_urgent ? urgent_ : queue_;
            std::function<void()> work = std::move(from.front());
            from.pop_front();
            if (!is_urgent) ++busy_;
            // Somebody else may have to take the rest: one call may have been for several.
            need_thread();
            lock.unlock();
            crew_of_work = is_urgent ? nullptr : this;
            try {
                work();
            } catch (...) {  // NOLINT(bugprone-empty-catch): whose business it was has its own
            }
            crew_of_work = nullptr;
            work = nullptr;
            lock.lock();
            if (!is_urgent) --busy_;
            continue;
        }
        ++idle_;
        const auto end = work_there_.wait_for(lock, limits_.idle);
        --idle_;
        if (end == std::cv_status::timeout && urgent_.empty() && queue_.empty()) return;
    }
}

void CrewState::stop() {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    const auto urgent = std::move(urgent_);
    const auto queue = std::move(queue_);
    urgent_.clear();
    queue_.clear();
    work_there_.notify_all();
    watch_.notify_all();
    const auto me = std::this_thread::get_id();
    for (std::thread& thread : threads_) {
        if (thread.get_id() != me) continue;
        // A handler has let go of its own crew: nobody can wait for that. The thread keeps the
        // state until it ends.
        thread.detach();
        thread = std::thread();
    }
    const auto all_ended = [&] {
        return std::none_of(threads_.begin(), threads_.end(),
                            [](const std::thread& thread) { return thread.joinable(); });
    };
    while (!all_ended()) work_there_.wait(lock);
    join_ended(lock);
    std::thread watcher = std::move(watcher_);
    lock.unlock();
    if (watcher.joinable()) watcher.join();
}

std::size_t CrewState::threads() const {
    const std::lock_guard lock(mutex_);
    return threads_.size();
}

bool CrewState::is_worker() const { return crew_of_work == this; }

void CrewState::stop_counting() {
    const std::lock_guard lock(mutex_);
    --busy_;
    need_thread();
}

void CrewState::count_again() {
    const std::lock_guard lock(mutex_);
    ++busy_;
}

Crew::Crew(CrewLimits limits) : state_(std::make_shared<CrewState>(std::move(limits))) {}
Crew::~Crew() { state_->stop(); }
void Crew::stop() { state_->stop(); }

bool Crew::post(std::function<void()> work) { return state_->post(std::move(work)); }
std::size_t Crew::threads() const { return state_->threads(); }

[[gnu::hot]] Crew::UserCode::UserCode(Crew& crew) : tenure_(Tenure::current()) {
    if (tenure_ && tenure_->crew() != crew.state_.get()) tenure_ = nullptr;
    if (tenure_) tenure_->enter_user_code();
}

[[gnu::hot]] Crew::UserCode::~UserCode() {
    if (tenure_) tenure_->leave_user_code();
}

Crew::Blocking::Blocking(Crew& crew) : state_(nullptr) {
    if (blocking_depth++ != 0) return;
    Tenure::before_waiting();
    Tenure* const tenure = Tenure::current();
    if (tenure && tenure->crew() == crew.state_.get()) {
        state_ = crew.state_.get();
        state_->take(*tenure);
    } else if (crew.state_->is_worker()) {
        state_ = crew.state_.get();
    }
    if (state_) state_->stop_counting();
}

Crew::Blocking::Blocking() : state_(nullptr) {
    if (blocking_depth++ != 0) return;
    Tenure::before_waiting();
    state_ = crew_of_work;
    if (state_) state_->stop_counting();
}

Crew::Blocking::~Blocking() {
    --blocking_depth;
    if (state_) state_->count_again();
}

}  // namespace mcp::run
