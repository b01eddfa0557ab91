// Canonical texts, and how two definitions differ. What a definition is, is said in
// <mcp/host_policy.hpp>.
#pragma once

#include <mcp/host_consent.hpp>
#include <mcp/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace mcp::host {

using Parts = std::map<std::string, std::string>;

std::string canonical(JsonView value);
/// The text, or the digest of a long one.
std::string part_text(std::string canonical_text);
/// By the name of the part.
std::vector<DefinitionChange> changes_between(const Parts& before, const Parts& now);

}  // namespace mcp::host
