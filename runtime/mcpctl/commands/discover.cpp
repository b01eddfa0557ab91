// `mcpctl discover`: what a server is.
#include "commands/commands.hpp"
#include "output/json_text.hpp"
#include "output/safe_text.hpp"
#include "output/table.hpp"
#include "peer/connection.hpp"

namespace mcpctl {
namespace {

std::string era_text(mcp::Era era) { return era == mcp::Era::modern ? "modern" : "legacy"; }

mcp::Json document_of(const mcp::Connected& about,
                      const std::optional<mcp::ServerVerdict>& verdict) {
    mcp::JsonObject out(
        {{"era", era_text(about.era)}, {"revision", mcp::to_string(about.revision)}});
    if (about.server) out.set("server", json_of(*about.server));
    if (about.capabilities) out.set("capabilities", json_of(*about.capabilities));
    if (about.instructions) out.set("instructions", *about.instructions);
    if (verdict) {
        const auto text = mcp::Json::parse(mcp::to_text(*verdict));
        if (text) out.set("verdict", *text);
    }
    return mcp::Json(out);
}

/// Each capability as a branch, its settings as leaves.
TreeNode capability_tree(mcp::JsonView value, const std::string& label) {
    TreeNode node{label, {}};
    for (const mcp::JsonMember& member : value.members()) {
        const std::string name = safe_line(member.name());
        if (member.value.is_object())
            node.children.push_back(capability_tree(member.value, name));
        else
            node.children.push_back({name + ": " + json_text(member.value, {}), {}});
    }
    return node;
}

}  // namespace

Outcome<int> run_discover(const Invocation& invocation, Terminal& terminal) {
    Connection connection(invocation, terminal);
    const auto about = connection.connect();
    if (!about) return Unexpected(about.error());
    const auto verdict = connection.client().verdict();
    if (terminal.json()) {
        terminal.print_json(document_of(*about, verdict));
        return exit_fine;
    }
    Table table({"", ""});
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty()) table.add({{what, Style::dim}, {text}});
    };
    if (about->server) {
        add("name", safe_line(about->server->title.value_or(about->server->name)));
        if (about->server->title) add("program", safe_line(about->server->name));
        add("version", safe_line(about->server->version));
        add("about", safe_line(about->server->description.value_or("")));
        add("home page", safe_line(about->server->websiteUrl.value_or("")));
    }
    add("revision",
        std::string(mcp::to_string(about->revision)) + " (" + era_text(about->era) + ')');
    if (verdict && verdict->discovered) {
        std::string versions;
        for (const std::string& one : verdict->discovered->supportedVersions)
            versions += (versions.empty() ? "" : ", ") + safe_line(one);
        add("it speaks", versions);
    }
    terminal.print(table.text(terminal));
    if (about->capabilities) {
        const auto tree = capability_tree(json_of(*about->capabilities),
                                          terminal.styled(Style::bold, "Capabilities"));
        terminal.print('\n' + tree_text(tree));
    }
    if (about->instructions) {
        terminal.print('\n' + terminal.styled(Style::bold, "Instructions") + '\n' +
                       safe_text(*about->instructions) + '\n');
    }
    return exit_fine;
}

}  // namespace mcpctl
