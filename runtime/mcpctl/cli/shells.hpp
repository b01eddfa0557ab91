// Scripts by which shells complete command lines, made from the table of commands.
#pragma once

#include <string>
#include <string_view>

namespace mcpctl {

/// For `bash`, `zsh` or `fish`.
std::string completion_script(std::string_view shell);

}  // namespace mcpctl
