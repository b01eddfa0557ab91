// See tool_commands.hpp.
#include <generator/cli/tool_commands.hpp>

#include <generator/cli/steps.hpp>
#include <generator/support/file_io.hpp>
#include <generator/support/messages.hpp>
#include <generator/support/text_diff.hpp>
#include <generator/support/tool_messages.hpp>
#include <generator/support/words.hpp>

#include <optional>
#include <string>

namespace mcpgen::cli {
namespace {

/// What is wrong with where the manifest is to come from.
std::optional<Message> wrong_source(const ToolInputs& inputs) {
    const int sources = (inputs.manifests.empty() ? 0 : 1) + (inputs.command.empty() ? 0 : 1) +
                        (inputs.url.empty() ? 0 : 1);
    if (sources == 0) return messages::no_manifest();
    if (sources > 1) return messages::two_sources();
    return std::nullopt;
}

bool is_reserved(std::string_view space) {
    while (true) {
        const std::size_t colons = space.find("::");
        const std::string_view part = space.substr(0, colons);
        if (part == "mcp" || part == "std") return true;
        if (colons == space.npos) return false;
        space.remove_prefix(colons + 2);
    }
}

/// `12 tools, 40 members, 1 of them as Json`.
std::string figures(const ToolGeneration& made) {
    return counted(made.tools, "tool") + ", " + counted(made.members, "member") + ", " +
           std::to_string(made.as_json) + " of them as Json\n";
}

bool save(const std::string& path, const std::string& text, Diagnostics& diagnostics,
          Terminal& terminal) {
    if (path != "-") return write_file(path, text, diagnostics);
    terminal.print(text);
    return true;
}

}  // namespace

int run_tools(const Options& options, Terminal& terminal) {
    ToolInputs inputs = options.tools;
    inputs.manifests = options.arguments;
    if (auto wrong = wrong_source(inputs)) return wrong_usage(*std::move(wrong), terminal);
    if (is_reserved(inputs.name_space))
        return wrong_usage(messages::reserved_namespace(inputs.name_space), terminal);
    if (inputs.coroutines && !inputs.server)
        return wrong_usage(messages::no_service_of_coroutines(), terminal);
    const bool code = !options.out.empty() || options.list_outputs || options.print_model;
    if (!code && options.save.empty())
        return wrong_usage(messages::out_required("tools"), terminal);

    Diagnostics diagnostics;
    if (!options.save.empty()) {
        const auto text = manifest_text(inputs, diagnostics);
        if (!text || !save(options.save, *text, diagnostics, terminal) || !code)
            return finish(diagnostics, terminal);
        // The server is asked once: the code is that of what was saved.
        if (options.save != "-") {
            inputs.manifests = {options.save};
            inputs.command.clear();
            inputs.url.clear();
        }
    }
    const auto made = generate_tools(inputs, diagnostics);
    if (!made) return finish(diagnostics, terminal);
    if (options.print_model) {
        terminal.print(made->model);
        return finish(diagnostics, terminal);
    }
    write_or_list(options, options.out, made->generation, diagnostics, terminal);
    if (!diagnostics.failed() && !options.list_outputs && !options.only_changed)
        terminal.remark(figures(*made));
    return finish(diagnostics, terminal);
}

bool is_about_tools(const Options& options) {
    const ToolInputs& inputs = options.tools;
    return !options.against.empty() || !inputs.manifests.empty() || !inputs.command.empty() ||
           !inputs.url.empty();
}

int run_check_against(const Options& options, Terminal& terminal) {
    if (options.against.empty()) return wrong_usage(messages::against_needs_manifest(), terminal);
    if (auto wrong = wrong_source(options.tools)) return wrong_usage(*std::move(wrong), terminal);
    Diagnostics diagnostics;
    const auto now = manifest_text(options.tools, diagnostics);
    const auto before = manifest_text(
        {.manifests = {options.against}, .command = {}, .url = {}, .name_space = {}}, diagnostics);
    if (now && before && *now != *before) {
        terminal.print_diff(unified_text_diff(
            *before, *now, {"a/" + shown(options.against), "b/" + shown(options.against)}));
        diagnostics.error({}, messages::tools_changed(shown(options.against)));
    }
    return finish(diagnostics, terminal);
}

}  // namespace mcpgen::cli
