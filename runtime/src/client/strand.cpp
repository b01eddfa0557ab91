// One after the other.
#include "client/strand.hpp"

#include <exception>
#include <string>
#include <utility>

namespace mcp::client {

namespace {

thread_local const Strand* running_here = nullptr;

}  // namespace

void run_user_code(const std::function<void()>& code,
                   const std::function<void(std::string_view)>& report) {
    try {
        code();
    } catch (const std::exception& error) {
        if (report) report(std::string("a callback failed: ") + error.what());
    } catch (...) {
        if (report) report("a callback failed");
    }
}

Strand::Waiting Strand::take_first() {
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= first.bytes;
    return first;
}

std::size_t Strand::post(std::vector<std::function<void()>> work, std::size_t bytes) {
    if (work.empty()) return 0;
    std::vector<Waiting> dropped;  // destroyed outside of the lock
    {
        const std::lock_guard lock(mutex_);
        bytes_ += bytes;
        for (auto& each : work) waiting_.push_back({std::move(each), std::exchange(bytes, 0)});
        while (waiting_.size() > bounds_.waiting ||
               (bytes_ > bounds_.bytes && waiting_.size() > 1)) {
            dropped.push_back(take_first());
        }
        if (running_) return dropped.size();
        running_ = true;
    }
    const auto crew = crew_.lock();
    if (!crew || !crew->post([self = shared_from_this()] { self->run(); })) {
        // No worker for it: what waits is run with what comes next.
        const std::lock_guard lock(mutex_);
        running_ = false;
        finished_.notify_all();
    }
    return dropped.size();
}

void Strand::run() {
    while (true) {
        Waiting work;
        {
            const std::lock_guard lock(mutex_);
            if (waiting_.empty()) {
                running_ = false;
                finished_.notify_all();
                return;
            }
            work = take_first();
        }
        running_here = this;
        run_user_code(work.run, report_);
        running_here = nullptr;
    }
}

void Strand::finish(std::chrono::milliseconds patience) {
    if (running_here == this) return;
    const auto crew = crew_.lock();
    if (!crew) return;
    const run::Crew::Blocking blocking(*crew);
    std::deque<Waiting> dropped;  // destroyed outside of the lock
    std::unique_lock lock(mutex_);
    const auto finished = [this] { return !running_; };
    if (finished_.wait_for(lock, patience, finished)) return;
    dropped.swap(waiting_);
    bytes_ = 0;
    finished_.wait(lock, finished);
    lock.unlock();
}

}  // namespace mcp::client
