// Serving the files of a folder as resources, and nothing outside of it. Not a file server: whole
// files of moderate size, read when they are asked for.
#pragma once

#include <mcp/handler.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mcp {

struct FileReaderOptions {
    std::string variable = "path";  ///< of the template: where the path below the folder is
    std::size_t max_bytes = std::size_t{8} * 1024 * 1024;
    bool hidden_files = false;  ///< names that begin with a dot
};

/// The reader of a resource template such as `files:///{+path}`. Never leaves the folder: `..`,
/// absolute paths and symbolic links are as if they were not there, and so is what is no regular
/// file. UTF-8 is sent as text, everything else as base64.
class FileReader {
public:
    /// Throws std::invalid_argument when there is no such folder.
    explicit FileReader(const std::string& folder, FileReaderOptions options = {});

    ReadResourceResult operator()(const ResourceQuery& query) const;

private:
    struct Folder;
    std::shared_ptr<const Folder> folder_;
    FileReaderOptions options_;
};

/// The media type by the end of a file's name; empty when it is not known.
std::string_view media_type_of(std::string_view file_name);

}  // namespace mcp
