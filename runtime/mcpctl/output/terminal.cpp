// Finds out what the streams and the terminal can do, writes to them, and reads answers from the
// keyboard.
#include "output/terminal.hpp"

#include "output/json_text.hpp"
#include "output/safe_text.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace mcpctl {
namespace {

std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

bool wants_color(const std::string& when, int descriptor) {
    if (when != "auto") return when == "always";
    return ::isatty(descriptor) != 0 && environment("NO_COLOR").empty() &&
           environment("TERM") != "dumb";
}

/// COLUMNS, which says how wide what is not a terminal is; 0 when it does not.
std::size_t columns_of_environment() {
    constexpr std::size_t widest = 10'000;
    std::size_t columns = 0;
    for (const char c : environment("COLUMNS")) {
        if (c < '0' || c > '9' || columns > widest) return 0;
        columns = columns * 10 + static_cast<std::size_t>(c - '0');
    }
    return columns < 20 ? 0 : columns;
}

std::string_view code_of(Style style) {
    switch (style) {
        case Style::plain: break;
        case Style::bold: return "1";
        case Style::dim: return "2";
        case Style::red: return "31";
        case Style::green: return "32";
        case Style::yellow: return "33";
        case Style::blue: return "34";
        case Style::cyan: return "36";
    }
    return {};
}

std::string in_style(bool colors, Style style, std::string_view text) {
    if (!colors || style == Style::plain || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code_of(style)) + 'm' + std::string(text) + "\x1b[0m";
}

}  // namespace

Images images_of_environment() {
    // What a multiplexer does with images is not known.
    const std::string_view term = environment("TERM");
    if (!environment("TMUX").empty() || term.starts_with("screen") || term.starts_with("tmux"))
        return Images::none;
    const std::string_view program = environment("TERM_PROGRAM");
    if (!environment("KITTY_WINDOW_ID").empty() || term == "xterm-kitty" || program == "ghostty" ||
        term == "xterm-ghostty")
        return Images::kitty;
    if (program == "iTerm.app" || program == "WezTerm" || environment("LC_TERMINAL") == "iTerm2")
        return Images::iterm;
    return Images::none;
}

Terminal::Terminal(const Manner& manner)
    : manner_(manner),
      out_is_terminal_(::isatty(STDOUT_FILENO) != 0),
      error_is_terminal_(::isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb"),
      can_ask_(::isatty(STDIN_FILENO) != 0 && ::isatty(STDERR_FILENO) != 0),
      color_out_(wants_color(manner.color, STDOUT_FILENO)),
      color_error_(wants_color(manner.color, STDERR_FILENO)),
      images_(images_of_environment()) {}

Terminal::~Terminal() { status({}); }

std::size_t Terminal::width() const {
    if (!out_is_terminal_) return columns_of_environment();
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, 20);
    return 80;
}

std::string Terminal::styled(Style style, std::string_view text) const {
    return in_style(color_out_, style, text);
}

std::string Terminal::styled_error(Style style, std::string_view text) const {
    return in_style(color_error_, style, text);
}

void Terminal::write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void Terminal::print(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (!status_.empty()) write_error("\r\x1b[K");
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed_ = true;
    if (out_is_terminal_ && std::fflush(stdout) != 0) output_failed_ = true;
    if (!status_.empty()) write_error(status_);
}

void Terminal::print_json(mcp::JsonView value) {
    print(json_text(value, {.indented = out_is_terminal_, .colors = color_out_}) + '\n');
}

void Terminal::note(std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (std::fflush(stdout) != 0) output_failed_ = true;
    if (!status_.empty()) write_error("\r\x1b[K");
    write_error(std::string(line) + '\n');
    if (!status_.empty()) write_error(status_);
}

void Terminal::report(const Problem& problem) {
    status({});
    if (manner_.json) {
        mcp::JsonObject error({{"message", problem.what}});
        if (!problem.hint.empty()) error.set("hint", problem.hint);
        if (problem.details) error.set("error", *problem.details);
        note(json_text(mcp::Json::object({{"problem", mcp::Json(error)}}), {}));
        return;
    }
    std::string text =
        "mcpctl: " + styled_error(Style::red, "error") + ": " + safe_line(problem.what);
    if (!problem.hint.empty()) text += "\n    hint: " + safe_text(problem.hint);
    note(text);
}

void Terminal::status(std::string line) {
    const std::lock_guard lock(mutex_);
    if (!error_is_terminal_ || manner_.json || line == status_) return;
    write_error("\r\x1b[K" + line);
    status_ = std::move(line);
}

std::optional<std::string> Terminal::ask(std::string_view question) {
    status({});
    {
        const std::lock_guard lock(mutex_);
        std::fflush(stdout);
        write_error(question);
    }
    return read_line();
}

std::optional<std::string> Terminal::read_line() {
    constexpr int patience = 100;  // milliseconds, until a stop is noticed
    for (;;) {
        const auto end = typed_.find_first_of(std::string_view("\n\x03"));
        if (end != typed_.npos) {
            const bool is_line = typed_[end] == '\n';
            std::string line = typed_.substr(0, end);
            typed_.erase(0, end + 1);
            if (is_line) return line;
            return std::nullopt;
        }
        if (stop_.stop_requested()) return std::nullopt;
        pollfd input{STDIN_FILENO, POLLIN, 0};
        const int ready = ::poll(&input, 1, patience);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        char block[4096];
        const ssize_t count = ready < 0 ? 0 : ::read(STDIN_FILENO, block, sizeof block);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        typed_.append(block, static_cast<std::size_t>(count));
    }
}

std::optional<std::string> Terminal::ask_hidden(std::string_view question) {
    termios shown{};
    if (::tcgetattr(STDIN_FILENO, &shown) != 0) return std::nullopt;
    termios hidden = shown;
    // A signal would end the program before the echo is back: Ctrl-C ends the line, and is read.
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO | ISIG);
    hidden.c_cc[VEOL] = '\x03';
    if (::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) != 0) return std::nullopt;
    auto line = ask(question);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    note({});
    return line;
}

bool Terminal::agrees(std::string_view question) {
    const auto line = ask(std::string(question) + " [y/n] ");
    return line && (*line == "y" || *line == "yes");
}

bool Terminal::flush() { return std::fflush(stdout) == 0 && !output_failed_; }

}  // namespace mcpctl
