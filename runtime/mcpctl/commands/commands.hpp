// The commands: one function and one file each. What they are called, and what they take, is said
// in the table in `cli/command_table.cpp`.
#pragma once

#include "cli/options.hpp"

namespace mcpctl {

Outcome<int> run_list(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_call(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_read(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_prompt(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_complete(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_watch(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_discover(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_login(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_ping(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_bench(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_bridge(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_serve(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_completion(const Invocation& invocation, Terminal& terminal);
Outcome<int> run_help(const Invocation& invocation, Terminal& terminal);

}  // namespace mcpctl
