// Bytes in, lines out: the framing of messages on byte streams. No input or output of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::transport {

/// Splits at 0x0A and nowhere else. A carriage return before it and a byte order mark at the start
/// of a line do not belong to the message; empty lines are none. A line above the limit is skipped
/// without being kept.
class LineSplitter {
public:
    explicit LineSplitter(std::size_t max_line) : max_line_(max_line) {}

    struct Line {
        std::string_view text{};  ///< valid until `room` or `next` is called
        bool oversize = false;    ///< `text` is how a line above the limit began
    };

    /// The next whole line; nothing when more bytes are needed.
    std::optional<Line> next();
    /// Whether `next` has a line to give.
    bool has_next();

    /// Where to put more bytes, and how many fit. Call when `next` gives nothing.
    struct Room {
        char* data;
        std::size_t size;
    };
    Room room();
    /// So many bytes were put there.
    void added(std::size_t count);
    /// Bytes of lines above the limit that were thrown away.
    std::size_t skipped() const { return skipped_; }
    void forget_skipped() { skipped_ = 0; }
    /// There will be no more: what is left is the last line.
    void end();

private:
    static constexpr std::size_t chunk = std::size_t{64} * 1024;
    static constexpr std::size_t kept_beginning = 1024;

    void find_end();
    void make_room();

    std::size_t max_line_;
    std::unique_ptr<char[]> buffer_{};
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;    ///< where the next line starts
    std::size_t end_ = 0;      ///< behind the last byte
    std::size_t scanned_ = 0;  ///< no newline between begin_ and here
    bool found_ = false;       ///< scanned_ is at the newline
    bool ended_ = false;
    bool skipping_ = false;  ///< the line is too long already; beginning_ is how it began
    std::size_t skipped_ = 0;
    std::string beginning_{};
    std::string shown_{};  ///< what `next` gave of a skipped line
};

}  // namespace mcp::transport
