// A place in scanned text, token by token. Reads tokens, says nothing about grammar: that is in
// raw.cpp for values of any form and in src/codec for typed ones.
#pragma once

#include "json/structure.hpp"
#include "json/text.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace mcp::detail {

/// How many levels deeper the text is behind a token with this first character.
inline constexpr auto level_steps = [] {
    struct {
        std::int8_t of[256]{};
    } table;
    for (const char c : {'{', '['}) table.of[static_cast<unsigned char>(c)] = 1;
    for (const char c : {'}', ']'}) table.of[static_cast<unsigned char>(c)] = -1;
    return table;
}();

class Cursor {
public:
    Cursor(std::string_view text, const Structure& structure)
        : text_(text.data()),
          size_(static_cast<std::uint32_t>(text.size())),
          positions_(structure.positions()),
          count_(structure.count()) {}

    std::uint32_t index = 0;  ///< the next token

    std::uint32_t count() const { return count_; }
    bool at_end() const { return index >= count_; }

    /// The first character of token `i`; NUL behind the last one.
    char first(std::uint32_t i) const { return i < count_ ? text_[positions_[i]] : '\0'; }
    char peek() const { return first(index); }

    std::uint32_t begin_of(std::uint32_t i) const { return positions_[i]; }
    std::uint32_t end_of(std::uint32_t i) const {
        std::uint32_t end = positions_[i + 1];
        // Stops at the token's first character at the latest.
        while (static_cast<unsigned char>(text_[end - 1]) <= ' ' && is_space(text_[end - 1])) --end;
        return end;
    }
    /// How much white space is behind token `i`.
    std::uint32_t gap_behind(std::uint32_t i) const { return positions_[i + 1] - end_of(i); }
    /// Moves behind a token of one character, and says how much white space follows it.
    std::uint32_t pass_mark() {
        const std::uint32_t gap = positions_[index + 1] - positions_[index] - 1;
        ++index;
        return gap;
    }
    const char* data() const { return text_; }
    const std::uint32_t* positions() const { return positions_; }
    std::string_view between(std::uint32_t begin, std::uint32_t end) const {
        return {text_ + begin, end - begin};
    }
    /// Token `i` as it is written, which must exist.
    std::string_view token(std::uint32_t i) const { return between(begin_of(i), end_of(i)); }
    /// What is between the quotes of token `i`, a string.
    std::string_view content(std::uint32_t i) const {
        return between(begin_of(i) + 1, end_of(i) - 1);
    }

    /// The text from token `index` on.
    std::string_view rest() const {
        return at_end() ? std::string_view() : between(begin_of(index), size_);
    }

    /// Whether there is a backslash from `begin` to `end`, which never goes back. Remembers where
    /// the next one is, so that most strings need no search.
    bool has_backslash(std::uint32_t begin, std::uint32_t end) {
        return end > plain_end_ && search_backslash(begin, end);
    }
    bool has_backslash(std::string_view content) {
        const auto begin = static_cast<std::uint32_t>(content.data() - text_);
        return has_backslash(begin, begin + static_cast<std::uint32_t>(content.size()));
    }

    /// The index of the token behind value `i`. Only brackets are counted: for looking ahead in
    /// text that will be checked later.
    std::uint32_t skip(std::uint32_t i) const {
        // A table, because which token comes next is hard to guess for a processor.
        std::int32_t depth = 0;
        while (i < count_) {
            depth += level_steps.of[static_cast<unsigned char>(text_[positions_[i]])];
            ++i;
            if (depth <= 0) break;
        }
        return i;
    }
    /// The value of a member of the object that starts at token `i`, found by looking ahead;
    /// `count()` when there is no such member or no object. A member that comes twice is found
    /// once.
    std::uint32_t find(std::uint32_t i, std::string_view name) const;

private:
    bool search_backslash(std::uint32_t begin, std::uint32_t end) {
        if (begin < plain_end_) begin = plain_end_;
        const auto* found =
            static_cast<const char*>(std::memchr(text_ + begin, '\\', size_ - begin));
        plain_end_ = found ? static_cast<std::uint32_t>(found - text_) : size_;
        return plain_end_ < end;
    }

    const char* text_;
    std::uint32_t size_;
    const std::uint32_t* positions_;
    std::uint32_t count_;
    // No backslash from the last string that was asked for to here.
    std::uint32_t plain_end_ = 0;
};

}  // namespace mcp::detail
