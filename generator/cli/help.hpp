// The texts of `--help` and `--version`, built from the table of commands.
#pragma once

#include <string>
#include <string_view>

namespace mcpgen::cli {

/// The help of one command, or of the program when `topic` is empty or unknown.
std::string help_text(std::string_view topic);

/// The tool's version, and the revisions of the built-in schemas or that there are none.
std::string version_text();

}  // namespace mcpgen::cli
