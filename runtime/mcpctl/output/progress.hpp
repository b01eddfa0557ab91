// A bar for a call that reports its progress, with the time that is left. On a terminal alone.
#pragma once

#include "output/terminal.hpp"

#include <mcp/call_options.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace mcpctl {

/// `[####------] 40 %  12 s left  Copying`. `elapsed` since the first report, which was at `first`.
std::string progress_line(const mcp::Progress& progress, double first,
                          std::chrono::milliseconds elapsed, std::size_t width);

/// Shows what it is told; the destructor takes the line away.
class ProgressBar {
public:
    explicit ProgressBar(Terminal& terminal) : terminal_(terminal) {}
    ~ProgressBar() { terminal_.status({}); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// One thread at a time.
    void show(const mcp::Progress& progress);

private:
    Terminal& terminal_;
    std::optional<double> first_{};
    std::chrono::steady_clock::time_point start_{};
};

}  // namespace mcpctl
