// Writing a set of files, and the difference to what is on disk; see the header.
#include <generator/support/file_set.hpp>

#include <generator/support/file_io.hpp>
#include <generator/support/messages.hpp>
#include <generator/support/text_diff.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

/// `a/b.hpp`, and nothing that could lead elsewhere.
bool is_plain_path(std::string_view path) {
    if (path.empty() || path.find_first_of(std::string_view("\\\0", 2)) != path.npos) return false;
    while (true) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (part.empty() || part == "." || part == "..") return false;
        if (slash == path.npos) return true;
        path.remove_prefix(slash + 1);
    }
}

/// One difference between the set and the folder. Absent text: no such file.
struct FileChange {
    std::string path;
    const std::string* before = nullptr;
    const std::string* after = nullptr;
};

/// The folder as it is, as far as the set is concerned, compared with the set.
struct Comparison {
    FileSet::Files on_disk;           ///< what differs from the set
    std::set<std::string> same;       ///< paths of the others
    std::vector<FileChange> changes;  ///< in the order of the paths
};

/// Reads one file; it is kept in `out.on_disk` unless it has the text `wanted`. False when it is
/// there and cannot be read.
bool load(const fs::path& folder, const std::string& path, const std::string* wanted,
          Comparison& out, Diagnostics& diagnostics) {
    const fs::path full = folder / path;
    std::error_code error;
    // A part of the path that is a file: nothing is there yet, and writing will say so.
    if (fs::status(full, error).type() == fs::file_type::not_found) return true;
    auto text = read_file(full.string(), diagnostics, no_limit);
    if (!text) return false;
    if (wanted != nullptr && *text == *wanted)
        out.same.insert(path);
    else
        out.on_disk.emplace(path, std::move(*text));
    return true;
}

std::optional<Comparison> compare(const FileSet::Files& files, const fs::path& folder,
                                  Diagnostics& diagnostics) {
    std::error_code error;
    if (const auto status = fs::status(folder, error);
        fs::exists(status) && !fs::is_directory(status)) {
        diagnostics.error({.file = folder.string(), .pointer = {}}, messages::not_a_folder());
        return std::nullopt;
    }
    Comparison out;
    bool readable = true;
    for (const auto& [path, text] : files) readable &= load(folder, path, &text, out, diagnostics);
    if (!readable) return std::nullopt;

    const std::string name(FileSet::manifest_name);
    const FileSet::Files& known = out.same.contains(name) ? files : out.on_disk;
    if (const auto manifest = known.find(name); manifest != known.end()) {
        for (const std::string& path : manifest_files(manifest->second)) {
            // A folder or a device was never one of our files, whatever the list says.
            const bool ours = fs::is_regular_file(fs::symlink_status(folder / path, error));
            if (ours && !files.contains(path))
                readable &= load(folder, path, nullptr, out, diagnostics);
        }
    }
    if (!readable) return std::nullopt;

    for (const auto& [path, text] : files) {
        if (out.same.contains(path)) continue;
        const auto old = out.on_disk.find(path);
        const std::string* before = old == out.on_disk.end() ? nullptr : &old->second;
        out.changes.push_back({path, before, &text});
    }
    for (const auto& [path, text] : out.on_disk) {
        if (!files.contains(path)) out.changes.push_back({path, &text, nullptr});
    }
    std::sort(out.changes.begin(), out.changes.end(),
              [](const FileChange& a, const FileChange& b) { return a.path < b.path; });
    return out;
}

/// Removes a file, and the folders inside `folder` that it leaves empty.
bool remove_file(const fs::path& folder, const std::string& path, Diagnostics& diagnostics) {
    std::error_code error;
    fs::remove(folder / path, error);
    if (error) {
        diagnostics.error({.file = (folder / path).string(), .pointer = {}},
                          messages::cannot_write(error.message()));
        return false;
    }
    for (fs::path part = fs::path(path).parent_path(); !part.empty(); part = part.parent_path()) {
        if (!fs::remove(folder / part, error)) break;
    }
    return true;
}

