// Sees every message of a connection as text, before it is read and before it is sent. For logs of
// the traffic, redaction, tests. Calls with their types are another layer's.
#pragma once

#include <mcp/rpc.hpp>

#include <cstdint>
#include <string>

namespace mcp {

/// May change a message or drop it. A request that is dropped is never answered, and neither is one
/// whose answer is dropped. Called by one thread at a time for each direction, under the session's
/// lock for what goes out: be quick, and do not call back into the session.
class MessageFilter {
public:
    enum class Verdict : std::uint8_t { pass, drop };
    virtual ~MessageFilter() = default;
    virtual Verdict incoming(std::string&) { return Verdict::pass; }
    virtual Verdict outgoing(std::string&) { return Verdict::pass; }
};

}  // namespace mcp
