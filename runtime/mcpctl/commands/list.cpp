// `mcpctl list`: what a server offers, as tables, as trees, or as JSON.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "output/table.hpp"
#include "peer/connection.hpp"
#include "peer/describe.hpp"

#include <mcp/types.hpp>

#include <algorithm>

namespace mcpctl {
namespace {

/// A method that a server does not have is a list that it does not offer.
bool is_none(const mcp::RpcError& error) {
    return error.failure == mcp::Failure::not_negotiated ||
           (error.failure == mcp::Failure::peer && error.code == mcp::error_code::method_not_found);
}

class Lister {
public:
    Lister(Connection& connection, const Invocation& invocation, Terminal& terminal)
        : connection_(connection), invocation_(invocation), terminal_(terminal) {}

    /// `member`: its name in JSON.
    template <class T>
    Outcome<void> add(const char* kind, const char* member, const char* method,
                      mcp::Answer<std::vector<T>> items, std::vector<std::string> titles) {
        const auto& wanted = invocation_.arguments;
        const bool is_named = std::find(wanted.begin(), wanted.end(), kind) != wanted.end();
        if (!items && is_none(items.error())) {
            if (is_named) terminal_.note(connection_.target().shown + " offers no " + kind);
            return {};
        }
        if (!items) return Unexpected(connection_.problem(method, items.error()));
        if (terminal_.json()) {
            std::vector<mcp::Json> all;
            for (const T& item : *items) all.push_back(json_of(item));
            document_.set(member, mcp::Json::array(all));
            return {};
        }
        if (items->empty() && !is_named) return {};
        if (printed_) terminal_.print("\n");
        printed_ = true;
        std::string title = kind;
        title.front() = static_cast<char>(title.front() - 'a' + 'A');
        terminal_.print(terminal_.styled(Style::bold, title) + " (" +
                        std::to_string(items->size()) + ")\n");
        print(*items, std::move(titles));
        return {};
    }
    const mcp::JsonObject& document() const { return document_; }

private:
    template <class T>
    void print(const std::vector<T>& items, std::vector<std::string> titles) {
        Table table(std::move(titles));
        for (const T& item : items) {
            if (invocation_.has("details"))
                terminal_.print(tree_text(details_of(item, terminal_)));
            else
                table.add(row_of(item));
            if (mixes_alphabets(item.name)) {
                terminal_.note("mcpctl: warning: the name " + safe_line(item.name) +
                               " mixes letters of different alphabets");
            }
        }
        if (!table.empty()) terminal_.print(table.text(terminal_));
    }

    Connection& connection_;
    const Invocation& invocation_;
    Terminal& terminal_;
    mcp::JsonObject document_{};
    bool printed_ = false;
};

}  // namespace

Outcome<int> run_list(const Invocation& invocation, Terminal& terminal) {
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    mcp::Client& client = connection.client();
    const auto wants = [&](const char* kind) {
        const auto& kinds = invocation.arguments;
        return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    Lister lister(connection, invocation, terminal);
    Outcome<void> added;
    if (wants("tools")) {
        added = lister.add("tools", "tools", "tools/list", client.tools(),
                           {"NAME", "ARGUMENTS", "DESCRIPTION"});
    }
    if (added && wants("resources")) {
        added = lister.add("resources", "resources", "resources/list", client.resources(),
                           {"ADDRESS", "NAME", "TYPE", "DESCRIPTION"});
    }
    if (added && wants("templates")) {
        added =
            lister.add("templates", "resourceTemplates", "resources/templates/list",
                       client.resource_templates(), {"TEMPLATE", "NAME", "TYPE", "DESCRIPTION"});
    }
    if (added && wants("prompts")) {
        added = lister.add("prompts", "prompts", "prompts/list", client.prompts(),
                           {"NAME", "ARGUMENTS", "DESCRIPTION"});
    }
    if (!added) return Unexpected(added.error());
    if (terminal.json()) terminal.print_json(lister.document());
    return exit_fine;
}

}  // namespace mcpctl
