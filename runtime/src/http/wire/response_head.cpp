// The first line of a response, and how long its body is: by its status, its request and its
// fields, RFC 9112 6.3.
#include "http/wire/response_head.hpp"

#include "http/wire/text.hpp"

namespace mcp::http::wire {

void ResponseHeadParser::clear(bool to_head) {
    fields_.clear();
    refusal_ = {};
    at_ = 0;
    to_head_ = to_head;
    has_first_line_ = false;
}

Progress ResponseHeadParser::parse(std::string_view bytes, const Limits& limits) {
    if (!has_first_line_) {
        const std::size_t begin = at_;
        std::string_view line;
        const Progress progress = take_line(bytes, at_, limits.line, 431, line, refusal_);
        if (progress != Progress::done) return progress;
        refusal_ = take_first_line(line, begin);
        if (refusal_) return Progress::refused;
        has_first_line_ = true;
    }
    const Progress progress = fields_.parse(bytes, at_, limits, refusal_);
    if (progress != Progress::done) return progress;
    refusal_ = finish(bytes, limits);
    return refusal_ ? Progress::refused : Progress::done;
}

Refusal ResponseHeadParser::take_first_line(std::string_view line, std::size_t line_at) {
    // HTTP/1.1 200 OK; some leave out the reason, and the blank before it.
    constexpr std::size_t with_status = 12;
    if (!line.starts_with("HTTP/")) return {400, "the reply is not HTTP"};
    if (line.size() < with_status || !is_digit(line[5]) || line[6] != '.' || !is_digit(line[7]) ||
        line[8] != ' ' || !is_digit(line[9]) || !is_digit(line[10]) || !is_digit(line[11]) ||
        (line.size() > with_status && line[with_status] != ' ')) {
        return {400, "an invalid first line"};
    }
    if (line[5] != '1') return {505, "a version other than HTTP/1"};
    head_.minor = line[7] == '0' ? 0 : 1;
    head_.status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
    if (head_.status < 100) return {400, "an invalid status"};
    reason_at_ = line_at + (line.size() > with_status ? with_status + 1 : with_status);
    reason_size_ = line_at + line.size() - reason_at_;
    return {};
}

Refusal ResponseHeadParser::finish(std::string_view bytes, const Limits& limits) {
    head_.reason = bytes.substr(reason_at_, reason_size_);
    head_.headers = fields_.headers(bytes);
    head_.size = at_;
    if (head_.status == 101) return {501, "the peer switches to another protocol"};
    if (const auto refusal =
            fields_.check_framing(limits, head_.minor, head_.framing, head_.length)) {
        return refusal;
    }
    const bool has_no_body =
        to_head_ || head_.status < 200 || head_.status == 204 || head_.status == 304;
    if (has_no_body)
        head_.framing = Framing::none;
    else if (head_.framing == Framing::none && !fields_.has_length())
        head_.framing = Framing::until_close;
    if (head_.framing != Framing::length) head_.length = 0;
    head_.keep_alive = !fields_.says_close() && head_.framing != Framing::until_close &&
                       (head_.minor == 1 || fields_.says_keep_alive());
    return {};
}

}  // namespace mcp::http::wire
