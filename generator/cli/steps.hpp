// What several commands do alike: report and give the exit code, write generated files and what a
// build system wants beside them.
#pragma once

#include <generator/cli/commands.hpp>
#include <generator/pipeline.hpp>

#include <filesystem>

namespace mcpgen::cli {

/// Reports what there is; the exit code is that of success, unless an error is among it.
int finish(const Diagnostics& diagnostics, Terminal& terminal);
int wrong_usage(Message message, Terminal& terminal);

/// As seen from the current folder, when that is shorter to read.
std::string shown(const std::filesystem::path& path);

/// Writes the files, or lists them, as the options say, and says what changed.
void write_or_list(const Options& options, const std::filesystem::path& folder,
                   const Generation& generation, Diagnostics& diagnostics, Terminal& terminal);

}  // namespace mcpgen::cli
