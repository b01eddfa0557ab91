// Objects that must not be destroyed by threads of their own: whoever lets go of one last leaves
// that to another thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>

namespace mcp::gateway {

class Apart {
public:
    template <class T>
    std::shared_ptr<T> own(std::unique_ptr<T> object) {
        const auto state = state_;
        {
            const std::lock_guard lock(state->mutex);
            ++state->alive;
        }
        return std::shared_ptr<T>(object.release(), [state](T* over) {
            std::thread([state, over] {
                delete over;
                const std::lock_guard lock(state->mutex);
                --state->alive;
                state->ended.notify_all();
            }).detach();
        });
    }
    /// Until all are gone, for so long at most.
    void wait(std::chrono::milliseconds most) {
        std::unique_lock lock(state_->mutex);
        state_->ended.wait_for(lock, most, [this] { return state_->alive == 0; });
    }

private:
    struct State {
        std::mutex mutex{};
        std::condition_variable ended{};
        std::size_t alive = 0;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace mcp::gateway
