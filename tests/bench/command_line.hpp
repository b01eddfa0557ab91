// The command line of a benchmark: options that have a value, then the programs to be measured.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mcpgen::bench {

using Command = std::vector<std::string>;

/// An option's name and where its value goes.
using Option = std::pair<std::string_view, std::variant<double*, long*, std::string*>>;

/// A program with its arguments, and the word that stood before it; none before the first.
struct Program {
    std::string_view word{};
    Command command{};
};

/// Reads `--name value` as far as there are such, then programs, with one of `words` between two.
/// Prints `usage` and ends the program with 2 when something else is there.
std::vector<Program> read_command_line(int argc, char** argv, std::initializer_list<Option> options,
                                       std::initializer_list<std::string_view> words,
                                       std::string_view usage);

/// Prints `usage` and ends the program with 2.
[[noreturn]] void refuse_command_line(std::string_view usage);

}  // namespace mcpgen::bench
