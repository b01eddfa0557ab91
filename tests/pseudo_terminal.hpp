// Programs on a pseudo-terminal: what a person at it would see, and what they type.
#pragma once

#include "catch.hpp"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace mcpgen::test {

/// Whether this system has pseudo-terminals; some containers have none. Says so when not.
inline bool terminals_exist() {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal >= 0) ::close(terminal);
    if (terminal < 0) WARN("no pseudo-terminal can be opened here: terminals are not tested");
    return terminal >= 0;
}

struct TerminalRun {
    int code = -1;
    std::string out;  ///< both streams together, and the echo of what is typed
};

/// Runs shell commands on a terminal of so many columns, with `typed` as what its user types: at
/// once, or as soon as `question` is seen.
inline TerminalRun run_shell_on_terminal(const std::string& commands, std::string_view typed = {},
                                         unsigned short columns = 80,
                                         std::string_view question = {}) {
    int terminal = -1;
    winsize size{};
    size.ws_row = 24;
    size.ws_col = columns;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    REQUIRE(child >= 0);
    if (child == 0) {
        ::execl("/bin/sh", "sh", "-c", commands.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    TerminalRun result;
    const auto type_when_asked = [&] {
        if (typed.empty() || result.out.find(question) == std::string::npos) return;
        const auto written = ::write(terminal, typed.data(), typed.size());
        CHECK(written == static_cast<ssize_t>(typed.size()));
        typed = {};
    };
    type_when_asked();
    char block[4096];
    for (ssize_t got = 0; (got = ::read(terminal, block, sizeof block)) > 0;) {
        result.out.append(block, static_cast<std::size_t>(got));
        type_when_asked();
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(terminal);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

}  // namespace mcpgen::test
