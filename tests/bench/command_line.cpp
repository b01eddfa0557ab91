#include <tests/bench/command_line.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace mcpgen::bench {

void refuse_command_line(std::string_view usage) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(usage.size()), usage.data());
    std::exit(2);
}

std::vector<Program> read_command_line(int argc, char** argv, std::initializer_list<Option> options,
                                       std::initializer_list<std::string_view> words,
                                       std::string_view usage) {
    int i = 1;
    for (; i + 1 < argc && std::string_view(argv[i]).starts_with("--"); i += 2) {
        const auto* const option =
            std::find_if(options.begin(), options.end(),
                         [&](const Option& one) { return one.first == argv[i]; });
        if (option == options.end()) refuse_command_line(usage);
        const char* const value = argv[i + 1];
        if (auto* const number = std::get_if<double*>(&option->second))
            **number = std::atof(value);
        else if (auto* const count = std::get_if<long*>(&option->second))
            **count = std::atol(value);
        else
            *std::get<std::string*>(option->second) = value;
    }
    std::vector<Program> programs(1);
    for (; i < argc; ++i) {
        const auto* const word = std::find(words.begin(), words.end(), argv[i]);
        if (word != words.end())
            programs.push_back({.word = *word, .command = {}});
        else
            programs.back().command.emplace_back(argv[i]);
    }
    for (const Program& program : programs) {
        if (program.command.empty()) refuse_command_line(usage);
    }
    return programs;
}

}  // namespace mcpgen::bench
