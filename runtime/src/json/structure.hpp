// The first look at untrusted text: where its tokens start. Checks UTF-8, raw control characters
// inside strings and unclosed strings on the way; everything between the tokens' starts is still to
// be checked. The only door to simdjson, whose first stage does this sixty-four bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace mcp::detail {

enum class ScanStatus : std::uint8_t {
    ok,
    empty,     ///< nothing but white space
    too_long,  ///< positions would not fit
    bad_utf8,
    control_character,  ///< raw inside a string
    open_string,        ///< the text ends inside a string
    no_memory,
};

bool is_utf8(std::string_view text) noexcept;

/// Finds tokens and keeps the memory for their positions.
class Structure {
public:
    Structure();
    ~Structure();
    Structure(const Structure&) = delete;
    Structure& operator=(const Structure&) = delete;

    /// On `ok`, `positions()[i]` is where token i starts, for i < `count()`, and
    /// `positions()[count()]` is the size of the text. A token is one of `{}[]:,`, a string with
    /// its quotes, or a run of anything else; only white space is between one token's end and the
    /// next one's start, and a string token has no quote inside that is not escaped.
    ScanStatus scan(std::string_view text);
    /// The same for text that is known to be valid JSON: quicker where it is short.
    ScanStatus scan_valid(std::string_view text);

    const std::uint32_t* positions() const noexcept { return positions_; }
    std::uint32_t count() const noexcept { return count_; }

    /// Gives back what a large document needed.
    void shrink() noexcept;
    bool is_large() const noexcept { return capacity_ > kept_capacity; }

private:
    bool reserve(std::size_t size) noexcept;

    // A position takes four bytes, so this keeps at most one megabyte for the next document.
    static constexpr std::size_t kept_capacity = std::size_t{256} * 1024;

    struct Parser;
    std::unique_ptr<Parser> parser_;
    std::size_t capacity_ = 0;
    const std::uint32_t* positions_ = nullptr;
    std::uint32_t count_ = 0;
};

}  // namespace mcp::detail
