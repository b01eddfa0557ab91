// The texts made from the table of commands: the help, the man page, the version. What shells
// complete is in `cli/shells.hpp`.
#pragma once

#include <string>
#include <string_view>

namespace mcpctl {

/// The help of one command, or of the program when `topic` is empty or unknown.
std::string help_text(std::string_view topic);
/// `mcpctl.1`, as roff.
std::string man_page();
std::string version_text();

}  // namespace mcpctl
