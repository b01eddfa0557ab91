// Lists of scopes: written with spaces, compared as sets, kept in their order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

using Scopes = std::vector<std::string>;

/// Without those that are there twice, and those with characters that no scope has.
Scopes parse_scopes(std::string_view text);
std::string scopes_text(const Scopes& scopes);
/// `first`, and what `second` has besides.
Scopes united(Scopes first, const Scopes& second);
bool covers(const Scopes& all, const Scopes& some);

}  // namespace mcp::auth
