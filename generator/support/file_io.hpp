// Reading and writing single files: whole, or not at all, and with the reason when it fails.
// Sets of generated files are in `file_set.hpp`.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// The bytes of a file; `-` is standard input. A path that cannot be read, a folder, and more than
/// `max_bytes` are reported. A file's size is checked before it is read.
std::optional<std::string> read_file(const std::string& path, Diagnostics& diagnostics,
                                     std::size_t max_bytes = std::size_t{64} << 20);

/// New content for one file, written beside it under a temporary name. Nothing is visible until
/// `commit`; without it the destructor takes back the temporary and the folders made for it.
class StagedFile {
public:
    /// Nothing when the file or its folder cannot be written; the reason is reported.
    static std::optional<StagedFile> create(const std::filesystem::path& target,
                                            std::string_view text, Diagnostics& diagnostics);

    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&& other) noexcept;
    ~StagedFile();

    /// Puts the new content in place, in one step. False, with the reason reported, when that
    /// fails.
    bool commit(Diagnostics& diagnostics);

private:
    StagedFile() = default;
    void discard() noexcept;

    std::filesystem::path shown_;                     ///< as the caller wrote it, for messages
    std::filesystem::path target_;                    ///< where that leads, symbolic links followed
    std::filesystem::path temporary_;                 ///< empty once committed or moved from
    std::vector<std::filesystem::path> new_folders_;  ///< outermost first
};

/// Replaces one file atomically. False, with the reason reported, when it cannot be written.
bool write_file(const std::filesystem::path& target, std::string_view text,
                Diagnostics& diagnostics);

/// A depfile as make and ninja read it: `target: dependency dependency`, one per line, escaped.
std::string depfile_text(std::string_view target, const std::vector<std::string>& dependencies);

}  // namespace mcpgen
