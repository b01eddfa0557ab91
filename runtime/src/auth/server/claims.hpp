// What an issuer says of a token, as a Grant: the payload of a JWT, or the answer to a question.
#pragma once

#include <mcp/grant.hpp>
#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

/// Fails for a claim of the wrong type, for a token without anybody in it, and for one that belongs
/// to a key in a way that is not known here. `iss` is the caller's to look at.
Result<Grant> grant_from(JsonObject claims, const std::vector<std::string>& scope_claims);

/// RFC 6749, section 3.3: printable, without a space, a quote or a backslash.
bool is_scope(std::string_view text);

/// Words with a space in between.
std::string joined(const std::vector<std::string>& words);

/// Whether nothing in it could end a line or a header, or hide in a log.
bool is_plain(std::string_view text);

}  // namespace mcp::auth
