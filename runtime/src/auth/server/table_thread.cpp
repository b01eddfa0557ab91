#include "auth/server/table_thread.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace mcp::auth {

namespace {

using Work = std::function<void(const std::stop_token&)>;

struct Queue {
    std::mutex mutex{};
    std::condition_variable_any changed{};
    std::deque<Work> work{};
    bool over = false;
};

/// Never destroyed: other threads may come here while the program ends.
Queue& queue() {
    static Queue* const kept = new Queue;
    return *kept;
}

void work_on(const std::stop_token& stop) {
    Queue& all = queue();
    std::unique_lock lock(all.mutex);
    while (all.changed.wait(lock, stop, [&] { return !all.work.empty(); })) {
        const Work next = std::move(all.work.front());
        all.work.pop_front();
        lock.unlock();
        next(stop);
        lock.lock();
    }
}

/// Whoever has a key has started libcrypto before, so this ends earlier than libcrypto.
class Thread {
public:
    ~Thread() {
        Queue& all = queue();
        const std::lock_guard lock(all.mutex);
        all.over = true;
        left_.swap(all.work);
    }

private:
    std::deque<Work> left_{};  // may hold what takes the lock when it goes
    std::jthread thread_{work_on};
};

}  // namespace

void on_table_thread(Work work) {
    static Thread thread;
    Queue& all = queue();
    const std::lock_guard lock(all.mutex);
    if (all.over) return;
    all.work.push_back(std::move(work));
    all.changed.notify_one();
}

}  // namespace mcp::auth
