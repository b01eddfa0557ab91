// Finds the tool in the list of the server, reads and asks for its arguments, and checks them.
#include "peer/tool_call.hpp"

#include "output/safe_text.hpp"
#include "peer/arguments.hpp"
#include "peer/form.hpp"

#include <mcp/json_schema.hpp>

#include <algorithm>
#include <iostream>

namespace mcpctl {
namespace {

Outcome<mcp::Tool> find_tool(Connection& connection, const std::string& name) {
    auto tools = connection.client().tools();
    if (!tools) return Unexpected(connection.problem("tools/list", tools.error()));
    std::vector<std::string> names;
    for (mcp::Tool& tool : *tools) {
        if (tool.name == name) return std::move(tool);
        names.push_back(tool.name);
    }
    const auto meant = nearest(name, names);
    return Unexpected(Problem{
        connection.target().shown + ": there is no tool `" + name + '`',
        meant ? "did you mean `" + *meant + "`?"
              : '`' + line_for(connection.target(), "list", "tools") + "` shows those there are",
        exit_failed,
        {}});
}

Problem missing(const mcp::Tool& tool, const std::vector<Field>& fields) {
    std::string names;
    for (const Field& field : fields) names += (names.empty() ? "" : ", ") + field_words(field);
    return wrong_usage("the tool " + tool.name + " needs " + names,
                       "write NAME=VALUE for each, or call it from a terminal to be asked");
}

void warn_of_unnamed(const mcp::Tool& tool, const mcp::JsonObject& arguments, Terminal& terminal) {
    for (const Unnamed& argument : unnamed_arguments(tool.inputSchema, arguments)) {
        terminal.note(
            "mcpctl: warning: the tool " + safe_line(tool.name) + " names no argument `" +
            safe_line(argument.name) + "`; it is sent all the same" +
            (argument.meant ? ". Did you mean `" + safe_line(*argument.meant) + "`?" : ""));
    }
}

}  // namespace

std::string standard_input() {
    constexpr std::size_t most = std::size_t{16} * 1024 * 1024;
    std::string out;
    char block[16 * 1024];
    while (out.size() <= most && std::cin.read(block, sizeof block).gcount() > 0)
        out.append(block, static_cast<std::size_t>(std::cin.gcount()));
    return out;
}

Outcome<ToolCall> read_tool_call(Connection& connection, const Invocation& invocation,
                                 Terminal& terminal, bool asks) {
    auto tool = find_tool(connection, invocation.arguments.front());
    if (!tool) return Unexpected(tool.error());
    const std::vector<std::string> words(invocation.arguments.begin() + 1,
                                         invocation.arguments.end());
    auto arguments = read_arguments(words, tool->inputSchema, standard_input);
    if (!arguments) return Unexpected(arguments.error());
    ToolCall out{std::move(*tool), std::move(*arguments)};
    if (invocation.has("no-check")) return out;

    const auto fields = missing_fields(out.tool.inputSchema, out.arguments);
    if (!fields.empty()) {
        const bool reads_input = std::find(words.begin(), words.end(), "-") != words.end();
        if (!asks || reads_input || !terminal.can_ask())
            return Unexpected(missing(out.tool, fields));
        terminal.note(safe_line(out.tool.name) + " needs:");
        if (!ask_fields(terminal, out.tool.inputSchema, fields, out.arguments))
            return Unexpected(missing(out.tool, fields));
    }
    // A schema that cannot be used is the server's affair; it checks by itself.
    const auto schema = mcp::JsonSchema::compile(out.tool.inputSchema);
    const auto violations =
        schema ? schema->validate(out.arguments) : std::vector<mcp::SchemaViolation>();
    if (violations.empty()) {
        warn_of_unnamed(out.tool, out.arguments, terminal);
        return out;
    }
    return Unexpected(wrong_usage(
        "the arguments of " + out.tool.name + " do not fit: " + mcp::to_string(violations),
        '`' + line_for(connection.target(), "list", "tools --details") +
            "` shows what fits; --no-check sends them all the same"));
}

}  // namespace mcpctl
