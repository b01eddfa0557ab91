// One word says whose turn it is; those who wait stand in a queue. A thread that comes says that it
// waits before it looks a last time, and one that ends its turn looks afterwards whether anybody
// does: one of the two sees the other.
#include "run/turns.hpp"

#include <algorithm>

namespace mcp {

std::shared_ptr<Turns> make_turns() { return std::make_shared<Turns>(); }

bool Turns::begin_if_free(std::uint64_t turn) {
    std::uint64_t nobody = 0;
    return now_.compare_exchange_strong(nobody, turn, std::memory_order_seq_cst);
}

std::uint64_t Turns::begin() {
    const std::uint64_t turn = last_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (begin_if_free(turn)) return turn;
    std::unique_lock lock(mutex_);
    Waiter self{turn};
    queue_.push_back(&self);
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    if (!begin_if_free(turn) &&
        !self.let.wait_for(lock, patience_, [&] { return now_.load() == turn; })) {
        now_.store(turn, std::memory_order_seq_cst);
    }
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    std::erase(queue_, &self);
    return turn;
}

void Turns::end(std::uint64_t turn) {
    if (!now_.compare_exchange_strong(turn, 0, std::memory_order_seq_cst)) return;
    if (waiting_.load(std::memory_order_seq_cst) == 0) return;
    const std::lock_guard lock(mutex_);
    if (!queue_.empty() && begin_if_free(queue_.front()->turn)) queue_.front()->let.notify_one();
}

}  // namespace mcp
