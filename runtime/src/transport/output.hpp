// What waits to be sent through a descriptor. Any thread may add and flush; nobody waits, but for
// `drain`.
#pragma once

#include "transport/fd.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace mcp::transport {

class Output {
public:
    Output(Fd fd, WriteMode mode) : fd_(std::move(fd)), mode_(mode) {}

    /// Takes a line, without its newline. After a failure or the end it is dropped.
    std::size_t add(std::string_view line);
    /// Sends what can be sent now. True when the thread that reads must be woken: to watch the
    /// descriptor for room, or because it has failed.
    bool flush();
    /// Sends until nothing is left, the deadline comes, or it fails.
    void drain(Time deadline);
    /// Closes the descriptor; the other side sees the end.
    void close();

    std::size_t queued() const noexcept { return queued_.load(std::memory_order_relaxed); }
    bool failed() const noexcept { return failed_.load(std::memory_order_acquire); }
    std::string failure() const;
    /// The descriptor when there is something to watch it for, otherwise -1. From then on `flush`
    /// relies on the caller watching.
    int watch();

private:
    bool send();  // under the mutex; false when something is left

    mutable std::mutex mutex_;
    Fd fd_;
    WriteMode mode_;
    std::string waiting_{};
    std::size_t sent_ = 0;  ///< so much of `waiting_` is gone
    bool watched_ = false;
    std::string failure_{};
    std::atomic<std::size_t> queued_ = 0;
    std::atomic<bool> failed_ = false;
};

}  // namespace mcp::transport
