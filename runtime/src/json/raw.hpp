// JSON of any form: one walk over the tokens that checks the grammar, escapes, numbers, repeated
// members, depth and, where asked, a Shape; then a minified copy. Typed values are src/codec's
// business.
#pragma once

#include "json/cursor.hpp"
#include "json/scratch.hpp"

#include <mcp/codec_error.hpp>
#include <mcp/tables.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::detail {

/// Where a checked value is in the text.
struct RawValue {
    std::uint32_t first_token = 0;
    std::uint32_t last_token = 0;
    bool minified = false;  ///< no white space between its tokens
};

/// How deep a value is inside its document already, and how deep the document may be.
struct Depth {
    std::size_t used = 0;
    std::size_t most = 0;
};
[[gnu::cold]] bool fail_depth(const Depth&, CodecError& error);  ///< always false

/// Checks the value at the cursor and moves behind it. On failure fills `error`; its path starts at
/// the value.
bool check_raw(Cursor&, Scratch&, const Depth&, const Shape*, RawValue&, CodecError& error);

/// The text of a checked value, minified.
std::string raw_text(const Cursor&, const RawValue&);

/// As both together, for a whole document. False: `error` says why, from the document's root.
bool check_document(std::string_view text, std::size_t max_bytes, std::size_t max_depth,
                    std::string& minified, CodecError& error);

/// Scans the document, or says what is wrong with it as a whole.
bool scan_document(std::string_view text, std::size_t max_bytes, Structure&, CodecError& error);

/// Checks that nothing follows.
bool check_end(const Cursor&, CodecError& error);

/// For messages: what kind of value, or which odd text, token `i` starts.
[[gnu::cold]] std::string describe_token(const Cursor&, std::uint32_t i);
/// The number, or the string with its quotes, of token `i`, shortened; otherwise as
/// `describe_token`.
[[gnu::cold]] std::string quote_token(const Cursor&, std::uint32_t i);
/// A piece of untrusted text, shortened to what fits into a message.
std::string shorten(std::string_view text);
/// `string or null`.
std::string kinds_text(std::uint8_t kinds);
inline constexpr auto first_kinds = [] {
    struct {
        std::uint8_t of[256]{};
    } table;
    constexpr std::pair<unsigned char, unsigned> kinds[] = {{'{', kind_object},
                                                            {'[', kind_array},
                                                            {'"', kind_string},
                                                            {'t', kind_boolean},
                                                            {'f', kind_boolean},
                                                            {'n', kind_null},
                                                            {'-', kind_integer | kind_number}};
    for (const auto& [c, kind] : kinds) table.of[c] = static_cast<std::uint8_t>(kind);
    for (unsigned c = '0'; c <= '9'; ++c) table.of[c] = kind_integer | kind_number;
    return table;
}();

/// The kinds that a value with this first character has; 0 for what starts no value. A number has
/// both.
constexpr std::uint8_t kinds_of_first(char c) {
    return first_kinds.of[static_cast<unsigned char>(c)];
}

}  // namespace mcp::detail
