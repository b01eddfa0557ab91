// Where the schemas that come with the program are, and what is there.
// It lists files; what they say is the business of the front ends.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mcpgen {

struct Builtin {
    std::filesystem::path schema_folder;
    std::vector<std::string> schemas;     ///< `2025-11-25.json`, …; oldest first; full paths
    std::vector<std::string> extensions;  ///< the other documents there and in `extensions/`
    std::string overrides;                ///< empty when there is none
    std::optional<std::filesystem::path> checkout;  ///< the repository that the folder is part of
};

/// Looks at the environment variable MCPGEN_SCHEMA_DIR, then beside the executable:
/// `../share/mcpgen/schema`, or the checkout it was built in.
/// Nothing, with a report of what was tried, when there are no schemas.
std::optional<Builtin> find_builtin(Diagnostics& diagnostics);

/// The same for one folder; nothing when it holds no schema. For tests.
std::optional<Builtin> builtin_in(const std::filesystem::path& folder);

}  // namespace mcpgen
