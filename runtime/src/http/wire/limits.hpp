// What the parsers accept at most, and how they say no. For both sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcp::http::wire {

struct Limits {
    std::size_t line = std::size_t{8} * 1024;           ///< the first line, and each field line
    std::size_t header_bytes = std::size_t{32} * 1024;  ///< all field lines together
    std::size_t headers = 100;                          ///< field lines
    std::uint64_t body = std::uint64_t{16} * 1024 * 1024;
    std::size_t trailer_bytes = std::size_t{8} * 1024;
    std::size_t chunk_extensions = 1024;  ///< bytes of them in one body
};

/// Why a message is not taken. A server replies with the status and closes the connection; for a
/// client only the reason counts.
struct Refusal {
    int status = 0;             ///< 0: nothing is wrong
    std::string_view reason{};  ///< a sentence without an end; never goes away

    explicit operator bool() const { return status != 0; }
};

/// How the end of a body is found.
enum class Framing : std::uint8_t {
    none,         ///< there is no body
    length,       ///< Content-Length
    chunked,      ///< Transfer-Encoding: chunked
    until_close,  ///< responses only
};

enum class Progress : std::uint8_t { more, done, refused };

}  // namespace mcp::http::wire
