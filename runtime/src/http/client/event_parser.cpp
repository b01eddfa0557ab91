// Lines, fields, events.
#include "http/client/event_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace mcp::http {

namespace {
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// A day: a server that says more means never.
constexpr std::int64_t longest_retry = std::int64_t{24} * 60 * 60 * 1000;
}  // namespace

bool EventParser::feed(std::string_view bytes, const Sink& sink) {
    if (too_large_) return false;
    if (!started_) {
        // The mark may come in pieces.
        const std::size_t take = std::min(bytes.size(), byte_order_mark.size() - partial_.size());
        partial_ += bytes.substr(0, take);
        bytes.remove_prefix(take);
        const bool may_be = byte_order_mark.starts_with(partial_);
        if (may_be && partial_.size() < byte_order_mark.size()) return true;
        std::string begun = may_be ? std::string() : std::move(partial_);
        partial_.clear();
        started_ = true;
        begun += bytes;
        return feed(begun, sink);
    }
    while (!bytes.empty()) {
        if (after_cr_ && bytes.front() == '\n') {
            bytes.remove_prefix(1);
            after_cr_ = false;
            continue;
        }
        after_cr_ = false;
        const std::size_t end = bytes.find_first_of("\r\n");
        const std::string_view text = bytes.substr(0, end);
        event_size_ += text.size();
        if (event_size_ > max_event_) {
            too_large_ = true;
            return false;
        }
        if (end == std::string_view::npos) {
            partial_ += text;
            return true;
        }
        if (partial_.empty()) {
            line(text, sink);
        } else {
            partial_ += text;
            line(partial_, sink);
            partial_.clear();
        }
        after_cr_ = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
    }
    return true;
}

void EventParser::line(std::string_view text, const Sink& sink) {
    if (text.empty()) {
        dispatch(sink);
        return;
    }
    if (text.front() == ':') {
        // Comments of a quiet stream must not add up.
        if (!fields_) event_size_ = 0;
        return;
    }
    const std::size_t colon = text.find(':');
    const std::string_view field = text.substr(0, colon);
    std::string_view value =
        colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    fields_ = true;
    if (field == "data") {
        if (has_data_) data_ += '\n';
        has_data_ = true;
        data_ += value;
    } else if (field == "event") {
        name_ = value;
    } else if (field == "id") {
        if (value.find('\0') == std::string_view::npos) id_ = value;
    } else if (field == "retry") {
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(value.data(), value.data() + value.size(), number);
        if (error == std::errc{} && end == value.data() + value.size() && number >= 0) {
            retry_ = std::chrono::milliseconds(std::min(number, longest_retry));
        }
    }
}

void EventParser::dispatch(const Sink& sink) {
    event_size_ = 0;
    if (!fields_) return;
    fields_ = has_data_ = false;
    if (id_) last_id_ = std::move(*id_);
    id_.reset();
    const std::string name = std::move(name_);
    const std::string data = std::move(data_);
    name_.clear();
    data_.clear();
    sink({name, data});
}

}  // namespace mcp::http
