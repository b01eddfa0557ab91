// Server-sent events (HTML, section 9.2) as bytes come, in pieces of any size. What events say is
// for others.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::http {

class EventParser {
public:
    struct Event {
        std::string_view name{};  ///< as sent; empty when it has none
        std::string_view data{};  ///< lines are joined with a newline; may be empty
    };
    using Sink = std::function<void(const Event&)>;

    /// `max_event`: bytes of one event, with all its lines.
    explicit EventParser(std::size_t max_event) : max_event_(max_event) {}

    /// Gives `sink` each event that has become complete, those without data too; `last_id` and
    /// `retry` are its by then. False when an event is too large: nothing is taken from then on.
    bool feed(std::string_view bytes, const Sink& sink);

    /// The id of the last complete event that had one.
    const std::optional<std::string>& last_id() const { return last_id_; }
    /// How long to wait before connecting again, when the server has said so.
    std::optional<std::chrono::milliseconds> retry() const { return retry_; }

private:
    void line(std::string_view text, const Sink& sink);
    void dispatch(const Sink& sink);

    std::size_t max_event_;
    std::string partial_{};  // a line whose end has not come
    std::size_t event_size_ = 0;
    bool started_ = false;   // the byte order mark has been looked for
    bool after_cr_ = false;  // a newline that comes now belongs to the line before
    bool too_large_ = false;
    bool fields_ = false;  // the event has a field
    bool has_data_ = false;
    std::string name_{};
    std::string data_{};
    std::optional<std::string> id_{};
    std::optional<std::string> last_id_{};
    std::optional<std::chrono::milliseconds> retry_{};
};

}  // namespace mcp::http
