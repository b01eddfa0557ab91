// A tool and the arguments of a call, from the command line: what `call` and `bench` have in
// common.
#pragma once

#include "peer/connection.hpp"

#include <mcp/types.hpp>

namespace mcpctl {

struct ToolCall {
    mcp::Tool tool{};
    mcp::JsonObject arguments{};
};

/// Finds the tool that the first argument names, reads the others by its schema, and checks that
/// they fit; warns of those that the schema does not name. `asks`: missing ones are asked for,
/// where there is a terminal.
Outcome<ToolCall> read_tool_call(Connection& connection, const Invocation& invocation,
                                 Terminal& terminal, bool asks);

/// All of the standard input, 16 MB at most.
std::string standard_input();

}  // namespace mcpctl
