// Draws the bar on the last line, and guesses the time that is left from the time that has gone.
#include "output/progress.hpp"

#include "output/safe_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace mcpctl {
namespace {

constexpr std::size_t bar_width = 24;

std::string number_text(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

/// `12 s`, `3 min`, `2 h`.
std::string time_text(double seconds) {
    std::array<char, 32> text{};
    if (seconds < 90)
        std::snprintf(text.data(), text.size(), "%.0f s", std::max(seconds, 1.0));
    else if (seconds < 90 * 60)
        std::snprintf(text.data(), text.size(), "%.0f min", seconds / 60);
    else
        std::snprintf(text.data(), text.size(), "%.0f h", std::min(seconds / 3600, 9999.0));
    return text.data();
}

}  // namespace

std::string progress_line(const mcp::Progress& progress, double first,
                          std::chrono::milliseconds elapsed, std::size_t width) {
    const std::string message = safe_line(progress.message);
    const double total = progress.total.value_or(0);
    std::string line;
    if (!std::isfinite(progress.done) || !std::isfinite(total) || total <= 0) {
        line = number_text(progress.done) + " done";
    } else {
        const double part = std::clamp(progress.done / total, 0.0, 1.0);
        const auto full = static_cast<std::size_t>(part * bar_width);
        line = '[' + std::string(full, '#') + std::string(bar_width - full, '-') + "] " +
               number_text(std::floor(part * 100)) + " %";
        const double gained = progress.done - first;
        if (gained > 0 && part < 1) {
            const double seconds = std::chrono::duration<double>(elapsed).count();
            line += "  " + time_text(seconds * (total - progress.done) / gained) + " left";
        }
    }
    if (!message.empty()) line += "  " + message;
    return fit(line, width > 1 ? width - 1 : 79);
}

void ProgressBar::show(const mcp::Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (!first_) {
        first_ = progress.done;
        start_ = now;
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - start_);
    terminal_.status(progress_line(progress, *first_, elapsed, terminal_.width()));
}

}  // namespace mcpctl
