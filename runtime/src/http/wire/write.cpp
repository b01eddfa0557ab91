// Heads, chunks and dates are appended to a string. A head with a name or a value that is not
// valid, such as one with a line end in it, is not written at all.
#include "http/wire/write.hpp"

#include "http/wire/text.hpp"
#include "util/give_back.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace mcp::http::wire {
namespace {

constexpr std::string_view blank = ": ";
constexpr std::string_view line_end = "\r\n";
/// Longer fields of a response are not kept.
constexpr std::size_t longest_kept = 1024;

void append_number(std::string& out, std::uint64_t number, int base = 10) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr;
    out.append(digits.data(), end);
}

bool is_framing(std::string_view name) {
    switch (name.size()) {
        case 14: return same_name(name, "content-length");
        case 17: return same_name(name, "transfer-encoding");
        default: return false;
    }
}

bool is_own(std::string_view name) {
    switch (name.size()) {
        case 4: return same_name(name, "date");
        case 10: return same_name(name, "connection");
        default: return is_framing(name);
    }
}

template <class IsOwn>
bool append_fields(std::string& out, std::span<const HttpHeader> headers, IsOwn is_own_field) {
    for (const HttpHeader& header : headers) {
        if (!is_token(header.name) || !is_field_value(header.value) || is_own_field(header.name)) {
            return false;
        }
        out += header.name;
        out += blank;
        out += header.value;
        out += line_end;
    }
    return true;
}

void append_framing(std::string& out, Framing framing, std::uint64_t length) {
    if (framing == Framing::chunked) {
        out += "Transfer-Encoding: chunked\r\n";
    } else if (framing == Framing::length) {
        out += "Content-Length: ";
        append_number(out, length);
        out += "\r\n";
    }
}

}  // namespace

std::string_view status_words(int status) {
    switch (status) {
        case 100: return "Continue";
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 301: return "Moved Permanently";
        case 302: return "Found";
        case 303: return "See Other";
        case 304: return "Not Modified";
        case 307: return "Temporary Redirect";
        case 308: return "Permanent Redirect";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 410: return "Gone";
        case 411: return "Length Required";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 417: return "Expectation Failed";
        case 421: return "Misdirected Request";
        case 422: return "Unprocessable Content";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 502: return "Bad Gateway";
        case 503: return "Service Unavailable";
        case 504: return "Gateway Timeout";
        case 505: return "HTTP Version Not Supported";
        default: return {};
    }
}

namespace {

void append_status_line(std::string& out, int status) {
    out += "HTTP/1.1 ";
    append_number(out, static_cast<std::uint64_t>(std::clamp(status, 100, 999)));
    out += ' ';
    out += status_words(status);
    out += line_end;
}

/// What follows the fields, and the empty line.
void append_frame(std::string& out, const ResponseFrame& frame) {
    append_framing(out, frame.framing, frame.length);
    if (!frame.keep_alive)
        out += "Connection: close\r\n";
    else if (frame.minor == 0)
        out += "Connection: keep-alive\r\n";
    if (!frame.date.empty()) {
        out += "Date: ";
        out += frame.date;
        out += line_end;
    }
    out += line_end;
}

}  // namespace

bool append_response_head(std::string& out, int status, std::span<const HttpHeader> headers,
                          const ResponseFrame& frame) {
    const std::size_t before = out.size();
    append_status_line(out, status);
    if (!append_fields(out, headers, is_own)) {
        out.resize(before);
        return false;
    }
    append_frame(out, frame);
    return true;
}

bool ResponseHeads::are_last(std::span<const HttpHeader> headers) const {
    if (headers.size() != sizes_.size()) return false;
    // Sizes first: a value must not stand for the field behind it.
    for (std::size_t i = 0; i < headers.size(); ++i) {
        if (headers[i].name.size() != sizes_[i].name || headers[i].value.size() != sizes_[i].value)
            return false;
    }
    const char* at = text_.data() + first_line_;
    const auto is_next = [&at](std::string_view text, std::size_t mark) {
        const bool same = std::string_view(at, text.size()) == text;
        at += text.size() + mark;
        return same;
    };
    return std::all_of(headers.begin(), headers.end(), [&](const HttpHeader& header) {
        return is_next(header.name, blank.size()) && is_next(header.value, line_end.size());
    });
}

bool ResponseHeads::append(std::string& out, int status, std::span<const HttpHeader> headers,
                           const ResponseFrame& frame) {
    if (status_ == 0 || status != status_ || !are_last(headers)) {
        status_ = 0;
        text_.clear();
        append_status_line(text_, status);
        first_line_ = text_.size();
        if (!append_fields(text_, headers, is_own)) return false;
        sizes_.clear();
        for (const HttpHeader& header : headers) {
            sizes_.push_back({header.name.size(), header.value.size()});
        }
        status_ = status;
    }
    out += text_;
    if (text_.size() > longest_kept) {
        status_ = 0;
        detail::give_back(text_);
    }
    append_frame(out, frame);
    return true;
}

bool append_request_head(std::string& out, std::string_view method, std::string_view target,
                         std::span<const HttpHeader> headers, Framing framing,
                         std::uint64_t length) {
    const auto is_visible = [](char c) { return c > ' ' && c <= '~'; };
    if (!is_token(method) || target.empty() ||
        !std::all_of(target.begin(), target.end(), is_visible)) {
        return false;
    }
    const std::size_t before = out.size();
    out += method;
    out += ' ';
    out += target;
    out += " HTTP/1.1\r\n";
    if (!append_fields(out, headers, is_framing)) {
        out.resize(before);
        return false;
    }
    append_framing(out, framing, length);
    out += "\r\n";
    return true;
}

void append_chunk(std::string& out, std::string_view data) {
    if (data.empty()) return;
    append_number(out, data.size(), 16);
    out += "\r\n";
    out += data;
    out += "\r\n";
}

std::string_view DateText::at(std::time_t time) {
    if (time != time_) {
        time_ = time;
        constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
        constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        std::tm parts{};
        ::gmtime_r(&time, &parts);
        // Not strftime: it speaks the language of the user.
        std::snprintf(text_.data(), text_.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                      days[static_cast<std::size_t>(parts.tm_wday) % days.size()],
                      parts.tm_mday % 100,
                      months[static_cast<std::size_t>(parts.tm_mon) % months.size()],
                      (parts.tm_year + 1900) % 10000, parts.tm_hour % 100, parts.tm_min % 100,
                      parts.tm_sec % 100);
    }
    return {text_.data(), 29};
}

}  // namespace mcp::http::wire
