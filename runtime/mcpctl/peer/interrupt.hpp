// Ctrl-C as a stop token, so that a command can end in good order. A second one ends the program.
#pragma once

#include <array>
#include <stop_token>
#include <thread>

namespace mcpctl {

/// One at a time.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Stops when SIGINT or SIGTERM comes.
    std::stop_token token() const { return source_.get_token(); }

private:
    std::array<int, 2> pipe_{-1, -1};
    std::stop_source source_{};
    std::thread watcher_{};
};

}  // namespace mcpctl
