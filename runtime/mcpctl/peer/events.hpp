// What a server tells by itself, queued for the one who prints it.
#pragma once

#include <mcp/json.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mcpctl {

struct Event {
    enum class Kind : unsigned char { list, resource, log, closed };
    Kind kind = Kind::list;
    std::string what{};  ///< `tools`, the address of a resource, or why the connection has ended
    std::string level{};
    std::string logger{};
    mcp::Json data{};  ///< of a log message

    /// For `--json`: `tools_changed`, `resource_updated`, `log`, `closed`.
    std::string name() const;
};

/// Any thread pushes; one takes. What comes while too much waits is counted and left out.
class EventQueue {
public:
    using Time = std::chrono::steady_clock::time_point;
    /// After so many seconds; never for 0.
    static Time deadline_in(double seconds);

    void push(Event event);
    /// Waits; nothing once the time is over or a stop is requested.
    std::optional<Event> next(Time deadline, const std::stop_token& stop);
    std::size_t dropped() const;

private:
    mutable std::mutex mutex_{};
    std::condition_variable_any changed_{};
    std::deque<Event> events_{};
    std::size_t dropped_ = 0;
};

}  // namespace mcpctl
