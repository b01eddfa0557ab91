// See the header. Two columns, 80 characters wide.
#include <generator/cli/help.hpp>

#include <generator/cli/options.hpp>
#include <generator/support/builtin.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace mcpgen::cli {
namespace {

constexpr std::size_t width = 80;

/// Breaks `text` between words; lines after the first begin with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, space);
        text.remove_prefix(std::min(space + 1, text.size()));
        if (column > indent && column + 1 + word.size() > width) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    return out;
}

struct Row {
    std::string left;
    std::string_view right;
};

std::string table(std::string_view title, const std::vector<Row>& rows) {
    std::size_t left = 0;
    for (const Row& row : rows) left = std::max(left, row.left.size());
    std::string out = '\n' + std::string(title) + ":\n";
    for (const Row& row : rows) {
        out += "  " + row.left + std::string(left - row.left.size() + 2, ' ');
        out += wrapped(row.right, left + 4) + '\n';
    }
    return out;
}

/// `-o, --out DIR`, or `    --depfile FILE`.
std::string spelling(const OptionSpec& option) {
    const auto comma = option.name.find(',');
    const bool has_short = comma != option.name.npos;
    std::string out = has_short ? "-" + std::string(option.name.substr(0, comma)) + ", " : "    ";
    out += "--" + std::string(has_short ? option.name.substr(comma + 1) : option.name);
    if (!option.value.empty()) out += ' ' + std::string(option.value);
    return out;
}

std::string option_table(std::string_view title, std::span<const OptionSpec> options) {
    std::vector<Row> rows;
    for (const OptionSpec& option : options) rows.push_back({spelling(option), option.help});
    return rows.empty() ? std::string() : table(title, rows);
}

std::string first_sentence(std::string_view text) {
    return std::string(
        text.substr(0, text.find(". ") == text.npos ? text.size() - 1 : text.find(". ")));
}

std::string program_help() {
    std::string out = "Usage: mcpgen COMMAND [OPTIONS]\n\n";
    out += wrapped("Compiles Model Context Protocol schemas to C++.", 0) + '\n';
    std::vector<std::string> sentences;
    for (const CommandSpec& command : all_commands()) {
        sentences.push_back(first_sentence(command.summary));
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        rows.push_back({std::string(all_commands()[i].name), sentences[i]});
    }
    out += table("Commands", rows);
    out += option_table("Options for every command", common_options());
    out += "\nExit codes: 0 fine, 1 the input or a check failed, 2 the command line is wrong.\n";
    out += "\nExample:\n  mcpgen generate --out generated/mcp\n";
    out += "\n`mcpgen help COMMAND` explains one command.\n";
    return out;
}

std::string command_help(const CommandSpec& command) {
    std::string out = "Usage: mcpgen " + std::string(command.name);
    for (const std::string_view argument : command.arguments) out += ' ' + std::string(argument);
    out += command.options.empty() ? "\n\n" : " [OPTIONS]\n\n";
    out += wrapped(command.summary, 0) + '\n';
    out += option_table("Options", command.options);
    out += option_table("Options for every command", common_options());
    out += "\nExample:\n  " + std::string(command.example) + '\n';
    return out;
}

}  // namespace

std::string help_text(std::string_view topic) {
    const CommandSpec* command = find_command(topic);
    return command == nullptr ? program_help() : command_help(*command);
}

std::string version_text() {
    std::string out = "mcpgen " MCPGEN_VERSION "\n";
    Diagnostics unheard;
    const auto builtin = find_builtin(unheard);
    if (!builtin) return out + "built-in revisions: none\n";
    std::vector<std::string> revisions;
    for (const std::string& path : builtin->schemas) {
        revisions.push_back(std::filesystem::path(path).stem().string());
    }
    return out + "built-in revisions: " + join_list(revisions) + '\n';
}

}  // namespace mcpgen::cli
