// See the header.
#include <generator/cli/terminal.hpp>

#include <generator/support/words.hpp>

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace mcpgen::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool is_dumb() {
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) == "dumb";
}

bool wants_color(Color color, int descriptor) {
    if (color != Color::automatic) return color == Color::always;
    return ::isatty(descriptor) != 0 && !is_set("NO_COLOR") && !is_dumb();
}

void write_error_line(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fputc('\n', stderr);
}

std::string_view color_of_diff_line(std::string_view line) {
    if (line.starts_with("+++") || line.starts_with("---")) return "\x1b[1m";
    if (line.starts_with('+')) return "\x1b[32m";
    if (line.starts_with('-')) return "\x1b[31m";
    if (line.starts_with('@')) return "\x1b[36m";
    return {};
}

}  // namespace

Terminal::Terminal(const Manner& manner)
    : manner_(manner),
      color_out_(wants_color(manner.color, STDOUT_FILENO)),
      color_error_(wants_color(manner.color, STDERR_FILENO)),
      show_progress_(::isatty(STDERR_FILENO) != 0 && !manner.quiet && !manner.json && !is_dumb()) {}

void Terminal::print(std::string_view text) {
    end_progress();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed_ = true;
}

void Terminal::remark(std::string_view text) {
    if (!manner_.quiet) print(text);
}

void Terminal::print_diff(std::string_view diff) {
    if (!color_out_ || manner_.quiet) return remark(diff);
    while (!diff.empty()) {
        const std::string_view line = diff.substr(0, diff.find('\n'));
        diff.remove_prefix(std::min(line.size() + 1, diff.size()));
        const std::string_view color = color_of_diff_line(line);
        print(color);
        print(line);
        print(color.empty() ? "\n" : "\x1b[0m\n");
    }
}

void Terminal::report(const Diagnostic& diagnostic) {
    end_progress();
    write_error_line(manner_.json ? to_json(diagnostic) : to_text(diagnostic, color_error_));
}

void Terminal::report(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) report(diagnostic);
    const std::size_t errors = diagnostics.error_count();
    const std::size_t warnings = diagnostics.all().size() - errors;
    if (manner_.json || errors + warnings < 2) return;
    std::string line = "mcpgen: ";
    if (errors > 0) line += counted(errors, "error");
    if (errors > 0 && warnings > 0) line += ", ";
    if (warnings > 0) line += counted(warnings, "warning");
    write_error_line(line);
}

Progress Terminal::progress() {
    start_ = std::chrono::steady_clock::now();
    if (!show_progress_) return {};
    return [this](std::string_view stage) {
        if (std::chrono::steady_clock::now() - start_ < patience) return;
        const std::string line = "\r\x1b[Kmcpgen: " + std::string(stage) + " ...";
        std::fwrite(line.data(), 1, line.size(), stderr);
        std::fflush(stderr);
        progress_shown_ = true;
    };
}

void Terminal::end_progress() {
    if (!progress_shown_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    progress_shown_ = false;
}

bool Terminal::flush() { return std::fflush(stdout) == 0 && !output_failed_; }

}  // namespace mcpgen::cli
