// JSON as people write it into configuration files: comments, and a comma after the last item.
#pragma once

#include <string>
#include <string_view>

namespace mcp::host {

/// The same text with blanks in place of comments and of commas before `}` or `]`; lines and
/// columns stay as they are. Text that is no JSON stays no JSON. A byte order mark goes.
std::string without_comments(std::string_view text);

}  // namespace mcp::host
