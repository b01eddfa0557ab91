// One spelling for equal JSON values: for comparing a request with an earlier one, which a client
// may have written anew.
#pragma once

#include <mcp/json.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace mcp::session {

/// Members by name, strings with the fewest escapes, numbers in their shortest form.
void append_canonical(std::string& out, JsonView value);
/// The same for an object, without these members of its own.
void append_canonical_without(std::string& out, JsonView object,
                              std::initializer_list<std::string_view> members);

}  // namespace mcp::session
