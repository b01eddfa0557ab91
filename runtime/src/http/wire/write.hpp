// Heads, chunks and dates as text. What would end a line early is refused, so that no value can
// become a field or a response of its own.
#pragma once

#include "http/wire/limits.hpp"

#include <mcp/http.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::http::wire {

/// The usual words for a status; empty for one that has none.
std::string_view status_words(int status);

struct ResponseFrame {
    Framing framing = Framing::length;
    std::uint64_t length = 0;
    int minor = 1;  ///< of the request: 1.0 is told when the connection stays
    bool keep_alive = true;
    std::string_view date{};  ///< none when empty
};

/// Appends a head. False, and nothing is appended, when a name is no token, a value has a control
/// character, or a field is one that this adds by itself: Content-Length, Transfer-Encoding,
/// Connection, Date.
bool append_response_head(std::string& out, int status, std::span<const HttpHeader> headers,
                          const ResponseFrame& frame);

/// As `append_response_head`. Most heads have the fields of the one before: these are not checked
/// and put together again. For one thread at a time.
class ResponseHeads {
public:
    bool append(std::string& out, int status, std::span<const HttpHeader> headers,
                const ResponseFrame& frame);

private:
    struct Sizes {
        std::size_t name;
        std::size_t value;
    };
    bool are_last(std::span<const HttpHeader> headers) const;

    int status_ = 0;              ///< of the last one; 0 when it is not kept
    std::vector<Sizes> sizes_{};  ///< of its fields
    std::string text_{};          ///< its first line and its fields
    std::size_t first_line_ = 0;  ///< the size of that line
};

/// The same for a request. The fields that this adds are Content-Length and Transfer-Encoding; with
/// Framing::none neither. False also for a method that is no token and a target with blanks or
/// control characters.
bool append_request_head(std::string& out, std::string_view method, std::string_view target,
                         std::span<const HttpHeader> headers, Framing framing,
                         std::uint64_t length = 0);

/// A piece of a chunked body; nothing for an empty piece, which would end it.
void append_chunk(std::string& out, std::string_view data);
constexpr std::string_view last_chunk = "0\r\n\r\n";

/// `Sun, 06 Nov 1994 08:49:37 GMT`, made once for each second. For one thread at a time.
class DateText {
public:
    std::string_view at(std::time_t time);
    std::string_view now() { return at(std::time(nullptr)); }

private:
    std::time_t time_ = -1;
    std::array<char, 30> text_{};
};

}  // namespace mcp::http::wire
