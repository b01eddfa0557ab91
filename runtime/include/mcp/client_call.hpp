// One call of a client on its way, in the three forms in which code can wait for it: a callback, a
// handle, a coroutine. Making calls is in <mcp/client.hpp>.
#pragma once

#include <mcp/async.hpp>
#include <mcp/call_options.hpp>
#include <mcp/codec_api.hpp>
#include <mcp/dispatch_row.hpp>
#include <mcp/rpc.hpp>

#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace mcp {

namespace detail {

/// A call before it is sent: typed params are written when the revision is known.
struct ClientCall {
    const MethodRow* row = nullptr;  ///< null for a custom method
    std::string custom{};            ///< its name
    std::function<Result<std::string, CodecError>(Revision)> params{};
    CallOptions options{};
    Done<std::string> done{};  ///< gets the text of the result
    bool one_round = false;    ///< questions of the server are the result; nobody answers them
    bool as_task = false;      ///< the result is a task, or it is about one
    /// For a look at a task: what it asks is answered, unless its key is in here already.
    std::shared_ptr<std::set<std::string>> answered_keys{};
};

class ClientLink;  // src/client

/// What a thread waits for: takes one outcome and gives it to one waiter. Waiting on a thread that
/// reads messages lets another one read on.
template <class T>
class Slot {
public:
    void put(Answer<T> answer) {
        {
            const std::lock_guard lock(mutex_);
            answer_.emplace(std::move(answer));
        }
        ready_.notify_all();
    }
    bool has() const {
        const std::lock_guard lock(mutex_);
        return answer_.has_value();
    }
    /// Once.
    Answer<T> wait() {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return answer_.has_value(); });
        return std::move(*answer_);
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable ready_;
    std::optional<Answer<T>> answer_{};
};

void cancel_call(const std::weak_ptr<ClientLink>& link, std::uint64_t ticket);
/// Runs `wait` so that the client goes on reading meanwhile.
void wait_outside(const std::weak_ptr<ClientLink>& link, const std::function<void()>& wait);

}  // namespace detail

/// A call under way. Destroying the handle does not give the call up; `cancel` does.
template <class T>
class Started {
public:
    Started() = default;
    Started(std::weak_ptr<detail::ClientLink> link, std::shared_ptr<detail::Slot<T>> slot)
        : link_(std::move(link)), slot_(std::move(slot)) {}

    bool ready() const { return slot_->has(); }
    /// Waits for the outcome. Once.
    Answer<T> get() {
        if (!slot_->has()) {
            std::optional<Answer<T>> answer;
            detail::wait_outside(link_, [&] { answer.emplace(slot_->wait()); });
            return std::move(*answer);
        }
        return slot_->wait();
    }
    /// Gives the call up: it fails with Failure::cancelled, and the server is told. Does nothing
    /// once there is an outcome.
    void cancel() { detail::cancel_call(link_, ticket_); }

    void set_ticket(std::uint64_t ticket) { ticket_ = ticket; }

private:
    std::weak_ptr<detail::ClientLink> link_{};
    std::shared_ptr<detail::Slot<T>> slot_{};
    std::uint64_t ticket_ = 0;
};

/// A call for coroutines, in two steps:
/// `auto op = client.operation<M>(params); auto answer = co_await std::move(op);`. The call starts
/// when it is awaited. The coroutine goes on on the thread that reads messages. Destroying a
/// coroutine that waits gives the call up.
template <class T>
class [[nodiscard]] Operation {
public:
    /// Starts the call and gives its ticket.
    using Start = std::function<std::uint64_t(Done<T>)>;
    Operation(std::weak_ptr<detail::ClientLink> link, Start start)
        : link_(std::move(link)), start_(std::move(start)) {}

    auto operator co_await() && { return Awaiter(std::move(link_), std::move(start_)); }

private:
    struct State {
        std::mutex mutex;
        std::optional<Answer<T>> answer;
        std::coroutine_handle<> waiting{};
        bool abandoned = false;
    };
    class Awaiter {
    public:
        Awaiter(std::weak_ptr<detail::ClientLink> link, Start start)
            : link_(std::move(link)), start_(std::move(start)) {}
        Awaiter(Awaiter&&) noexcept = default;
        Awaiter(const Awaiter&) = delete;
        Awaiter& operator=(const Awaiter&) = delete;
        Awaiter& operator=(Awaiter&&) = delete;
        ~Awaiter() {
            if (!state_) return;
            {
                const std::lock_guard lock(state_->mutex);
                if (state_->answer) return;
                state_->abandoned = true;
            }
            detail::cancel_call(link_, ticket_);
        }
        bool await_ready() const noexcept { return false; }
        bool await_suspend(std::coroutine_handle<> waiting) {
            // The answer may come at once, or on another thread before `start_` has returned; the
            // coroutine is only resumed by the answer once it is known to have been suspended.
            auto state = state_;
            ticket_ = start_([state](Answer<T> answer) {
                std::coroutine_handle<> resume;
                {
                    const std::lock_guard lock(state->mutex);
                    state->answer.emplace(std::move(answer));
                    if (!state->abandoned) resume = state->waiting;
                }
                if (resume) resume.resume();
            });
            const std::lock_guard lock(state->mutex);
            if (state->answer) return false;
            state->waiting = waiting;
            return true;
        }
        Answer<T> await_resume() { return std::move(*state_->answer); }

    private:
        std::weak_ptr<detail::ClientLink> link_;
        Start start_;
        std::shared_ptr<State> state_ = std::make_shared<State>();
        std::uint64_t ticket_ = 0;
    };

    std::weak_ptr<detail::ClientLink> link_;
    Start start_;
};

}  // namespace mcp
