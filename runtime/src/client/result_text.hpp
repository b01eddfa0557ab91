// Results of servers that leave out what has a meaning when it is absent, or say who they are in a
// way of their own. The codec is strict; this is where the client is not.
#pragma once

#include <string>

namespace mcp::client {

/// Adds `resultType` when it is missing; with `cacheable` also the hints for keeping the result,
/// and makes a negative time none. Takes a `serverInfo` that is none out of `_meta`. `result` is
/// the text of an object.
std::string complete_result(std::string result, bool cacheable);

}  // namespace mcp::client
