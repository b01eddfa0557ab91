// The time, as sessions get it: from outside, so that tests decide it.
#pragma once

#include <mcp/seal.hpp>
#include <mcp/transport.hpp>

namespace mcp::session {

using Time = Transport::Time;

class Clock {
public:
    virtual ~Clock() = default;
    virtual Time now() const { return std::chrono::steady_clock::now(); }
    virtual Sealer::Time wall() const { return std::chrono::system_clock::now(); }

    /// The machine's.
    static const Clock& real();
};

}  // namespace mcp::session
