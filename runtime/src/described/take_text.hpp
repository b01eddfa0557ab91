// Reading the text of a string that stands for something else: a date, bytes, an enumerator.
#pragma once

#include "codec/decoder.hpp"

#include <string>
#include <string_view>

namespace mcp::detail {

/// Takes a string; `text` is what it says, kept in `room` when it is written with escapes.
bool take_text(Decoder&, std::string& room, std::string_view& text);

/// The string that was just taken is none of what was expected; always false.
[[gnu::cold]] bool fail_text(Decoder&, std::string expected);

}  // namespace mcp::detail
