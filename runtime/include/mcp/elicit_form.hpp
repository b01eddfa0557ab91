// Forms that a server asks a user to fill in: the defaults of their fields, and whether what was
// entered fits; and the pages that a call may need the user to visit. Showing them is the program's
// business.
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mcp {

/// Gives fields that are missing in `content` the default that the form has for them.
void fill_defaults(const ElicitSchema& form, Map<ElicitValue>& content);

/// Why the fields do not fit: `age: at most 130`. Nothing when they do. Fields that the form does
/// not have do not fit; fields of a kind that this build does not know always do.
std::optional<std::string> form_violation(const ElicitSchema& form,
                                          const Map<ElicitValue>& content);

/// The web pages that the user must visit before a call can succeed; empty for other errors. Call
/// again once the user has been there (2025-11-25).
std::vector<ElicitRequestURLParams> required_pages(const RpcError& error);

}  // namespace mcp
