// A thread for work that takes its time. It is there only while there is work.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace mcp::auth {

class Worker {
public:
    using Job = std::function<void(std::stop_token)>;

    Worker() = default;
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does it on the thread, after those before it; not at all once this was stopped. Throws
    /// std::system_error when there can be no thread, and forgets the job.
    void add(Job job);
    /// Asks the job at work to stop, and waits for it, unless this is it; the others are dropped.
    void stop();

private:
    struct Shared {
        std::mutex mutex{};
        std::deque<Job> jobs{};
        bool running = false;
        std::stop_source stop{};
    };
    static void run(const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
    std::mutex starting_{};
    std::thread thread_{};
};

}  // namespace mcp::auth
