// The command line as values. The table of commands and options is the one source for reading
// them, for the help, the man page and the completion of shells; it is in `command_table.cpp`. What
// a command does is in `commands/`.
#pragma once

#include "problem.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpctl {

class Terminal;
class Invocation;

/// What the value of an option must look like.
enum class Kind : unsigned char { toggle, text, seconds, count, header, choice };

struct OptionSpec {
    std::string_view name;   ///< `json`, or with a short form `h,help`
    std::string_view value;  ///< `FILE`; empty for a toggle
    std::string_view help;
    Kind kind = Kind::toggle;
    std::string_view choices{};  ///< of a choice: `auto|always|never`
    bool repeats = false;

    std::string_view long_name() const { return name.substr(name.find(',') + 1); }
    /// `h`; empty when there is none.
    std::string_view short_name() const {
        return name.find(',') == name.npos ? std::string_view() : name.substr(0, name.find(','));
    }
};

struct ArgumentSpec {
    std::string_view name;  ///< `TOOL`
    std::string_view help;
    enum class Count : unsigned char { one, optional, any } count = Count::one;
    std::string_view choices{};  ///< `bash|zsh|fish`

    /// `TOOL`, `[VALUE]`, `[NAME=VALUE]...`
    std::string spelling() const;
};

struct CommandSpec {
    std::string_view name;
    std::string_view summary;  ///< the first sentence is the short form
    bool connects = true;      ///< whether it has a target, and the options of connections
    std::span<const ArgumentSpec> arguments{};  ///< after the target
    std::span<const OptionSpec> options{};
    std::string_view example{};
    /// Does it, and gives the exit code; problems that end it are given back to be printed.
    Outcome<int> (*run)(const Invocation&, Terminal&) = nullptr;
};

std::span<const CommandSpec> all_commands();
/// Of every command that connects to a server.
std::span<const OptionSpec> connection_options();
/// Of every command, and before it.
std::span<const OptionSpec> common_options();
/// Null when there is no such command.
const CommandSpec* find_command(std::string_view name);
/// All options of a command; those of the program when it is null.
std::vector<OptionSpec> options_of(const CommandSpec* command);

/// How to talk to the user; the same for every command.
struct Manner {
    std::string color = "auto";
    bool json = false;
    bool verbose = false;
};

/// What the user wants: a command, and what it is to work on. All values have been checked.
class Invocation {
public:
    const CommandSpec* command = nullptr;  ///< null: `--help` or `--version` alone
    std::string target{};                  ///< an address, or a name from the configuration
    std::vector<std::string> server{};     ///< the words after `--`: a program to start
    std::vector<std::string> arguments{};  ///< without the target
    std::vector<std::pair<std::string, std::string>> values{};  ///< of options, as they were given

    bool has(std::string_view option) const;
    /// The last value; empty when the option was not given.
    std::string text(std::string_view option) const;
    std::vector<std::string> texts(std::string_view option) const;
    double number(std::string_view option, double otherwise) const;
    /// The argument at this place; nothing when there are not so many.
    std::optional<std::string> argument(std::size_t place) const;
};

/// Reads the words of the command line, without the program's name. `manner` is set as far as it
/// was understood, also when the words are wrong.
Outcome<Invocation> read_command_line(const std::vector<std::string>& words, Manner& manner);

/// The candidate that differs least from `word`, when it is close enough to be what was meant.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);
/// `auto|always|never` -> auto, always, never.
std::vector<std::string> split_choices(std::string_view choices);

}  // namespace mcpctl
