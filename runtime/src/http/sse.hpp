// Writing server-sent events. Messages are one line, so an event has one line of data.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace mcp::http {

/// Appends `event: message`, the id unless it is empty, and the data.
void append_event(std::string& out, std::string_view id, std::string_view data);
/// An event with a name of its own.
void append_named_event(std::string& out, std::string_view name, std::string_view data);
/// An id with empty data: where to go on, and no message.
void append_position(std::string& out, std::string_view id);
/// For how long a client waits before it comes back.
void append_retry(std::string& out, std::chrono::milliseconds wait);
/// A line that means nothing and keeps the connection alive.
inline constexpr std::string_view keep_alive_comment = ": keep-alive\n\n";

}  // namespace mcp::http
