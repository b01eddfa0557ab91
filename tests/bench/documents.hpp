// The messages that the benchmark of the codec reads and writes: made up, but shaped and sized like
// real ones.
#pragma once

#include <mcp/types.hpp>

namespace mcpgen::bench {

/// A page of `tools/list` with a hundred tools: names, descriptions of one to three sentences,
/// schemas of two to seven arguments with enumerations, arrays and nested objects, annotations. 50
/// to 80 kB of JSON.
mcp::ListToolsResult hundred_tools();

/// The params of a `tools/call` with a handful of arguments, with the metadata that 2026-07-28
/// requires.
mcp::CallToolRequestParams one_call();

}  // namespace mcpgen::bench
