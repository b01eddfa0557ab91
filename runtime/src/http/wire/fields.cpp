// Lines of a head cut into names and values, and the fields that frame a message: Content-Length,
// Transfer-Encoding, Connection, Expect. Two that contradict each other are refused.
#include "http/wire/fields.hpp"

#include "http/wire/text.hpp"

#include <algorithm>

namespace mcp::http::wire {

Progress take_line(std::string_view bytes, std::size_t& at, std::size_t limit, int too_long,
                   std::string_view& line, Refusal& refusal) {
    const auto refuse = [&](int status, std::string_view reason) {
        refusal = {status, reason};
        return Progress::refused;
    };
    const std::string_view window =
        limit < bytes.size() - at ? bytes.substr(0, at + limit + 1) : bytes;
    const std::size_t end = find_control(window, at);
    if (end == window.size()) {
        if (end - at <= limit) return Progress::more;
        return refuse(too_long, "a line of the head is too long");
    }
    switch (bytes[end]) {
        case '\r': break;
        case '\n': return refuse(400, "a line of the head ends with LF alone");
        default: return refuse(400, "a control character in the head");
    }
    if (end + 1 == bytes.size()) return Progress::more;
    if (bytes[end + 1] != '\n') return refuse(400, "CR without LF in the head");
    line = bytes.substr(at, end - at);
    at = end + 2;
    return Progress::done;
}

void Fields::clear() {
    places_.clear();
    headers_.clear();
    bytes_ = 0;
    length_.reset();
    hosts_ = 0;
    coded_ = chunked_last_ = other_coding_ = close_ = keep_alive_ = expect_continue_ = false;
}

Progress Fields::parse(std::string_view bytes, std::size_t& at, const Limits& limits,
                       Refusal& refusal) {
    for (;;) {
        const std::size_t begin = at;
        std::string_view line;
        // Without the end of the line. The empty line at the end always fits.
        const std::size_t left = limits.header_bytes - bytes_;
        const std::size_t room = left < 2 ? 0 : left - 2;
        const Progress progress =
            take_line(bytes, at, std::min(limits.line, room), 431, line, refusal);
        if (progress != Progress::done) return progress;
        if (line.empty()) return Progress::done;
        if (places_.size() == limits.headers) {
            refusal = {431, "too many header fields"};
            return Progress::refused;
        }
        bytes_ += at - begin;
        refusal = take_field(line, begin);
        if (refusal) return Progress::refused;
    }
}

Refusal Fields::take_field(std::string_view line, std::size_t line_at) {
    std::size_t colon = 0;
    while (colon < line.size() && is_token_character(line[colon])) ++colon;
    if (colon == 0 && (line[0] == ' ' || line[0] == '\t')) {
        return {400, "a header field is folded over two lines"};
    }
    if (colon == line.size()) return {400, "a header field without a colon"};
    if (line[colon] == ' ' || line[colon] == '\t') {
        return {400, "a space in the name of a header field, or before its colon"};
    }
    if (colon == 0 || line[colon] != ':') return {400, "a header field has an invalid name"};
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    const auto value_at = line_at + static_cast<std::size_t>(value.data() - line.data());
    places_.push_back({static_cast<std::uint32_t>(line_at), static_cast<std::uint32_t>(name.size()),
                       static_cast<std::uint32_t>(value_at),
                       static_cast<std::uint32_t>(value.size())});
    return look_at(name, value);
}

Refusal Fields::look_at(std::string_view name, std::string_view value) {
    switch (name.size()) {
        case 4:
            if (!same_name(name, "host")) break;
            ++hosts_;
            host_index_ = places_.size() - 1;
            break;
        case 6:
            if (!same_name(name, "expect")) break;
            if (!same_name(value, "100-continue")) return {417, "an expectation that is unknown"};
            expect_continue_ = true;
            break;
        case 10:
            if (same_name(name, "connection")) look_at_connection(value);
            break;
        case 14:
            if (!same_name(name, "content-length")) break;
            if (length_) return {400, "more than one Content-Length"};
            length_ = parse_decimal(value);
            if (!length_) return {400, "an invalid Content-Length"};
            break;
        case 17:
            if (same_name(name, "transfer-encoding")) return look_at_codings(value);
            break;
        default: break;
    }
    return {};
}

Refusal Fields::look_at_codings(std::string_view value) {
    coded_ = true;
    std::optional<std::string_view> rest = value;
    while (const auto coding = next_element(rest)) {
        if (!is_token(coding->substr(0, coding->find(';')))) {
            return {400, "an invalid Transfer-Encoding"};
        }
        if (chunked_last_) return {400, "a Transfer-Encoding after chunked"};
        chunked_last_ = same_name(*coding, "chunked");
        other_coding_ = other_coding_ || !chunked_last_;
    }
    return {};
}

void Fields::look_at_connection(std::string_view value) {
    std::optional<std::string_view> rest = value;
    while (const auto option = next_element(rest)) {
        close_ = close_ || same_name(*option, "close");
        keep_alive_ = keep_alive_ || same_name(*option, "keep-alive");
    }
}

std::span<HttpHeader> Fields::headers(std::string_view bytes) {
    headers_.resize(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        headers_[i] = {std::string_view(bytes.data() + place.name_at, place.name_size),
                       std::string_view(bytes.data() + place.value_at, place.value_size)};
    }
    return headers_;
}

Refusal Fields::check_framing(const Limits& limits, int minor, Framing& framing,
                              std::uint64_t& length) const {
    framing = Framing::none;
    length = 0;
    if (coded_) {
        if (length_) return {400, "both Transfer-Encoding and Content-Length"};
        if (minor == 0) return {400, "Transfer-Encoding in HTTP/1.0"};
        if (!chunked_last_) return {400, "a Transfer-Encoding that does not end with chunked"};
        if (other_coding_) return {501, "a Transfer-Encoding other than chunked"};
        framing = Framing::chunked;
    } else if (length_) {
        if (*length_ > limits.body) return {413, "the body is too large"};
        framing = *length_ == 0 ? Framing::none : Framing::length;
        length = *length_;
    }
    return {};
}

}  // namespace mcp::http::wire
