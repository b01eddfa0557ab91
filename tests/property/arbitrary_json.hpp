// Arbitrary JSON text: of any kind, of some kinds, or of a shape. Always valid and minified, so
// that it can be compared with what comes back; numbers and escapes are spelled in every way that
// JSON allows.
#pragma once

#include <tests/property/random.hpp>

#include <mcp/tables.hpp>

#include <cstdint>
#include <string>

namespace mcp::testing {

/// What the text may hold.
struct JsonRange {
    std::uint8_t kinds = kind_any;
    /// No null and no broken number, however deep.
    bool plain = false;
};

std::string arbitrary_json(Random&, JsonRange = {}, std::size_t depth = 0);
/// A text that has the shape. `plain` is for what the shape leaves free.
std::string arbitrary_json(Random&, const Shape&, bool plain = false, std::size_t depth = 0);

/// The text as a JSON string, each character written in one of the ways that JSON has for it.
std::string spelled(Random&, const std::string& text);

/// One text for every kind in `kinds` (`integer` and `number` apart), none of which is another
/// kind.
std::string sample_of(Kind kind);
inline constexpr Kind every_kind[] = {kind_null,   kind_boolean, kind_integer, kind_number,
                                      kind_string, kind_array,   kind_object};

}  // namespace mcp::testing
