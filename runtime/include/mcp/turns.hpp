// Connections that take turns, for programs that pass messages from one connection to another.
//
//   const auto turns = mcp::make_turns();
//   mcp::ClientOptions behind;
//   behind.turns = turns;
//   mcp::ServerOptions in_front;
//   in_front.turns = turns;
//
// Each connection has a thread that reads. Where they share a Turns, one thread reads all those
// that are lines over descriptors or child processes, and of the others one handles messages at a
// time, all that have arrived for it at once: what passes from one connection to another is then
// never fought over, which costs less than two threads gain. Whoever takes long, in a handler for
// instance, is not waited for. A Bridge or a Gateway for one client does this by itself.
#pragma once

#include <memory>

namespace mcp {

class Turns;

/// For ClientOptions::turns and ServerOptions::turns. Thread-safe.
std::shared_ptr<Turns> make_turns();

}  // namespace mcp
