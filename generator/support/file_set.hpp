// Generated files before they are files: an ordered set of relative paths and texts, and the two
// things done with it, writing what changed and showing what would change. It spells no code.
//
// A set that owns its folder contains `manifest.json`, a JSON object with the member `files`: a
// list of the set's paths. The next run removes what that list names and the new set lacks, and
// nothing else.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// What a `FileSet::write` did. Paths are relative to the folder, in order.
struct WriteReport {
    std::vector<std::string> written;
    std::vector<std::string> removed;
    std::size_t unchanged = 0;
};

/// What writing would change, as a unified diff, and which files that concerns.
struct DiffReport {
    std::string text;
    std::vector<std::string> changed;
};

class FileSet {
public:
    using Files = std::map<std::string, std::string, std::less<>>;

    static constexpr std::string_view manifest_name = "manifest.json";

    /// Adds a file. The path is relative, with `/`, without `.` or `..`; anything else, and a path
    /// that is there already, is a mistake of the program: std::logic_error.
    void add(std::string path, std::string text);

    const Files& all() const { return files_; }
    const std::string* find(std::string_view path) const;
    bool empty() const { return files_.empty(); }
    std::size_t size() const { return files_.size(); }

    /// Makes `folder` hold this set. Only files whose content differs are touched. Everything is
    /// written under temporary names first; when any part fails the folder is as before, and the
    /// reason is reported.
    std::optional<WriteReport> write(const std::filesystem::path& folder,
                                     Diagnostics& diagnostics) const;

    /// What `write` would change: empty when the folder is up to date. Nothing, with the reason
    /// reported, when a file cannot be read.
    std::optional<DiffReport> unified_diff(const std::filesystem::path& folder,
                                           Diagnostics& diagnostics) const;

private:
    Files files_;
};

/// The paths that a manifest lists, without those that would lead out of the folder. Empty when the
/// text is no such manifest.
std::vector<std::string> manifest_files(std::string_view manifest);

}  // namespace mcpgen
