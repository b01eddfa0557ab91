// A handler's thread that waits for the client's user.
#pragma once

#include "run/crew.hpp"

#include <mcp/async.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <functional>

namespace mcp::session {

/// Gives `ask` who is to be told, and waits until that is done; another thread reads on meanwhile.
/// Throws the error that comes instead of answers.
InputResponses wait_for_answers(run::Crew& crew,
                                const std::function<void(Done<InputResponses>)>& ask);

}  // namespace mcp::session
