// Equality of JSON values as JSON Schema means it: numbers by value, strings by characters, members
// in any order. Not the equality of `Json`, which is of texts.
#pragma once

#include <mcp/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp::schema {

/// Nesting beyond this is never equal; nothing that was parsed within the usual limits has it.
inline constexpr std::size_t deepest_equality = 512;

bool same_value(JsonView a, JsonView b, std::size_t depth = 0);
/// The same for values that are the same.
std::size_t hash_value(JsonView value, std::size_t depth = 0);

/// What the text between the quotes of a string stands for; `room` is used when there are escapes.
std::string_view plain_text(std::string_view raw, std::string& room);
/// The value of a string.
inline std::string_view plain_text(JsonView text, std::string& room) {
    return plain_text(text.text().substr(1, text.text().size() - 2), room);
}

}  // namespace mcp::schema
