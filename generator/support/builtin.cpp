// Finding the schemas that come with the program; see the header.
#include <generator/support/builtin.hpp>

#include <generator/support/messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

/// The JSON documents in a folder, sorted by name; none when it cannot be listed.
std::vector<fs::path> documents_in(const fs::path& folder) {
    std::vector<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == ".json" && !at->is_directory(error))
            out.push_back(at->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The repository that `schema_folder` is the `schema/` of.
std::optional<fs::path> checkout_of(const fs::path& schema_folder) {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(schema_folder, error);
    const fs::path root = folder.parent_path();
    if (error || folder.filename() != "schema") return std::nullopt;
    const bool complete = fs::exists(root / "generator" / "main.cpp", error) &&
                          fs::is_directory(root / "generated", error);
    if (!complete) return std::nullopt;
    return root;
}

/// The folders that belong to the executable: installed, or in a build folder of a checkout.
std::vector<fs::path> beside_executable() {
    std::vector<fs::path> out;
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (error) return out;
    out.push_back(executable.parent_path().parent_path() / "share" / "mcpgen" / "schema");
    for (fs::path folder = executable.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        if (checkout_of(folder / "schema")) out.push_back(folder / "schema");
    }
    return out;
}

}  // namespace

std::optional<Builtin> builtin_in(const fs::path& folder) {
    Builtin out;
    out.schema_folder = folder;
    for (const fs::path& path : documents_in(folder)) {
        if (is_revision(path.stem().string())) {
            out.schemas.push_back(path.string());
        } else if (path.filename() == "overrides.json") {
            out.overrides = path.string();
        } else {
            out.extensions.push_back(path.string());
        }
    }
    for (const fs::path& path : documents_in(folder / "extensions")) {
        out.extensions.push_back(path.string());
    }
    if (out.schemas.empty()) return std::nullopt;
    out.checkout = checkout_of(folder);
    return out;
}

std::optional<Builtin> find_builtin(Diagnostics& diagnostics) {
    // An explicit wish that leads nowhere is an error, not a reason to look elsewhere.
    if (const char* wish = std::getenv("MCPGEN_SCHEMA_DIR"); wish != nullptr && *wish != '\0') {
        auto found = builtin_in(wish);
        if (!found) {
            diagnostics.error({.file = wish, .pointer = {}}, messages::schema_folder_is_empty());
        }
        return found;
    }
    const std::vector<fs::path> candidates = beside_executable();

    std::vector<std::string> tried;
    for (const fs::path& folder : candidates) {
        // A build folder links to the schemas; messages and depfiles name the files themselves.
        std::error_code error;
        const fs::path real = fs::weakly_canonical(folder, error);
        if (auto found = builtin_in(error ? folder : real)) return found;
        tried.push_back(folder.string());
    }
    diagnostics.error({}, messages::no_builtin_schemas(tried));
    return std::nullopt;
}

}  // namespace mcpgen
