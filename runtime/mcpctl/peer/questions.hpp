// What a server asks while it works: forms and web pages. On a terminal the user answers; elsewhere
// nobody does, and the server is told so.
#pragma once

#include "output/terminal.hpp"

namespace mcp {
class Client;
}

namespace mcpctl {

/// Before `connect`. `terminal` outlives the client.
void answer_questions(mcp::Client& client, Terminal& terminal);

}  // namespace mcpctl
