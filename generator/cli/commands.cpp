// See the header.
#include <generator/cli/commands.hpp>

#include <generator/cli/help.hpp>
#include <generator/cli/steps.hpp>
#include <generator/cli/tool_commands.hpp>
#include <generator/support/builtin.hpp>
#include <generator/support/file_io.hpp>
#include <generator/support/messages.hpp>
#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mcpgen::cli {
namespace {

namespace fs = std::filesystem;

/// Everything as the repository has it; then the bindings it has committed are the ones meant.
bool is_builtin(const Inputs& inputs) {
    return inputs.schemas.empty() && inputs.extensions.empty() && inputs.overrides.empty() &&
           inputs.name_space == Inputs{}.name_space;
}

/// The output folder that was given, or the one of the checkout; empty when there is none, and when
/// the built-in schemas are not where they should be, which is reported.
fs::path output_folder(const Options& options, Diagnostics& diagnostics) {
    if (!options.out.empty() || !is_builtin(options.inputs)) return options.out;
    const auto builtin = find_builtin(diagnostics);
    if (!builtin || !builtin->checkout) return {};
    return shown(*builtin->checkout / "generated" / "mcp");
}

/// Schemas of one's own that fail for want of a decision, which may well have been taken already.
void suggest_overrides(const Inputs& inputs, Diagnostics& diagnostics) {
    const std::vector<Diagnostic>& problems = diagnostics.all();
    if (!inputs.overrides.empty() ||
        std::none_of(problems.begin(), problems.end(), messages::asks_for_override))
        return;
    Diagnostics unheard;
    const auto builtin = find_builtin(unheard);
    diagnostics.warning({}, messages::no_overrides_given(builtin && !builtin->overrides.empty()
                                                             ? shown(builtin->overrides)
                                                             : ""));
}

std::optional<Generation> run_pipeline(const Options& options, Terminal& terminal,
                                       Diagnostics& diagnostics) {
    auto generation = mcpgen::generate(options.inputs, diagnostics, terminal.progress());
    terminal.end_progress();
    if (!diagnostics.failed()) return generation;
    suggest_overrides(options.inputs, diagnostics);
    return std::nullopt;
}

int run_generate(const Options& options, Terminal& terminal) {
    Diagnostics diagnostics;
    const fs::path folder = output_folder(options, diagnostics);
    if (diagnostics.failed()) return finish(diagnostics, terminal);
    if (folder.empty() && !options.list_outputs) {
        return wrong_usage(messages::out_required("generate"), terminal);
    }
    const auto generation = run_pipeline(options, terminal, diagnostics);
    if (!generation) return finish(diagnostics, terminal);
    write_or_list(options, folder, *generation, diagnostics, terminal);
    return finish(diagnostics, terminal);
}

/// The command that repairs what `check` found: the same options, as a shell reads them.
std::string generate_command(const Options& options) {
    std::string out = "mcpgen generate";
    for (const std::string& word : options.given) {
        const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
            return is_cpp_identifier(std::string("x") + c) ||
                   std::string_view("-./:=+,@").find(c) != std::string_view::npos;
        });
        if (plain && !word.empty()) {
            out += ' ' + word;
            continue;
        }
        out += " '";
        for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        out += '\'';
    }
    return out;
}

int run_check(const Options& options, Terminal& terminal) {
    Diagnostics diagnostics;
    const fs::path folder = output_folder(options, diagnostics);
    if (diagnostics.failed()) return finish(diagnostics, terminal);
    if (folder.empty()) return wrong_usage(messages::out_required("check"), terminal);
    if (std::error_code error; fs::status(folder, error).type() == fs::file_type::not_found) {
        diagnostics.error({},
                          messages::nothing_generated(shown(folder), generate_command(options)));
        return finish(diagnostics, terminal);
    }
    const auto generation = run_pipeline(options, terminal, diagnostics);
    if (!generation) return finish(diagnostics, terminal);
    const auto difference = generation->files.unified_diff(folder, diagnostics);
    if (difference && !difference->changed.empty()) {
        terminal.print_diff(difference->text);
        diagnostics.error({}, messages::stale(shown(folder), difference->changed.size(),
                                              generate_command(options)));
    }
    return finish(diagnostics, terminal);
}

int run_diff(const Options& options, Terminal& terminal) {
    Diagnostics diagnostics;
    const auto text = mcpgen::diff(options.arguments[0], options.arguments[1],
                                   options.inputs.overrides, options.format, diagnostics);
    if (text && !diagnostics.failed()) terminal.print(*text);
    return finish(diagnostics, terminal);
}

int run_dump(const Options& options, Terminal& terminal) {
    const auto stages = stage_names();
    if (!options.stage.empty() &&
        std::find(stages.begin(), stages.end(), options.stage) == stages.end()) {
        return wrong_usage(
            messages::unknown_stage(options.stage, nearest(options.stage, stages).value_or(""),
                                    {stages.begin(), stages.end()}),
            terminal);
    }
    Diagnostics diagnostics;
    const auto text = mcpgen::dump(options.inputs, options.stage, diagnostics);
    if (diagnostics.failed())
        suggest_overrides(options.inputs, diagnostics);
    else if (text)
        terminal.print(*text);
    return finish(diagnostics, terminal);
}

int run_import(const Options& options, Terminal& terminal) {
    Diagnostics diagnostics;
    std::vector<std::string> missing;
    const std::string& published = options.arguments.front();
    const auto text = import_schema(published, options.inputs.schemas, missing, diagnostics);
    if (!text || diagnostics.failed()) return finish(diagnostics, terminal);
    if (options.out.empty() || options.out == "-") {
        terminal.print(*text);
    } else if (!write_file(options.out, *text, diagnostics)) {
        return finish(diagnostics, terminal);
    }
    for (const std::string& name : missing) {
        terminal.report(Diagnostic{Severity::note,
                                   {.file = published, .pointer = {}},
                                   messages::needs_description(name).text,
                                   {}});
    }
    return finish(diagnostics, terminal);
}

}  // namespace

int run_command(const Options& options, Terminal& terminal) {
    switch (options.command) {
        case Command::generate: return run_generate(options, terminal);
        case Command::tools: return run_tools(options, terminal);
        case Command::check:
            return is_about_tools(options) ? run_check_against(options, terminal)
                                           : run_check(options, terminal);
        case Command::diff: return run_diff(options, terminal);
        case Command::dump: return run_dump(options, terminal);
        case Command::import: return run_import(options, terminal);
        case Command::version: terminal.print(version_text()); return exit_fine;
        case Command::help: break;
    }
    terminal.print(help_text(options.topic));
    return exit_fine;
}

}  // namespace mcpgen::cli
