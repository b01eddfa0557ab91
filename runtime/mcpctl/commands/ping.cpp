// `mcpctl ping`: whether a server is there.
#include "commands/commands.hpp"
#include "output/numbers.hpp"
#include "peer/connection.hpp"

#include <chrono>

namespace mcpctl {

Outcome<int> run_ping(const Invocation& invocation, Terminal& terminal) {
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    const auto count = static_cast<std::size_t>(invocation.number("count", 1));
    for (std::size_t i = 0; i < count; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const auto answer = connection.client().ping();
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - start;
        if (!answer) return Unexpected(connection.problem("ping", answer.error()));
        if (terminal.json())
            terminal.print_json(mcp::Json::object({{"milliseconds", took.count()}}));
        else
            terminal.print(connection.target().shown + ": " + milliseconds_text(took.count()) +
                           '\n');
    }
    return exit_fine;
}

}  // namespace mcpctl
