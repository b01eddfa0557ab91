// JSON for people and programs: with indents and colours, or on one line. What a terminal must not
// get is escaped, which changes nothing of what the text says.
#pragma once

#include <mcp/json.hpp>

#include <string>
#include <string_view>

namespace mcpctl {

struct JsonManner {
    bool indented = false;
    bool colors = false;
};

std::string json_text(mcp::JsonView value, const JsonManner& manner);

/// The same value with `***` in place of the strings and numbers that are secrets, as far as the
/// names of their members tell: `authorization`, `password`, `api_key`, `access_token` and the
/// like.
mcp::Json without_secrets(mcp::JsonView value);
/// Whether a member, an HTTP header or an argument of this name is a secret.
bool names_a_secret(std::string_view name);

}  // namespace mcpctl
