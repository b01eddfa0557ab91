// Makes rows and trees of tools, resources and prompts; schemas become one line per argument.
#include "peer/describe.hpp"

#include "output/safe_text.hpp"
#include "peer/arguments.hpp"

#include <mcp/display.hpp>
#include <mcp/types.hpp>

#include <optional>

namespace mcpctl {
namespace {

/// Enough for a person; a server may send much more.
constexpr std::size_t longest_description = 300;

std::string short_line(const std::optional<std::string>& text) {
    return fit(safe_line(text.value_or("").substr(0, 4 * longest_description)),
               longest_description);
}

/// The title in front, where it says more than the name.
std::string described(const std::optional<std::string>& title, const std::string& name,
                      const std::optional<std::string>& description) {
    const std::string text = short_line(description);
    if (!title || *title == name) return text;
    return short_line(title) + (text.empty() ? "" : ": " + text);
}

std::string argument_words(const std::string& name, bool required) {
    return required ? safe_line(name) : '[' + safe_line(name) + ']';
}

class TreeMaker {
public:
    TreeMaker(const Terminal& terminal, const std::string& name) : terminal_(terminal) {
        root_.label = terminal.styled(Style::bold, safe_line(name));
    }
    void add(std::string_view what, const std::optional<std::string>& value) {
        if (value && !value->empty())
            root_.children.push_back(
                {terminal_.styled(Style::dim, std::string(what) + ": ") + safe_line(*value), {}});
    }
    /// The properties of a schema.
    void add_fields(const char* what, mcp::JsonView schema) {
        TreeNode node{terminal_.styled(Style::dim, what), {}};
        for (const Field& field : fields_of(schema))
            node.children.push_back({field_line(field), {}});
        if (!node.children.empty()) root_.children.push_back(std::move(node));
    }
    void add_node(TreeNode node) { root_.children.push_back(std::move(node)); }
    std::string field_line(const Field& field) const {
        std::string line = terminal_.styled(Style::cyan, safe_line(field.name));
        std::string facts = safe_line(field.type);
        const auto add_fact = [&](const std::string& fact) {
            facts += (facts.empty() ? "" : ", ") + fact;
        };
        if (field.required) add_fact("required");
        if (field.fallback) add_fact("default " + fit(safe_line(field.fallback->text()), 60));
        if (!field.choices.empty()) {
            std::string choices;
            for (const std::string& choice : field.choices)
                choices += (choices.empty() ? "" : " ") + safe_line(choice);
            add_fact("one of " + fit(choices, 200));
        }
        for (const std::string& limit : field.limits) add_fact(safe_line(limit));
        if (!facts.empty()) line += "  " + facts;
        if (!field.description.empty())
            line += "  " + terminal_.styled(Style::dim, short_line(field.description));
        return line;
    }
    TreeNode take() { return std::move(root_); }

private:
    const Terminal& terminal_;
    TreeNode root_{};
};

std::string hint_words(const mcp::Tool& tool) {
    if (!tool.annotations) return {};
    const mcp::ToolHints hints = mcp::tool_hints(tool);
    std::string out = hints.read_only     ? "only reads"
                      : hints.destructive ? "may destroy"
                                          : "only adds";
    if (hints.idempotent && !hints.read_only) out += ", may be repeated";
    return out + (hints.open_world ? ", reaches out of its own world" : "");
}

/// Both kinds of resources have these.
template <class T>
void add_resource_facts(TreeMaker& tree, const T& thing) {
    tree.add("title", thing.title);
    tree.add("description", thing.description);
    tree.add("type", thing.mimeType);
}

template <class T>
std::vector<Cell> resource_row(const std::string& address, const T& thing) {
    return {{safe_line(address), Style::cyan},
            {short_line(thing.title.value_or(thing.name))},
            {short_line(thing.mimeType)},
            {short_line(thing.description), Style::dim}};
}

}  // namespace

std::vector<Cell> row_of(const mcp::Tool& tool) {
    std::string arguments;
    for (const Field& field : fields_of(tool.inputSchema))
        arguments += (arguments.empty() ? "" : " ") + argument_words(field.name, field.required);
    const auto title = mcp::display_name(tool);
    return {{safe_line(tool.name), Style::cyan},
            {arguments},
            {described(title, tool.name, tool.description), Style::dim}};
}

std::vector<Cell> row_of(const mcp::Prompt& prompt) {
    std::string arguments;
    if (prompt.arguments) {
        for (const mcp::PromptArgument& argument : *prompt.arguments) {
            arguments += (arguments.empty() ? "" : " ") +
                         argument_words(argument.name, argument.required.value_or(false));
        }
    }
    return {{safe_line(prompt.name), Style::cyan},
            {arguments},
            {described(prompt.title, prompt.name, prompt.description), Style::dim}};
}

std::vector<Cell> row_of(const mcp::Resource& resource) {
    return resource_row(resource.uri, resource);
}
std::vector<Cell> row_of(const mcp::ResourceTemplate& family) {
    return resource_row(family.uriTemplate, family);
}

TreeNode details_of(const mcp::Tool& tool, const Terminal& terminal) {
    TreeMaker tree(terminal, tool.name);
    const std::string title = mcp::display_name(tool);
    if (title != tool.name) tree.add("title", title);
    tree.add("description", tool.description);
    tree.add("says of itself", hint_words(tool));
    tree.add_fields("arguments", tool.inputSchema);
    if (tool.outputSchema) tree.add_fields("result", *tool.outputSchema);
    return tree.take();
}

TreeNode details_of(const mcp::Prompt& prompt, const Terminal& terminal) {
    TreeMaker tree(terminal, prompt.name);
    tree.add("title", prompt.title);
    tree.add("description", prompt.description);
    TreeNode arguments{terminal.styled(Style::dim, "arguments"), {}};
    if (prompt.arguments) {
        for (const mcp::PromptArgument& argument : *prompt.arguments) {
            Field field{.name = argument.name, .description = argument.description.value_or("")};
            field.required = argument.required.value_or(false);
            arguments.children.push_back({tree.field_line(field), {}});
        }
    }
    if (!arguments.children.empty()) tree.add_node(std::move(arguments));
    return tree.take();
}

TreeNode details_of(const mcp::Resource& resource, const Terminal& terminal) {
    TreeMaker tree(terminal, resource.uri);
    tree.add("name", resource.name);
    add_resource_facts(tree, resource);
    if (resource.size) tree.add("size", std::to_string(*resource.size) + " bytes");
    return tree.take();
}

TreeNode details_of(const mcp::ResourceTemplate& family, const Terminal& terminal) {
    TreeMaker tree(terminal, family.uriTemplate);
    tree.add("name", family.name);
    add_resource_facts(tree, family);
    return tree.take();
}

}  // namespace mcpctl
