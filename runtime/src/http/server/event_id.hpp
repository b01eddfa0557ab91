// The ids of events, as clients send them back: `<stream>:<sequence>`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mcp::http {

struct EventId {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0;
};

/// Nothing when it is no id that this server can have given.
std::optional<EventId> read_event_id(std::string_view text);

/// An id as it is written; the text is valid as long as this is.
class EventIdText {
public:
    explicit EventIdText(const EventId& id);
    operator std::string_view() const { return {text_.data(), size_}; }

private:
    std::array<char, 41> text_;
    std::size_t size_;
};

}  // namespace mcp::http
