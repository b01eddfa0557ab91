// `mcpctl bridge`: one server, for clients of any revision and over any transport.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "output/terminal.hpp"
#include "peer/connection.hpp"
#include "peer/front.hpp"
#include "peer/target.hpp"
#include "peer/tokens.hpp"
#include "peer/trace.hpp"

#include <mcp/gateway.hpp>

#include <memory>

namespace mcpctl {

Outcome<int> run_bridge(const Invocation& invocation, Terminal& terminal) {
    auto target = find_target(invocation, terminal);
    if (!target) return Unexpected(target.error());
    target->process.grace = grace_behind;
    const auto tokens = token_source(*target, invocation);
    if (!tokens) return Unexpected(tokens.error());
    mcp::GatewayOptions options;
    options.client = client_options(invocation, terminal);
    options.server = front_options();
    options.one_client = !invocation.has("http");
    if (invocation.has("trace")) options.filter = trace_filter(terminal);
    mcp::Bridge bridge(
        {.name = "mcpctl", .version = MCPCTL_VERSION},
        [&] {
            // Connections come and go: each keeps its own words.
            return open_transport(*target, *tokens, std::make_shared<ServerWords>());
        },
        options);
    if (!options.one_client) {
        const auto opened = bridge.open();
        if (!opened) {
            return Unexpected(Problem{target->shown + ": " + safe_line(opened.error().message),
                                      "`mcpctl ping` says more",
                                      exit_failed,
                                      {}});
        }
    }
    return serve_in_front(bridge.server(), invocation);
}

}  // namespace mcpctl
