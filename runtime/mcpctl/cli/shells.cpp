// See the header. Shells differ in how they quote; descriptions are used where they can show them.
#include "cli/shells.hpp"

#include "cli/options.hpp"

#include <algorithm>
#include <vector>

namespace mcpctl {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
    return out;
}

std::vector<std::string> option_words(const CommandSpec* command) {
    std::vector<std::string> out;
    for (const OptionSpec& option : options_of(command))
        out.push_back("--" + std::string(option.long_name()));
    return out;
}

std::vector<std::string> command_names() {
    std::vector<std::string> out;
    for (const CommandSpec& command : all_commands()) out.emplace_back(command.name);
    return out;
}

/// What an argument may be: its choices, and the commands for `help`.
std::vector<std::string> argument_words(const CommandSpec& command) {
    std::vector<std::string> out;
    for (const ArgumentSpec& argument : command.arguments) {
        const auto choices = split_choices(argument.choices);
        out.insert(out.end(), choices.begin(), choices.end());
        if (argument.name == "COMMAND") out = command_names();
    }
    return out;
}

/// Every option that has a value, once.
std::vector<OptionSpec> options_with_values() {
    std::vector<OptionSpec> out;
    for (const CommandSpec& command : all_commands()) {
        for (const OptionSpec& option : options_of(&command)) {
            const bool known = std::any_of(out.begin(), out.end(), [&](const OptionSpec& other) {
                return other.name == option.name;
            });
            if (option.kind != Kind::toggle && !known) out.push_back(option);
        }
    }
    return out;
}

bool is_path(const OptionSpec& option) { return option.value == "FILE" || option.value == "DIR"; }

std::string bash_script() {
    std::string out =
        "# Completion of mcpctl for bash.\n"
        "_mcpctl() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
        "    COMPREPLY=()\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        case ${COMP_WORDS[i]} in\n"
        "            --) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
        "            ";
    std::string names = joined(command_names());
    std::string pattern = names;
    std::replace(pattern.begin(), pattern.end(), ' ', '|');
    out +=
        pattern + ") [ -n \"$command\" ] || command=${COMP_WORDS[i]} ;;\n        esac\n    done\n";
    out += "    case $before in\n";
    for (const OptionSpec& option : options_with_values()) {
        out += "        --" + std::string(option.long_name()) + ") ";
        if (is_path(option))
            out += "COMPREPLY=($(compgen -f -- \"$word\")); ";
        else if (option.kind == Kind::choice)
            out += "COMPREPLY=($(compgen -W '" + joined(split_choices(option.choices)) +
                   "' -- \"$word\")); ";
        out += "return ;;\n";
    }
    out += "    esac\n    case $command in\n";
    for (const CommandSpec& command : all_commands()) {
        auto words = option_words(&command);
        const auto more = argument_words(command);
        words.insert(words.begin(), more.begin(), more.end());
        out += "        " + std::string(command.name) + ") COMPREPLY=($(compgen -W '" +
               joined(words) + "' -- \"$word\")) ;;\n";
    }
    out += "        *) COMPREPLY=($(compgen -W '" + names + ' ' + joined(option_words(nullptr)) +
           "' -- \"$word\")) ;;\n    esac\n}\ncomplete -F _mcpctl mcpctl\n";
    return out;
}

/// Inside of single quotes.
std::string single_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return '\'' + out + '\'';
}

/// Inside of a specification for `_arguments`, brackets and colons mean more.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_option(const OptionSpec& option) {
    std::string spec = option.repeats ? "*" : "";
    spec += "--" + std::string(option.long_name()) + '[' + zsh_text(option.help) + ']';
    if (option.kind != Kind::toggle) {
        spec += ':' + zsh_text(option.value) + ':';
        if (is_path(option)) spec += "_files";
        if (option.kind == Kind::choice) spec += '(' + joined(split_choices(option.choices)) + ')';
    }
    return single_quoted(spec);
}

std::string zsh_script() {
    std::string out =
        "#compdef mcpctl\n"
        "# Completion of mcpctl for zsh.\n"
        "_mcpctl() {\n"
        "    local -a commands\n"
        "    commands=(\n";
    for (const CommandSpec& command : all_commands()) {
        out += "        " +
               single_quoted(std::string(command.name) + ':' + zsh_text(command.summary)) + '\n';
    }
    out +=
        "    )\n"
        "    if (( CURRENT == 2 )); then\n"
        "        _describe command commands\n"
        "        return\n"
        "    fi\n"
        "    local command=$words[2]\n"
        "    shift words\n"
        "    (( CURRENT-- ))\n"
        "    case $command in\n";
    for (const CommandSpec& command : all_commands()) {
        out += "        " + std::string(command.name) + ") _arguments";
        for (const OptionSpec& option : options_of(&command))
            out += " \\\n            " + zsh_option(option);
        const auto words = argument_words(command);
        out += " \\\n            " + single_quoted(words.empty()
                                                       ? "*:argument:_files"
                                                       : "*:argument:(" + joined(words) + ')');
        out += " ;;\n";
    }
    out +=
        "    esac\n}\nif [ \"$funcstack[1]\" = _mcpctl ]; then _mcpctl \"$@\"; else compdef "
        "_mcpctl mcpctl; fi\n";
    return out;
}

std::string fish_option(const OptionSpec& option, std::string_view condition) {
    std::string out = "complete -c mcpctl";
    if (!condition.empty()) out += " -n " + single_quoted(condition);
    if (!option.short_name().empty()) out += " -s " + std::string(option.short_name());
    out += " -l " + std::string(option.long_name());
    if (option.kind != Kind::toggle) out += is_path(option) ? " -r -F" : " -x";
    if (option.kind == Kind::choice)
        out += " -a " + single_quoted(joined(split_choices(option.choices)));
    return out + " -d " + single_quoted(option.help) + '\n';
}

std::string fish_script() {
    std::string out = "# Completion of mcpctl for fish.\n";
    for (const CommandSpec& command : all_commands()) {
        out += "complete -c mcpctl -f -n __fish_use_subcommand -a " + std::string(command.name) +
               " -d " + single_quoted(command.summary) + '\n';
    }
    for (const OptionSpec& option : common_options()) out += fish_option(option, {});
    for (const CommandSpec& command : all_commands()) {
        const std::string condition = "__fish_seen_subcommand_from " + std::string(command.name);
        if (const auto words = argument_words(command); !words.empty()) {
            out += "complete -c mcpctl -f -n " + single_quoted(condition) + " -a " +
                   single_quoted(joined(words)) + '\n';
        }
        for (const OptionSpec& option : command.options) out += fish_option(option, condition);
        if (!command.connects) continue;
        for (const OptionSpec& option : connection_options()) out += fish_option(option, condition);
    }
    return out;
}

}  // namespace

std::string completion_script(std::string_view shell) {
    if (shell == "zsh") return zsh_script();
    return shell == "fish" ? fish_script() : bash_script();
}

}  // namespace mcpctl
