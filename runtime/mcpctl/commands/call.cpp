// `mcpctl call`: one call of a tool.
#include "commands/commands.hpp"
#include "output/content.hpp"
#include "output/progress.hpp"
#include "output/safe_text.hpp"
#include "peer/interrupt.hpp"
#include "peer/tool_call.hpp"

#include <mcp/elicit_form.hpp>

#include <algorithm>
#include <variant>

namespace mcpctl {
namespace {

/// Whether a text block says the same; many tools give their result both ways, and wrap what must
/// be an object into one with a single member.
bool is_told(const mcp::CallToolResult& result) {
    mcp::JsonView wrapped = *result.structuredContent;
    if (wrapped.is_object() && wrapped.size() == 1) wrapped = wrapped.members().begin()->value;
    const std::optional<std::string> plain = wrapped.as_string();
    return std::any_of(result.content.begin(), result.content.end(), [&](const auto& block) {
        const auto* text = std::get_if<mcp::TextContent>(&block);
        if (text == nullptr) return false;
        const std::string_view told = text->text;
        if (plain && (*plain == told || *plain == std::string(told) + '\n')) return true;
        const auto value = mcp::Json::parse(told);
        return value && (*value == *result.structuredContent || value->view() == wrapped);
    });
}

Outcome<void> print_result(const mcp::CallToolResult& result, Terminal& terminal, Saver& saver) {
    if (terminal.json()) {
        terminal.print_json(json_of(result));
        return {};
    }
    ContentPrinter printer(terminal, saver);
    for (const mcp::ContentBlock& block : result.content) {
        if (const auto printed = printer.print(block); !printed) return printed;
    }
    if (result.structuredContent && !is_told(result))
        terminal.print_json(*result.structuredContent);
    return {};
}

Problem call_problem(Connection& connection, const mcp::RpcError& error) {
    Problem problem = connection.problem("tools/call", error);
    if (error.failure == mcp::Failure::cancelled)
        problem.what = connection.target().shown + ": the call was interrupted";
    // Pages that the server wants to be visited first (2025-11-25).
    for (const mcp::ElicitRequestURLParams& page : mcp::required_pages(error)) {
        if (!problem.hint.empty()) problem.hint += "\n    ";
        problem.hint +=
            "visit " + safe_line(page.url) + " (" + safe_line(page.message) + "), then call again";
    }
    return problem;
}

}  // namespace

Outcome<int> run_call(const Invocation& invocation, Terminal& terminal) {
    Connection connection(invocation, terminal);
    connection.client().on_log([&](const mcp::LoggingMessageNotificationParams& message) {
        if (!terminal.verbose()) return;
        const std::string text = message.data.as_string().value_or(message.data.dump());
        terminal.note('[' + safe_line(message.level.text()) + "] " + safe_line(text));
    });
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    auto call = read_tool_call(connection, invocation, terminal, true);
    if (!call) return Unexpected(call.error());
    if (terminal.verbose()) {
        // A server without log messages says no, and that is no reason not to call.
        const auto ignored = connection.client().set_log_level(mcp::LoggingLevelTag::info);
        static_cast<void>(ignored);
    }

    const Interrupt interrupt;
    terminal.give_up_when(interrupt.token());
    ProgressBar bar(terminal);
    mcp::CallOptions options = connection.client().default_options();
    options.stop = interrupt.token();
    options.on_progress = [&bar](const mcp::Progress& progress) { bar.show(progress); };
    const auto result = connection.client().call_tool(call->tool.name, call->arguments, options);
    terminal.status({});
    if (!result) return Unexpected(call_problem(connection, result.error()));
    connection.client().close();  // what the server said before the result comes before it
    Saver saver(invocation.text("save"));
    if (const auto printed = print_result(*result, terminal, saver); !printed)
        return Unexpected(printed.error());
    if (!result->isError.value_or(false)) return exit_fine;
    if (!terminal.json())
        terminal.note("mcpctl: " + safe_line(call->tool.name) + " says that it failed");
    return exit_failed;
}

}  // namespace mcpctl
