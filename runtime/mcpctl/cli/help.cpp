// The help, two columns and 80 characters wide.
#include "cli/help.hpp"

#include "cli/options.hpp"

#include <mcp/fwd.hpp>

#include <algorithm>
#include <vector>

namespace mcpctl {
namespace {

constexpr std::size_t width = 80;

constexpr std::string_view target_help =
    "TARGET is a server: an address (http:// or https://), the name of a server in the "
    "configuration, or, at the end of the line and after `--`, a command that starts it.";

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

std::string two_columns(std::string_view title, const std::vector<Row>& rows) {
    if (rows.empty()) return {};
    std::size_t left = 0;
    for (const Row& row : rows) left = std::max(left, row.left.size());
    std::string out = '\n' + std::string(title) + ":\n";
    for (const Row& row : rows) {
        out += "  " + row.left + std::string(left - row.left.size() + 2, ' ');
        out += wrapped(row.right, left + 4) + '\n';
    }
    return out;
}

/// `-h, --help`, or `    --config FILE`.
std::string option_spelling(const OptionSpec& option) {
    std::string out =
        option.short_name().empty() ? "    " : '-' + std::string(option.short_name()) + ", ";
    out += "--" + std::string(option.long_name());
    if (!option.value.empty()) out += ' ' + std::string(option.value);
    return out;
}

std::string option_rows(std::string_view title, std::span<const OptionSpec> options) {
    std::vector<Row> rows;
    for (const OptionSpec& option : options) rows.push_back({option_spelling(option), option.help});
    return two_columns(title, rows);
}

std::string first_sentence(std::string_view text) {
    const auto end = text.find(". ");
    return std::string(text.substr(0, end == text.npos ? text.size() - 1 : end));
}

std::string program_help() {
    std::string out = "Usage: mcpctl COMMAND [OPTIONS] TARGET [ARGUMENT]...\n";
    out += "       mcpctl COMMAND [OPTIONS] [ARGUMENT]... -- PROGRAM [ARGUMENT]...\n\n";
    out += wrapped("Talks to any server of the Model Context Protocol.", 0) + '\n';
    out += '\n' + wrapped(target_help, 0) + '\n';
    std::vector<std::string> sentences;
    for (const CommandSpec& command : all_commands())
        sentences.push_back(first_sentence(command.summary));
    std::vector<Row> rows;
    for (std::size_t i = 0; i < sentences.size(); ++i)
        rows.push_back({std::string(all_commands()[i].name), sentences[i]});
    out += two_columns("Commands", rows);
    out += option_rows("Options of every command that connects", connection_options());
    out += option_rows("Options of every command", common_options());
    out += "\nExit codes: 0 fine, 1 the server or the call failed, 2 the command line is wrong.\n";
    out += "\n`mcpctl help COMMAND` explains one command.\n";
    return out;
}

std::string usage_of(const CommandSpec& command, bool separated) {
    std::string out = "mcpctl " + std::string(command.name) + " [OPTIONS]";
    if (command.connects && !separated) out += " TARGET";
    for (const ArgumentSpec& argument : command.arguments) out += ' ' + argument.spelling();
    if (separated) out += " -- PROGRAM [ARGUMENT]...";
    return out;
}

std::string command_help(const CommandSpec& command) {
    std::string out = "Usage: " + usage_of(command, false) + '\n';
    if (command.connects) out += "       " + usage_of(command, true) + '\n';
    out += '\n' + wrapped(command.summary, 0) + '\n';
    if (command.connects) out += '\n' + wrapped(target_help, 0) + '\n';
    std::vector<Row> rows;
    for (const ArgumentSpec& argument : command.arguments)
        rows.push_back({std::string(argument.name), argument.help});
    out += two_columns("Arguments", rows);
    out += option_rows("Options", command.options);
    if (command.connects)
        out += option_rows("Options of every command that connects", connection_options());
    out += option_rows("Options of every command", common_options());
    out += "\nExample:\n  " + std::string(command.example) + '\n';
    return out;
}

/// Text for roff: a backslash, a hyphen, and a dot or quote at the beginning of a line mean more.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string man_options(std::span<const OptionSpec> options) {
    std::string out;
    for (const OptionSpec& option : options) {
        out += ".TP\n.B ";
        if (!option.short_name().empty())
            out += roff("-" + std::string(option.short_name())) + ", ";
        out += roff("--" + std::string(option.long_name()));
        if (!option.value.empty()) out += ' ' + roff(option.value);
        out += '\n' + roff(option.help) + '\n';
    }
    return out;
}

}  // namespace

std::string help_text(std::string_view topic) {
    const CommandSpec* command = find_command(topic);
    return command == nullptr ? program_help() : command_help(*command);
}

std::string man_page() {
    std::string out = ".TH MCPCTL 1 \"\" \"mcpgen " MCPCTL_VERSION "\"\n";
    out += ".SH NAME\nmcpctl \\- talks to any server of the Model Context Protocol\n.SH SYNOPSIS\n";
    for (const CommandSpec& command : all_commands()) {
        out += ".B " + roff(usage_of(command, false)) + "\n.br\n";
    }
    out += ".SH DESCRIPTION\n" + roff(target_help) + '\n';
    out += ".SH COMMANDS\n";
    for (const CommandSpec& command : all_commands()) {
        out += ".SS " + std::string(command.name) + '\n' + roff(command.summary) + '\n';
        for (const ArgumentSpec& argument : command.arguments)
            out += ".TP\n.I " + roff(argument.name) + '\n' + roff(argument.help) + '\n';
        out += man_options(command.options);
        out += ".PP\nExample:\n.PP\n.RS\n.EX\n" + roff(command.example) + "\n.EE\n.RE\n";
    }
    out += ".SH OPTIONS\nOf every command that connects to a server:\n";
    out += man_options(connection_options());
    out += ".PP\nOf every command:\n" + man_options(common_options());
    out += ".SH EXIT STATUS\n.TP\n.B 0\nfine\n.TP\n.B 1\nthe server or the call failed\n";
    out += ".TP\n.B 2\nthe command line is wrong\n";
    return out;
}

std::string version_text() {
    std::string out = "mcpctl " MCPCTL_VERSION "\nrevisions of the protocol:";
    for (const std::string_view date : mcp::revision_dates) out += ' ' + std::string(date);
    return out + '\n';
}

}  // namespace mcpctl
