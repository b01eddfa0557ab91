// What the tests of transports share. No test cases.
#pragma once

#include <mcp/transport.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace transport_test {

using Event = mcp::Transport::Event;
using Clock = std::chrono::steady_clock;

inline Clock::time_point in(std::chrono::milliseconds time) { return Clock::now() + time; }
/// Far enough that a test that works never comes to it.
inline Clock::time_point late() { return in(std::chrono::seconds(20)); }

/// The next message, or `<what else happened: text>`.
inline std::string next(mcp::Transport& transport) {
    const auto incoming = transport.read(late());
    std::string text(incoming.text);
    switch (incoming.event) {
        case Event::message: return text;
        case Event::oversize: return "<oversize: " + text.substr(0, 10) + ">";
        case Event::undelivered: return "<undelivered: " + text + ">";
        case Event::timeout: return "<timeout>";
        case Event::closed: return "<closed: " + text + ">";
    }
    return {};
}

inline void send(mcp::Transport& transport, std::string_view message) {
    transport.write(message);
    transport.flush();
}

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace transport_test
