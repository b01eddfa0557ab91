// Two numbers as text.
#include "http/server/event_id.hpp"

#include <charconv>

namespace mcp::http {

std::optional<EventId> read_event_id(std::string_view text) {
    EventId id;
    const char* const end = text.data() + text.size();
    const auto stream = std::from_chars(text.data(), end, id.stream);
    if (stream.ec != std::errc() || stream.ptr == end || *stream.ptr != ':') return std::nullopt;
    const auto sequence = std::from_chars(stream.ptr + 1, end, id.sequence);
    if (sequence.ec != std::errc() || sequence.ptr != end) return std::nullopt;
    return id;
}

EventIdText::EventIdText(const EventId& id) {
    char* const end = text_.data() + text_.size();
    char* at = std::to_chars(text_.data(), end, id.stream).ptr;
    *at++ = ':';
    at = std::to_chars(at, end, id.sequence).ptr;
    size_ = static_cast<std::size_t>(at - text_.data());
}

}  // namespace mcp::http
