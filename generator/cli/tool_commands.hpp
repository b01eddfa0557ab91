// `mcpgen tools`, and `mcpgen check --against`; see commands.hpp.
#pragma once

#include <generator/cli/options.hpp>
#include <generator/cli/terminal.hpp>

namespace mcpgen::cli {

int run_tools(const Options& options, Terminal& terminal);

/// Whether `check` is asked about a server's tools, and not about bindings.
bool is_about_tools(const Options& options);
int run_check_against(const Options& options, Terminal& terminal);

}  // namespace mcpgen::cli
