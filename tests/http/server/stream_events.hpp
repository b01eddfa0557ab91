// The events of a stream, as a client reads them. Not the library's own reader, which it tests.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::testing {

/// One event of a stream, as a client reads it.
struct Event {
    std::string name{};
    std::string id{};
    std::string data{};
    std::string retry{};
};

/// The complete events in a text; comments are counted.
inline std::vector<Event> events_in(std::string_view text, std::size_t* comments = nullptr) {
    std::vector<Event> events;
    Event event;
    bool any = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) break;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (line.empty()) {
            if (any) events.push_back(std::exchange(event, {}));
            any = false;
        } else if (line.front() == ':') {
            if (comments) ++*comments;
        } else {
            any = true;
            const std::size_t colon = line.find(':');
            const std::string_view field = line.substr(0, colon);
            std::string_view value = line.substr(std::min(colon + 1, line.size()));
            if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
            if (field == "event") event.name = value;
            if (field == "id") event.id = value;
            if (field == "data") event.data = value;
            if (field == "retry") event.retry = value;
        }
    }
    return events;
}

}  // namespace mcp::testing
