// `mcpctl help` and `mcpctl completion`: texts from the table of commands.
#include "cli/help.hpp"
#include "cli/shells.hpp"
#include "commands/commands.hpp"
#include "output/terminal.hpp"

namespace mcpctl {

Outcome<int> run_help(const Invocation& invocation, Terminal& terminal) {
    const std::string topic = invocation.argument(0).value_or("");
    if (!topic.empty() && find_command(topic) == nullptr) {
        std::vector<std::string> names;
        for (const CommandSpec& command : all_commands()) names.emplace_back(command.name);
        const auto meant = nearest(topic, names);
        return Unexpected(
            wrong_usage('`' + topic + "` is no command of mcpctl",
                        meant ? "did you mean `" + *meant + "`?" : "`mcpctl help` lists them"));
    }
    terminal.print(invocation.has("man") ? man_page() : help_text(topic));
    return exit_fine;
}

Outcome<int> run_completion(const Invocation& invocation, Terminal& terminal) {
    terminal.print(completion_script(invocation.arguments.front()));
    return exit_fine;
}

}  // namespace mcpctl
