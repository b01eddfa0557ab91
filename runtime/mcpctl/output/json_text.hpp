// JSON for people and programs: with indents and colours, or on one line. What a terminal must not
// get is escaped, which changes nothing of what the text says.
#pragma once

#include <mcp/json.hpp>

#include <string>

namespace mcpctl {

struct JsonManner {
    bool indented = false;
    bool colors = false;
};

std::string json_text(mcp::JsonView value, const JsonManner& manner);

/// The same value with `***` in place of the strings and numbers that are secrets, as far as the
/// names of their members tell (`mcp::sounds_secret`), and of all that is below such a member.
mcp::Json without_secrets(mcp::JsonView value);

}  // namespace mcpctl
