// See read.hpp.
#include <generator/schema/read.hpp>

#include <generator/schema/document.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/schema/typescript/typescript.hpp>
#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <filesystem>

namespace mcpgen {
namespace {

/// The revision in `2025-11-25=FILE`; empty when there is none. A path may contain `=` elsewhere.
std::string named_revision(const std::string& input) {
    const std::size_t equals = input.find('=');
    if (equals == std::string::npos) return {};
    std::string name = input.substr(0, equals);
    return is_revision(name) ? name : std::string();
}

/// The first date in the file's name, or else in its folder's.
std::string dated_path(const std::filesystem::path& path) {
    const std::filesystem::path absolute = std::filesystem::absolute(path);
    for (const std::string& part :
         {absolute.filename().string(), absolute.parent_path().filename().string()}) {
        for (std::size_t i = 0; i + 10 <= part.size(); ++i) {
            if (is_revision(part.substr(i, 10))) return part.substr(i, 10);
        }
    }
    return {};
}

/// An extension's namespace: the last word of its identifier, or of its file's or folder's name.
std::string extension_space(const SchemaFile& file) {
    if (!file.extension.empty()) {
        return to_snake(file.extension.substr(file.extension.find_last_of('/') + 1));
    }
    const std::filesystem::path path = std::filesystem::absolute(file.file);
    std::string name = path.stem().string();
    if (name == "schema") name = path.parent_path().filename().string();
    return to_snake(name.starts_with("ext-") ? name.substr(4) : name);
}

}  // namespace

std::string path_of(const std::string& input) {
    const std::string revision = named_revision(input);
    return revision.empty() ? input : input.substr(revision.size() + 1);
}

std::optional<SchemaFile> read_schema(const std::string& input, bool extension,
                                      Diagnostics& diagnostics) {
    const std::string path = path_of(input);
    const auto document = path.ends_with(".ts") ? read_typescript(path, diagnostics)
                                                : read_document(path, diagnostics);
    if (!document) return std::nullopt;

    SchemaFile file;
    file.revision = named_revision(input);
    parse_json_schema(*document, file, diagnostics);
    if (extension) {
        file.space = extension_space(file);
        if (file.extension.empty()) file.extension = file.space;
        if (!is_cpp_identifier(file.space)) {
            diagnostics.error({path, "", 0, 0}, messages::bad_extension_name(file.extension));
            file.space.clear();
        }
        return file;
    }
    if (file.revision.empty()) file.revision = dated_path(path);
    if (!is_revision(file.revision)) {
        diagnostics.error({path, "", 0, 0}, messages::no_revision());
        file.revision.clear();
    }
    return file;
}

}  // namespace mcpgen
