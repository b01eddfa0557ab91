// What a message of ours is, for deciding how it travels.
#pragma once

#include <cstdint>
#include <string_view>

namespace mcp::http {

enum class MessageKind : std::uint8_t { other, result, error };

/// `message` is a line that a session wrote, perhaps changed by a filter.
MessageKind kind_of(std::string_view message);
/// The code of an error; 0 for none.
std::int64_t error_code_of(std::string_view message);

}  // namespace mcp::http
