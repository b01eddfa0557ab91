// The help: complete, narrow enough, and its examples are right.
#include <generator/cli/help.hpp>

#include <generator/cli/options.hpp>

#include "catch.hpp"

#include <sstream>

using namespace mcpgen;
using namespace mcpgen::cli;

namespace {

std::string long_spelling(const OptionSpec& option) {
    return "--" + std::string(option.name.substr(option.name.find(',') + 1));
}

}  // namespace

TEST_CASE("the help of the program names every command") {
    const std::string text = help_text("");
    for (const CommandSpec& command : all_commands()) {
        CHECK(text.find("\n  " + std::string(command.name) + ' ') != std::string::npos);
    }
    CHECK(text.find("Exit codes: 0") != std::string::npos);
}

TEST_CASE("the help of a command names every option and argument, and has an example") {
    for (const CommandSpec& command : all_commands()) {
        const std::string text = help_text(command.name);
        INFO(text);
        CHECK(text.starts_with("Usage: mcpgen " + std::string(command.name)));
        for (const OptionSpec& option : command.options) {
            CHECK(text.find(long_spelling(option)) != std::string::npos);
        }
        for (const OptionSpec& option : common_options()) {
            CHECK(text.find(long_spelling(option)) != std::string::npos);
        }
        for (const std::string_view argument : command.arguments) {
            CHECK(text.substr(0, text.find('\n')).find(argument) != std::string::npos);
        }
        CHECK(text.find("Example:\n  mcpgen " + std::string(command.name)) != std::string::npos);
    }
}

TEST_CASE("every example is a right command line") {
    for (const CommandSpec& command : all_commands()) {
        std::istringstream example{std::string(command.example)};
        std::vector<std::string> words;
        for (std::string word; example >> word;) words.push_back(word);
        REQUIRE(words.front() == "mcpgen");
        words.erase(words.begin());
        Manner manner;
        Diagnostics diagnostics;
        const auto options = parse_command_line(words, manner, diagnostics);
        REQUIRE(options.has_value());
        CHECK(options->command == command.command);
    }
}

TEST_CASE("no help is wider than a terminal") {
    std::vector<std::string> texts = {help_text("")};
    for (const CommandSpec& command : all_commands()) texts.push_back(help_text(command.name));
    for (const std::string& text : texts) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            INFO(line);
            // An example may be longer, it is there to be copied.
            CHECK((line.size() <= 80 || line.starts_with("  mcpgen ")));
            CHECK((line.empty() || line.back() != ' '));
        }
    }
}
