// The program: reads the command line, runs one command, gives the exit code. The commands are in
// `commands/`, the table of them in `cli/command_table.cpp`.
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "output/terminal.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace mcpctl;

Outcome<int> run_invocation(const Invocation& invocation, Terminal& terminal) {
    if (invocation.has("version")) {
        terminal.print(version_text());
        return exit_fine;
    }
    if (invocation.has("help")) {
        terminal.print(help_text(invocation.command ? invocation.command->name : ""));
        return exit_fine;
    }
    return invocation.command->run(invocation, terminal);
}

int run_program(const std::vector<std::string>& words) {
    Manner manner;
    const auto invocation = read_command_line(words, manner);
    Terminal terminal(manner);
    if (!invocation) {
        terminal.report(invocation.error());
        return invocation.error().exit_code;
    }
    const auto code = run_invocation(*invocation, terminal);
    if (!terminal.flush()) {
        terminal.report(
            {std::string("cannot write to the standard output: ") + std::strerror(errno)});
        return exit_failed;
    }
    if (code) return *code;
    terminal.report(code.error());
    return code.error().exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    // A reader that goes away is told by a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run_program(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mcpctl: internal error: %s\n", error.what());
        return mcpctl::exit_failed;
    }
}
