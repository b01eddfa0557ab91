// Shows the messages of a connection, as they are on the wire but for secrets.
#pragma once

#include "output/terminal.hpp"

#include <mcp/message_filter.hpp>

#include <memory>
#include <string>

namespace mcpctl {

/// One message on one line: `--> {…}`. Text that is no JSON is shown as it is, made safe.
std::string trace_line(const Terminal& terminal, bool outgoing, std::string_view message);

std::shared_ptr<mcp::MessageFilter> trace_filter(Terminal& terminal);

}  // namespace mcpctl
