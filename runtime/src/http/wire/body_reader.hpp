// The body of a message, piece by piece as it arrives: by its length, in chunks, or until the end
// of the connection. Keeps nothing of it.
#pragma once

#include "http/wire/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcp::http::wire {

class BodyReader {
public:
    /// `length` counts for Framing::length.
    void start(Framing framing, std::uint64_t length);

    struct Piece {
        Progress progress = Progress::more;
        std::size_t used = 0;     ///< bytes taken from the front of what arrived
        std::string_view data{};  ///< a part of them; may be empty
    };
    /// Takes from the front of what has arrived and was not taken yet, up to the end of one piece
    /// of data. With `more` and nothing used, more must arrive first. Not after `done` or
    /// `refused`.
    Piece read(std::string_view arrived, const Limits& limits);
    /// The peer has closed its side. False when the body is not whole.
    bool end_of_input() const { return framing_ == Framing::until_close || done_; }

    /// How much is missing, as far as that is known: for whoever reserves memory.
    std::uint64_t missing() const { return framing_ == Framing::length ? left_ : 0; }
    const Refusal& refusal() const { return refusal_; }

private:
    //                  +------------------------------------------+
    //                  v                                          |
    //   size -> extension* -> size_lf -> data -> data_cr -> data_lf
    //                            | size 0
    //                            v
    //       trailer_start -> trailer_name -> trailer_value -> trailer_lf
    //          |    ^                                             |
    //          |    +---------------------------------------------+
    //          +-> last_lf
    enum class State : std::uint8_t {
        size,
        extension,
        size_lf,
        data,
        data_cr,
        data_lf,
        trailer_start,
        trailer_name,
        trailer_value,
        trailer_lf,
        last_lf,
    };

    Piece read_chunked(std::string_view arrived, const Limits& limits);
    Refusal take(char c, const Limits& limits);
    Refusal take_size(char c);
    Refusal take_extension(char c, const Limits& limits);
    Refusal take_trailer(char c, const Limits& limits);
    Refusal end_of_size_line(const Limits& limits);

    Refusal refusal_{};
    std::uint64_t left_ = 0;   ///< of the body, or of the chunk
    std::uint64_t total_ = 0;  ///< of data, with chunks and until the close
    std::size_t extensions_ = 0;
    std::size_t trailer_bytes_ = 0;
    Framing framing_ = Framing::none;
    State state_ = State::size;
    std::uint8_t digits_ = 0;
    bool done_ = true;
};

}  // namespace mcp::http::wire
