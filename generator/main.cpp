// The program: reads the command line, runs one command, gives the exit code. How the words are
// read is in `cli/options.hpp`, what the commands do in `cli/commands.hpp`.
#include <generator/cli/commands.hpp>
#include <generator/cli/options.hpp>
#include <generator/cli/terminal.hpp>
#include <generator/support/messages.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

int run(const std::vector<std::string>& words) {
    using namespace mcpgen;
    cli::Manner manner;
    Diagnostics usage;
    const auto options = cli::parse_command_line(words, manner, usage);
    cli::Terminal terminal(manner);
    if (!options) {
        terminal.report(usage);
        return cli::exit_wrong_usage;
    }
    const int code = cli::run_command(*options, terminal);
    if (!terminal.flush()) {
        Diagnostics output;
        output.error({}, messages::cannot_write_standard_output(std::strerror(errno)));
        terminal.report(output);
        return cli::exit_failed;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mcpgen: internal error: %s\n", error.what());
        return mcpgen::cli::exit_failed;
    }
}
