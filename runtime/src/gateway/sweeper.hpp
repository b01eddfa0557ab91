// Looks again and again at what ends by itself, on a thread of its own: nobody has to call for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace mcp::gateway {

class Sweeper {
public:
    /// What lasts for `shortest` ends at most a quarter later, but for very short and long times.
    /// Begins with `start`.
    Sweeper(std::chrono::milliseconds shortest, std::function<void()> sweep)
        : period_(std::clamp<std::chrono::milliseconds>(shortest / 4, std::chrono::milliseconds(10),
                                                        std::chrono::seconds(15))),
          sweep_(std::move(sweep)) {}
    ~Sweeper() { stop(); }
    Sweeper(const Sweeper&) = delete;
    Sweeper& operator=(const Sweeper&) = delete;

    /// The second time there is nothing to do, nor after `stop`.
    void start() {
        const std::lock_guard lock(mutex_);
        if (stopped_ || thread_.joinable()) return;
        thread_ = std::thread([this] {
            std::unique_lock held(mutex_);
            while (!wake_.wait_for(held, period_, [this] { return stopped_; })) {
                held.unlock();
                sweep_();
                held.lock();
            }
        });
    }
    /// Waits for a sweep that is under way.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
        }
        wake_.notify_all();
        if (thread_.joinable()) thread_.join();
    }

private:
    const std::chrono::milliseconds period_;
    const std::function<void()> sweep_;
    std::mutex mutex_{};
    std::condition_variable wake_{};
    bool stopped_ = false;
    std::thread thread_{};
};

}  // namespace mcp::gateway
