// A server that lends its tools to the client's model: asks the model, runs the tools that it
// wants, tells it what came out, until it has answered. One question alone is Context::sample.
#pragma once

#include <mcp/context.hpp>
#include <mcp/types.hpp>

#include <cstddef>
#include <functional>

namespace mcp {

/// Runs one tool for the model. An exception with a text for the model is a ToolError; every other
/// one ends the loop.
using RunTool = std::function<CallToolResult(const ToolUseContent& use)>;

/// Asks with `params.tools` until the answer uses none, `max_questions` times at most; in the last
/// question the model may not use tools. Gives the last answer. Throws as Context::sample does, and
/// std::invalid_argument without tools, or without a question.
///
/// Since 2026-07-28 every question starts the handler anew, and with it the loop: the answers that
/// are there are taken again, and so are the tools run again. Lend tools that only read.
CreateMessageResult sample_with_tools(Context& context, CreateMessageRequestParams params,
                                      const RunTool& run, std::size_t max_questions = 8);

}  // namespace mcp
