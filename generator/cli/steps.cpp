// See steps.hpp.
#include <generator/cli/steps.hpp>

#include <generator/support/file_io.hpp>

#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace mcpgen::cli {

namespace fs = std::filesystem;

namespace {

std::string lines_of(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += word + '\n';
    return out;
}

/// Writes the bindings, the depfile and the stamp. What a build system goes by comes last.
std::optional<WriteReport> write_all(const Options& options, const fs::path& folder,
                                     const Generation& generation, Diagnostics& diagnostics) {
    std::vector<StagedFile> staged;
    const auto stage = [&](const std::string& path, const std::string& text) {
        if (path.empty()) return true;
        auto file = StagedFile::create(path, text, diagnostics);
        if (file) staged.push_back(std::move(*file));
        return file.has_value();
    };
    const bool has_manifest = generation.files.find(FileSet::manifest_name) != nullptr;
    const std::string first = has_manifest               ? std::string(FileSet::manifest_name)
                              : generation.files.empty() ? std::string()
                                                         : generation.files.all().begin()->first;
    const std::string target = options.stamp.empty() ? (folder / first).string() : options.stamp;
    if (!stage(options.depfile, depfile_text(target, generation.dependencies)) ||
        !stage(options.stamp, "")) {
        return std::nullopt;
    }
    auto report = generation.files.write(folder, diagnostics);
    if (!report) return std::nullopt;
    for (StagedFile& file : staged) {
        if (!file.commit(diagnostics)) return std::nullopt;
    }
    return report;
}

}  // namespace

int finish(const Diagnostics& diagnostics, Terminal& terminal) {
    terminal.end_progress();
    terminal.report(diagnostics);
    return diagnostics.failed() ? exit_failed : exit_fine;
}

int wrong_usage(Message message, Terminal& terminal) {
    terminal.report(
        Diagnostic{Severity::error, {}, std::move(message.text), std::move(message.hint)});
    return exit_wrong_usage;
}

std::string shown(const fs::path& path) {
    std::error_code error;
    const fs::path near = fs::proximate(path, error);
    return error || near.empty() || *near.begin() == ".." ? path.string() : near.string();
}

void write_or_list(const Options& options, const fs::path& folder, const Generation& generation,
                   Diagnostics& diagnostics, Terminal& terminal) {
    if (options.list_outputs) {
        for (const auto& [path, text] : generation.files.all()) terminal.print(path + '\n');
        return;
    }
    const auto report = write_all(options, folder, generation, diagnostics);
    if (report && options.only_changed) {
        terminal.print(lines_of(report->written) + lines_of(report->removed));
    } else if (report) {
        terminal.remark(shown(folder) + ": " + std::to_string(report->written.size()) +
                        " written, " + std::to_string(report->removed.size()) + " removed, " +
                        std::to_string(report->unchanged) + " unchanged\n");
    }
}

}  // namespace mcpgen::cli
