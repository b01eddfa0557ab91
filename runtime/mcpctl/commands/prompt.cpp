// `mcpctl prompt`: a prompt, filled in.
#include "commands/commands.hpp"
#include "output/content.hpp"
#include "output/safe_text.hpp"
#include "peer/arguments.hpp"
#include "peer/connection.hpp"
#include "peer/form.hpp"

#include <algorithm>

namespace mcpctl {
namespace {

Outcome<mcp::Prompt> find_prompt(Connection& connection, const std::string& name) {
    auto prompts = connection.client().prompts();
    if (!prompts) return Unexpected(connection.problem("prompts/list", prompts.error()));
    std::vector<std::string> names;
    for (mcp::Prompt& prompt : *prompts) {
        if (prompt.name == name) return std::move(prompt);
        names.push_back(prompt.name);
    }
    const auto meant = nearest(name, names);
    return Unexpected(Problem{
        connection.target().shown + ": there is no prompt `" + name + '`',
        meant ? "did you mean `" + *meant + "`?"
              : '`' + line_for(connection.target(), "list", "prompts") + "` shows those there are",
        exit_failed,
        {}});
}

std::vector<Field> missing_arguments(const mcp::Prompt& prompt, const mcp::JsonObject& given) {
    std::vector<Field> out;
    if (!prompt.arguments) return out;
    for (const mcp::PromptArgument& argument : *prompt.arguments) {
        if (!argument.required.value_or(false) || given.contains(argument.name)) continue;
        Field field{.name = argument.name, .type = "string"};
        field.description = argument.description.value_or("");
        field.required = true;
        out.push_back(std::move(field));
    }
    return out;
}

/// The arguments of prompts are strings, whatever they are called.
Outcome<mcp::Map<std::string>> read_prompt_arguments(const mcp::Prompt& prompt,
                                                     const Invocation& invocation,
                                                     Terminal& terminal) {
    const auto pairs = read_strings({invocation.arguments.begin() + 1, invocation.arguments.end()});
    if (!pairs) return Unexpected(pairs.error());
    mcp::JsonObject given;
    for (const auto& [name, value] : *pairs) given.set(name, mcp::Json(value));
    const auto fields = missing_arguments(prompt, given);
    if (!fields.empty()) {
        mcp::JsonObject properties;
        for (const Field& field : fields)
            properties.set(field.name, mcp::Json::object({{"type", "string"}}));
        const mcp::Json schema = mcp::Json::object({{"properties", mcp::Json(properties)}});
        if (!terminal.can_ask() || !ask_fields(terminal, schema, fields, given)) {
            std::string names;
            for (const Field& field : fields) names += (names.empty() ? "" : ", ") + field.name;
            return Unexpected(wrong_usage("the prompt " + prompt.name + " needs " + names,
                                          "write NAME=VALUE for each"));
        }
    }
    mcp::Map<std::string> out;
    for (const mcp::JsonMember& member : given.members())
        out[member.name()] = member.value.as_string().value_or("");
    return out;
}

}  // namespace

Outcome<int> run_prompt(const Invocation& invocation, Terminal& terminal) {
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    const auto prompt = find_prompt(connection, invocation.arguments.front());
    if (!prompt) return Unexpected(prompt.error());
    auto arguments = read_prompt_arguments(*prompt, invocation, terminal);
    if (!arguments) return Unexpected(arguments.error());
    const auto result = connection.client().prompt(prompt->name, std::move(*arguments));
    if (!result) return Unexpected(connection.problem("prompts/get", result.error()));
    if (terminal.json()) {
        terminal.print_json(json_of(*result));
        return exit_fine;
    }
    Saver saver(invocation.text("save"));
    ContentPrinter printer(terminal, saver);
    for (const mcp::PromptMessage& message : result->messages) {
        terminal.print(terminal.styled(Style::bold, safe_line(message.role.text()) + ":") + '\n');
        if (const auto printed = printer.print(message.content); !printed)
            return Unexpected(printed.error());
    }
    return exit_fine;
}

}  // namespace mcpctl
