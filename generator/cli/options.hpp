// The command line as values: which command, with what. The table of commands and options is the
// one source for reading them and for the help; what a command does is in `commands.hpp`.
#pragma once

#include <generator/pipeline.hpp>
#include <generator/support/diagnostics.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::cli {

enum class Command { generate, tools, check, diff, dump, import, help, version };
enum class Color { automatic, always, never };

/// How to talk to the user; the same for every command.
struct Manner {
    Color color = Color::automatic;
    bool quiet = false;
    bool json = false;  ///< problems as JSON objects, one per line
};

struct Options {
    Command command = Command::help;
    std::string topic;  ///< of help: a command, or empty
    Inputs inputs;
    ToolInputs tools;
    std::string save;     ///< of tools: where the manifest is written
    std::string against;  ///< of check: the manifest that a server is compared with
    bool print_model = false;
    std::string out;
    std::string depfile;
    std::string stamp;
    std::string stage;
    DiffFormat format = DiffFormat::text;
    bool only_changed = false;
    bool list_outputs = false;
    std::vector<std::string> arguments;  ///< OLD NEW of diff, FILE of import, MANIFEST of tools
    std::vector<std::string> given;      ///< everything after the command, as it was given
};

struct OptionSpec {
    std::string_view name;   ///< `schema`, or with a short form `o,out`
    std::string_view value;  ///< `FILE`; empty for a switch
    std::string_view help;
};

struct CommandSpec {
    std::string_view name;
    Command command;
    std::string_view summary;
    std::span<const std::string_view> arguments;  ///< `OLD`, `NEW`; `[X]...`: any number
    std::span<const OptionSpec> options;
    std::string_view example;
};

std::span<const CommandSpec> all_commands();
/// Understood by every command, and before it.
std::span<const OptionSpec> common_options();
/// Null when there is no such command.
const CommandSpec* find_command(std::string_view name);

/// Reads the command line, without the program's name. Nothing when it is wrong: then exactly one
/// problem is reported. `manner` is set as far as it was understood.
std::optional<Options> parse_command_line(const std::vector<std::string>& arguments, Manner& manner,
                                          Diagnostics& diagnostics);

}  // namespace mcpgen::cli
