// Finds out why a text is not JSON, and where. Runs only when simdjson refused the text: simdjson
// is fast and says little, and says it differently in each of its versions.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mcpgen {

/// The first thing in a text that JSON (RFC 8259) does not allow.
struct JsonFault {
    std::size_t offset = 0;
    Message message;
};

/// Nothing when the text is one JSON document. Takes linear time and does not recurse.
std::optional<JsonFault> find_json_fault(std::string_view text);

/// True for a JSON number, exactly and completely.
bool is_json_number(std::string_view text);

}  // namespace mcpgen
