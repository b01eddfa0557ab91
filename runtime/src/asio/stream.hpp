// The bytes of a connection, plain or through TLS, without ever waiting.
#pragma once

#include "asio/tls.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mcp::web {

/// For one thread at a time. Does not own the descriptor.
class Stream {
public:
    Stream(int fd, Ssl ssl) : fd_(fd), ssl_(std::move(ssl)) {}

    enum class Outcome : std::uint8_t {
        done,    ///< `size` bytes, at least one
        again,   ///< nothing is possible now
        closed,  ///< the peer has closed its side, or the connection is broken
    };
    struct Moved {
        Outcome outcome = Outcome::closed;
        std::size_t size = 0;
    };
    Moved read(std::span<char> into);
    Moved write(std::string_view bytes);
    /// Nothing more will be written.
    void end_writing();
    /// When it is closed the peer sees that it was broken.
    void break_on_close();
    bool is_secure() const { return ssl_ != nullptr; }
    /// The last `again` waits for the opposite: a read for room to write, a write for bytes to
    /// read.
    bool waits_for_other() const { return waits_for_other_; }

private:
    Moved outcome_of(int result, bool reading);

    int fd_;
    Ssl ssl_;
    bool waits_for_other_ = false;
};

}  // namespace mcp::web
