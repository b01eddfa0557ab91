// Whether an address that a client gives may be looked at. What it names is not known here.
#pragma once

#include <string>
#include <string_view>

namespace mcp::server {

/// What is wrong with an absolute URI (RFC 3986): its scheme, a character, an escape, or a path
/// that steps upwards (`..`, also escaped). Empty: nothing.
std::string uri_problem(std::string_view uri);

}  // namespace mcp::server
