// When something has happened, for those who want to know: many do not, and looking at a clock is
// as much work as a few hundred instructions.
#pragma once

#include <mcp/transport.hpp>

namespace mcp::run {

/// Now, but the clock is read when it is asked for. For one thread, and for a short time.
class Moment {
public:
    using Time = Transport::Time;
    Moment() = default;
    Moment(Time known) : time_(known), known_(true) {}
    operator Time() const {
        if (!known_) time_ = Time::clock::now();
        known_ = true;
        return time_;
    }

private:
    mutable Time time_{};
    mutable bool known_ = false;
};

}  // namespace mcp::run
