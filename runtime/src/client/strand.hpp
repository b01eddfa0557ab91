// Runs user callbacks one after the other, on workers: what a server tells is heard in the order in
// which it was told, without a thread of its own.
#pragma once

#include "run/crew.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::client {

/// Exceptions of a callback end here, with a report.
void run_user_code(const std::function<void()>& code,
                   const std::function<void(std::string_view)>& report);

class Strand : public std::enable_shared_from_this<Strand> {
public:
    /// Above these the oldest is dropped, and counted.
    struct Bounds {
        std::size_t waiting = 10'000;
        std::size_t bytes = std::size_t{32} * 1024 * 1024;
    };
    Strand(std::weak_ptr<run::Crew> crew, Bounds bounds,
           std::function<void(std::string_view)> report)
        : crew_(std::move(crew)), bounds_(bounds), report_(std::move(report)) {}

    /// `bytes`: what it holds, about. Says how many were dropped to make room.
    std::size_t post(std::vector<std::function<void()>> work, std::size_t bytes = 0);

    /// Waits until everything that was posted has run; what has not begun after `patience` is
    /// dropped. Inside of a callback of this strand there is nothing to wait for.
    void finish(std::chrono::milliseconds patience = std::chrono::seconds(2));

private:
    struct Waiting {
        std::function<void()> run{};
        std::size_t bytes = 0;
    };
    void run();
    Waiting take_first();

    std::weak_ptr<run::Crew> crew_;
    const Bounds bounds_;
    std::function<void(std::string_view)> report_;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::deque<Waiting> waiting_;
    std::size_t bytes_ = 0;  ///< of those that wait
    bool running_ = false;
};

}  // namespace mcp::client
