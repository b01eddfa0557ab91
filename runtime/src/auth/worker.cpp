// The thread, and who waits for it.
#include "auth/worker.hpp"

#include <csignal>
#include <memory>
#include <utility>

namespace mcp::auth {

void Worker::stop() {
    const std::lock_guard starting(starting_);
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->jobs.clear();
    }
    shared_->stop.request_stop();
    if (!thread_.joinable()) return;
    if (thread_.get_id() == std::this_thread::get_id()) {
        thread_.detach();  // the last one let go inside of a job
    } else {
        thread_.join();
    }
}

void Worker::add(Job job) {
    const std::lock_guard starting(starting_);
    {
        const std::lock_guard lock(shared_->mutex);
        if (shared_->stop.stop_requested()) return;
        shared_->jobs.push_back(std::move(job));
        if (std::exchange(shared_->running, true)) return;
    }
    if (thread_.joinable()) thread_.join();  // it has nothing more to do
    try {
        thread_ = std::thread([shared = shared_] {
            sigset_t all;  // signals are for the program's own threads
            sigfillset(&all);
            pthread_sigmask(SIG_BLOCK, &all, nullptr);
            run(shared);
        });
    } catch (...) {
        std::deque<Job> never;  // goes outside of the lock
        const std::lock_guard lock(shared_->mutex);
        never.swap(shared_->jobs);
        shared_->running = false;
        throw;
    }
}

void Worker::run(const std::shared_ptr<Shared>& shared) {
    for (;;) {
        Job job;
        {
            const std::lock_guard lock(shared->mutex);
            if (shared->jobs.empty()) {
                shared->running = false;
                return;
            }
            job = std::move(shared->jobs.front());
            shared->jobs.pop_front();
        }
        job(shared->stop.get_token());
    }
}

}  // namespace mcp::auth
