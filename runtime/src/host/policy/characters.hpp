// Characters that deceive: those that nobody sees, and those that look like others.
#pragma once

#include <mcp/host_policy.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::host {

/// Nothing is drawn for it, or it changes the order in which others are drawn.
bool is_hidden(char32_t point);
/// Steers terminals: C0 and C1 controls but tab and line feed, and DEL.
bool is_control(char32_t point);
/// A blank of any width that is no line break.
bool is_blank(char32_t point);

/// Hidden characters that hide something: not those that belong to an emoji before them.
bool hides_something(std::u32string_view text);

/// Code points; bytes that are no UTF-8 become U+FFFD.
std::u32string points_of(std::string_view text);
void append_utf8(std::string& out, char32_t point);

}  // namespace mcp::host
