// Small spellings of JSON: quoting, and the escapes of JSON pointers.
#pragma once

#include <string>
#include <string_view>

namespace mcpgen {

/// `text` as a JSON string with its quotes.
std::string quote_json(std::string_view text);

/// The value of a JSON string token (with its quotes) that `quote_json` wrote; other JSON text as
/// it is.
std::string unquote_json(std::string_view token);

/// One step of a JSON pointer without its `~0` and `~1`.
std::string unescape_pointer(std::string_view step);
/// The reverse, at the end of a pointer.
void append_pointer_step(std::string& out, std::string_view step);

}  // namespace mcpgen
