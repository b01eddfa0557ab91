// UTF-8, as far as messages and documents need it: is it valid, and where is a character in a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcpgen {

/// The length of the UTF-8 sequence at the start of `text`, or 0 when there is no valid one.
std::size_t utf8_length(std::string_view text);

/// `text` with every byte that is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// A place in a text, both from 1. A column counts characters, not bytes.
struct LineColumn {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// Follows a walk through a text that only goes forward, so that all places together cost one pass.
class LineCounter {
public:
    explicit LineCounter(std::string_view text) : text_(text) {}
    /// The place of the byte at `offset`, which is not before that of the last call.
    LineColumn at(std::size_t offset);

private:
    std::string_view text_;
    std::size_t offset_ = 0;
    LineColumn place_;
};

}  // namespace mcpgen
