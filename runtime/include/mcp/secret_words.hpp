// Names that things have which nobody else may see: for logs and traces, and for what may be asked
// of a user. A name only tells what is likely; a secret under another name is not found.
#pragma once

#include <string_view>

namespace mcp {

/// Whether a field, an argument, a header or a parameter of an address with this name is likely to
/// hold a secret: `Authorization`, `password`, `api_key`, `accessToken` and the like. Capitals and
/// what separates words make no difference.
bool sounds_secret(std::string_view name);

}  // namespace mcp