/// Takes back what `write` did before it failed. When this fails too, it can only say so.
void undo(const fs::path& folder, const std::vector<FileChange>& done, Diagnostics& diagnostics) {
    for (const FileChange& change : done) {
        if (change.before != nullptr) {
            write_file(folder / change.path, *change.before, diagnostics);
        } else {
            remove_file(folder, change.path, diagnostics);
        }
    }
}

}  // namespace

void FileSet::add(std::string path, std::string text) {
    if (!is_plain_path(path)) throw std::logic_error("no plain relative path: " + path);
    if (files_.contains(path)) throw std::logic_error("file generated twice: " + path);
    files_[std::move(path)] = std::move(text);
}

const std::string* FileSet::find(std::string_view path) const {
    const auto at = files_.find(path);
    return at == files_.end() ? nullptr : &at->second;
}

std::optional<WriteReport> FileSet::write(const fs::path& folder, Diagnostics& diagnostics) const {
    const auto comparison = compare(files_, folder, diagnostics);
    if (!comparison) return std::nullopt;

    struct Step {
        FileChange change;
        StagedFile staged;
    };
    std::vector<Step> steps;
    bool ready = true;
    for (const FileChange& change : comparison->changes) {
        if (change.after == nullptr) continue;
        auto staged = StagedFile::create(folder / change.path, *change.after, diagnostics);
        if (staged) steps.push_back({change, std::move(*staged)});
        ready = ready && staged.has_value();
    }
    // Taken back in reverse, so that the first file's new folders are empty by then.
    const auto take_back = [&] {
        while (!steps.empty()) steps.pop_back();
        return std::nullopt;
    };
    if (!ready) return take_back();

    WriteReport report;
    report.unchanged = files_.size() - steps.size();
    std::vector<FileChange> done;
    for (Step& step : steps) {
        if (!step.staged.commit(diagnostics)) {
            undo(folder, done, diagnostics);
            return take_back();
        }
        done.push_back(step.change);
        report.written.push_back(step.change.path);
    }
    for (const FileChange& change : comparison->changes) {
        if (change.after != nullptr) continue;
        if (!remove_file(folder, change.path, diagnostics)) {
            undo(folder, done, diagnostics);
            return std::nullopt;
        }
        done.push_back(change);
        report.removed.push_back(change.path);
    }
    return report;
}

std::optional<DiffReport> FileSet::unified_diff(const fs::path& folder,
                                                Diagnostics& diagnostics) const {
    const auto comparison = compare(files_, folder, diagnostics);
    if (!comparison) return std::nullopt;
    DiffReport report;
    for (const FileChange& change : comparison->changes) {
        const std::string before = change.before ? "a/" + change.path : "/dev/null";
        const std::string after = change.after ? "b/" + change.path : "/dev/null";
        report.text +=
            unified_text_diff(change.before ? *change.before : std::string_view(),
                              change.after ? *change.after : std::string_view(), {before, after});
        report.changed.push_back(change.path);
    }
    return report;
}

std::vector<std::string> manifest_files(std::string_view manifest) {
    // Not a JSON parser: it must find one list in a file that this program wrote, and it may find
    // nothing in any other. What it finds is only ever removed inside the output folder.
    std::vector<std::string> out;
    int depth = 0;
    std::string key;
    bool in_list = false;
    for (std::size_t i = 0; i < manifest.size(); ++i) {
        const char c = manifest[i];
        if (c == '"') {
            std::string text;
            for (++i; i < manifest.size() && manifest[i] != '"'; ++i) {
                if (manifest[i] == '\\') ++i;
                if (i < manifest.size()) text += manifest[i];
            }
            if (i >= manifest.size()) return {};
            if (in_list) {
                if (is_plain_path(text)) out.push_back(std::move(text));
            } else {
                key = std::move(text);
            }
        } else if (c == '[' || c == '{') {
            if (in_list) return {};
            ++depth;
            in_list = c == '[' && depth == 2 && key == "files";
        } else if (c == ']' || c == '}') {
            if (in_list) return out;
            --depth;
        } else if (c == ',') {
            if (!in_list) key.clear();
        }
    }
    return {};
}

}  // namespace mcpgen
