// Lengths, sizes of chunks and trailers, one state after the other. Only what is unambiguous is
// taken: digits alone, CRLF alone, bounded everywhere.
#include "http/wire/body_reader.hpp"

#include "http/wire/text.hpp"

#include <algorithm>

namespace mcp::http::wire {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (lower(c) >= 'a' && lower(c) <= 'f') return lower(c) - 'a' + 10;
    return -1;
}

/// As in a field's value.
bool is_allowed(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

constexpr Refusal bad_size{400, "an invalid chunk size"};
constexpr Refusal bad_end{400, "a chunk does not end where its size says"};
constexpr Refusal bad_line_end{400, "a line of a chunked body does not end with CR LF"};
constexpr Refusal bad_trailer{400, "an invalid trailer field"};
constexpr Refusal too_large{413, "the body is too large"};

}  // namespace

void BodyReader::start(Framing framing, std::uint64_t length) {
    refusal_ = {};
    left_ = framing == Framing::length ? length : 0;
    total_ = 0;
    extensions_ = trailer_bytes_ = 0;
    framing_ = framing;
    state_ = State::size;
    digits_ = 0;
    done_ = framing == Framing::none || (framing == Framing::length && length == 0);
}

BodyReader::Piece BodyReader::read(std::string_view arrived, const Limits& limits) {
    if (done_) return {Progress::done, 0, {}};
    if (framing_ == Framing::chunked) return read_chunked(arrived, limits);
    if (framing_ == Framing::until_close) {
        if (arrived.empty()) return {};
        if (total_ >= limits.body) {
            refusal_ = too_large;
            return {Progress::refused, 0, {}};
        }
        // What fits is given first, however it arrives.
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(limits.body - total_, arrived.size()));
        total_ += size;
        return {Progress::more, size, arrived.substr(0, size)};
    }
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, arrived.size()));
    left_ -= size;
    done_ = left_ == 0;
    return {done_ ? Progress::done : Progress::more, size, arrived.substr(0, size)};
}

BodyReader::Piece BodyReader::read_chunked(std::string_view arrived, const Limits& limits) {
    std::size_t at = 0;
    while (at < arrived.size()) {
        if (state_ == State::data) {
            const auto size =
                static_cast<std::size_t>(std::min<std::uint64_t>(left_, arrived.size() - at));
            left_ -= size;
            if (left_ == 0) state_ = State::data_cr;
            return {Progress::more, at + size, arrived.substr(at, size)};
        }
        refusal_ = take(arrived[at++], limits);
        if (refusal_) return {Progress::refused, at, {}};
        if (done_) return {Progress::done, at, {}};
    }
    return {Progress::more, at, {}};
}

Refusal BodyReader::take(char c, const Limits& limits) {
    switch (state_) {
        case State::size: return take_size(c);
        case State::extension: return take_extension(c, limits);
        case State::size_lf: return c == '\n' ? end_of_size_line(limits) : bad_line_end;
        case State::data: break;  // not byte by byte
        case State::data_cr: state_ = State::data_lf; return c == '\r' ? Refusal{} : bad_end;
        case State::data_lf:
            state_ = State::size;
            digits_ = 0;
            return c == '\n' ? Refusal{} : bad_end;
        case State::last_lf: done_ = true; return c == '\n' ? Refusal{} : bad_line_end;
        default: return take_trailer(c, limits);
    }
    return {};
}

Refusal BodyReader::take_size(char c) {
    if (const int digit = hex_digit(c); digit >= 0) {
        if (++digits_ > 15) return bad_size;
        left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
        return {};
    }
    if (digits_ == 0) return bad_size;
    if (c == '\r')
        state_ = State::size_lf;
    else if (c == ';')
        state_ = State::extension;
    else
        return bad_size;
    return {};
}

Refusal BodyReader::take_extension(char c, const Limits& limits) {
    if (c == '\r') {
        state_ = State::size_lf;
        return {};
    }
    if (!is_allowed(c)) return bad_line_end;
    if (++extensions_ > limits.chunk_extensions) return {400, "too many chunk extensions"};
    return {};
}

Refusal BodyReader::end_of_size_line(const Limits& limits) {
    if (left_ == 0) {
        state_ = State::trailer_start;
        return {};
    }
    if (left_ > limits.body || total_ + left_ > limits.body) return too_large;
    total_ += left_;
    state_ = State::data;
    return {};
}

Refusal BodyReader::take_trailer(char c, const Limits& limits) {
    // The line at the end adds one.
    if (++trailer_bytes_ > limits.trailer_bytes + 1) return {431, "too many trailer fields"};
    switch (state_) {
        case State::trailer_start:
            if (c == '\r') {
                state_ = State::last_lf;
                return {};
            }
            state_ = State::trailer_name;
            return is_token_character(c) ? Refusal{} : bad_trailer;
        case State::trailer_name:
            if (c == ':') {
                state_ = State::trailer_value;
                return {};
            }
            return is_token_character(c) ? Refusal{} : bad_trailer;
        case State::trailer_value:
            if (c == '\r') {
                state_ = State::trailer_lf;
                return {};
            }
            return is_allowed(c) ? Refusal{} : bad_trailer;
        default: state_ = State::trailer_start; return c == '\n' ? Refusal{} : bad_line_end;
    }
}

}  // namespace mcp::http::wire
