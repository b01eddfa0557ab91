// What each command does: asks the pipeline, then writes or prints. No stage of the compiler is
// here.
#pragma once

#include <generator/cli/options.hpp>
#include <generator/cli/terminal.hpp>

namespace mcpgen::cli {

inline constexpr int exit_fine = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_wrong_usage = 2;

/// Runs one command and gives the exit code. Problems are reported on the terminal; when there is
/// an error among them nothing was written.
int run_command(const Options& options, Terminal& terminal);

}  // namespace mcpgen::cli
