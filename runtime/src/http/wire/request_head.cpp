// The first line of a request, its Host, and what both make of the connection. The target is kept
// as it is: what it stands for is decided by the server.
#include "http/wire/request_head.hpp"

#include "http/wire/text.hpp"

namespace mcp::http::wire {
namespace {

constexpr std::size_t longest_method = 32;
/// A longer head is not remembered.
constexpr std::size_t longest_done = 1024;

/// What may stand in a host with its port, RFC 3986 3.2.2. Whether it is a good one is not asked.
bool is_authority(std::string_view text) {
    static constexpr auto allowed = mcp::detail::Characters::alphanumeric_and("-._~%!$&'()*+;=:[]");
    return !text.empty() && allowed.has_all_of(text);
}

/// No blanks, no bytes above ASCII, and no fragment.
bool is_target(std::string_view text) {
    if (text.empty()) return false;
    for (const char c : text) {
        if (c <= ' ' || c > '~' || c == '#') return false;
    }
    return true;
}

/// Behind the scheme of an absolute address, or 0.
std::size_t after_scheme(std::string_view target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (same_name(target.substr(0, scheme.size()), scheme)) return scheme.size();
    }
    return 0;
}

}  // namespace

void RequestHeadParser::clear() {
    fields_.clear();
    refusal_ = {};
    at_ = 0;
    has_first_line_ = has_blank_line_ = false;
    done_.clear();
}

bool RequestHeadParser::repeats(std::string_view bytes) {
    if (done_.empty() || !bytes.starts_with(done_)) return false;
    if (bytes.data() != bytes_) moved_to(bytes);
    return true;
}

Progress RequestHeadParser::parse(std::string_view bytes, const Limits& limits) {
    while (!has_first_line_) {
        const std::size_t begin = at_;
        std::string_view line;
        const Progress progress = take_line(bytes, at_, limits.line, 414, line, refusal_);
        if (progress != Progress::done) return progress;
        if (line.empty() && !has_blank_line_) {
            has_blank_line_ = true;  // some clients end a body with one (RFC 9112 2.2)
            continue;
        }
        refusal_ = take_first_line(line, begin);
        if (refusal_) return Progress::refused;
        has_first_line_ = true;
    }
    const Progress progress = fields_.parse(bytes, at_, limits, refusal_);
    if (progress != Progress::done) return progress;
    refusal_ = finish(bytes, limits);
    if (refusal_) return Progress::refused;
    if (at_ <= longest_done) done_ = bytes.substr(0, at_);
    return Progress::done;
}

Refusal RequestHeadParser::take_first_line(std::string_view line, std::size_t line_at) {
    std::size_t end = 0;
    while (end < line.size() && is_token_character(line[end])) ++end;
    if (end == 0 || end == line.size() || line[end] != ' ') return {400, "an invalid method"};
    if (end > longest_method) return {501, "a method that is unknown"};
    method_at_ = line_at;
    method_size_ = end;

    const std::size_t blank = line.find(' ', end + 1);
    if (blank == std::string_view::npos) return {400, "a first line without a version"};
    target_at_ = line_at + end + 1;
    target_size_ = blank - end - 1;
    if (!is_target(line.substr(end + 1, target_size_))) return {400, "an invalid target"};

    const std::string_view version = line.substr(blank + 1);
    if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) ||
        version[6] != '.' || !is_digit(version[7])) {
        return {400, "an invalid version"};
    }
    if (version[5] != '1') return {505, "a version other than HTTP/1"};
    minor_ = version[7] == '0' ? 0 : 1;  // a later one speaks 1.1, too
    return {};
}

HttpHeader* RequestHeadParser::set_views(std::string_view bytes) {
    bytes_ = bytes.data();
    const std::span<HttpHeader> headers = fields_.headers(bytes);
    head_.method = bytes.substr(method_at_, method_size_);
    head_.target = bytes.substr(target_at_, target_size_);
    head_.headers = headers;
    return fields_.hosts() == 0 ? nullptr : &headers[fields_.host_index()];
}

void RequestHeadParser::moved_to(std::string_view bytes) {
    HttpHeader* const host = set_views(bytes);
    take_target(head_.target, host);
}

Refusal RequestHeadParser::finish(std::string_view bytes, const Limits& limits) {
    HttpHeader* const host = set_views(bytes);
    head_.size = at_;
    head_.minor = minor_;
    head_.keep_alive = !fields_.says_close() && (minor_ == 1 || fields_.says_keep_alive());
    head_.expects_continue = fields_.expects_continue() && minor_ == 1;
    if (const auto refusal = fields_.check_framing(limits, minor_, head_.framing, head_.length)) {
        return refusal;
    }
    if (fields_.hosts() > 1) return {400, "more than one Host"};
    if (fields_.hosts() == 0 && minor_ == 1) return {400, "no Host"};
    if (host && !is_authority(host->value)) return {400, "an invalid Host"};
    return take_target(head_.target, host);
}

Refusal RequestHeadParser::take_target(std::string_view target, HttpHeader* host) {
    head_.target = target;
    if (head_.method == "CONNECT") return {501, "CONNECT, but this is no proxy"};
    if (target.front() == '/') return {};
    if (target == "*") {
        if (head_.method == "OPTIONS") return {};
        return {400, "the target * is for OPTIONS"};
    }
    const std::size_t scheme = after_scheme(target);
    if (scheme == 0) return {400, "a target that is neither a path nor a web address"};
    const std::string_view rest = target.substr(scheme);
    const std::size_t end = rest.find_first_of("/?");
    const std::string_view authority = rest.substr(0, end);
    if (!is_authority(authority)) return {400, "a target with an invalid host"};
    if (host) host->value = authority;  // RFC 9112 3.2.2: it counts, not the field
    if (end == std::string_view::npos)
        head_.target = "/";
    else if (rest[end] == '/')
        head_.target = rest.substr(end);
    else
        return {400, "a target without a path"};
    return {};
}

}  // namespace mcp::http::wire
