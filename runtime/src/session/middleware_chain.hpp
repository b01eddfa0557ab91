// A call on its way through middleware: the same for calls that a server serves, calls that a
// client makes, and what a client is asked.
#pragma once

#include <mcp/middleware.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::session {

using MiddlewareList = std::shared_ptr<const std::vector<Middleware>>;

/// What comes after the last middleware. The params are those that it passed on; nothing for none.
using ChainEnd = std::function<void(std::optional<JsonView> params, Done<std::string> done)>;

/// Takes a call through `all`, the first one outermost, to `end`. `done` is called once, also when
/// the call is dropped on the way; `context` lives until then and may be null. What middleware
/// throws, this throws.
void run_chain(MiddlewareList all, std::string_view method, std::optional<JsonView> params,
               CallContext* context, ChainEnd end, Done<std::string> done);

}  // namespace mcp::session
