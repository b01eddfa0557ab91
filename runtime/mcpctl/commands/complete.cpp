// `mcpctl complete`: how an argument of a prompt or a template may go on.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "peer/arguments.hpp"
#include "peer/connection.hpp"

namespace mcpctl {

Outcome<int> run_complete(const Invocation& invocation, Terminal& terminal) {
    const auto& words = invocation.arguments;
    const std::size_t first_known = std::min<std::size_t>(3, words.size());
    const auto pairs =
        read_strings({words.begin() + static_cast<std::ptrdiff_t>(first_known), words.end()});
    if (!pairs) return Unexpected(pairs.error());
    mcp::Map<std::string> known;
    for (const auto& [name, value] : *pairs) known[name] = value;

    mcp::CompletionReference of = mcp::PromptReference{.name = words[0]};
    if (words[0].find("://") != std::string::npos || words[0].find('{') != std::string::npos)
        of = mcp::ResourceTemplateReference{.uri = words[0]};
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    const auto found = connection.client().complete(
        of, words[1], invocation.argument(2).value_or(""), std::move(known));
    if (!found) return Unexpected(connection.problem("completion/complete", found.error()));
    if (terminal.json()) {
        terminal.print_json(json_of(*found));
        return exit_fine;
    }
    for (const std::string& value : found->values) terminal.print(safe_line(value) + '\n');
    const auto shown = static_cast<std::int64_t>(found->values.size());
    if (found->total && *found->total > shown) {
        terminal.note("and " + std::to_string(*found->total - shown) + " more");
    } else if (found->hasMore.value_or(false)) {
        terminal.note("and more");
    }
    return exit_fine;
}

}  // namespace mcpctl
