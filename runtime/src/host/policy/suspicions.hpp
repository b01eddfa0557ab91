// What looks like a trick: in names, in texts for models and people, in commands, in addresses.
// Only looks; whether it is refused or asked for is the gate's decision.
#pragma once

#include <mcp/host_policy.hpp>
#include <mcp/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::host {

using Suspicions = std::vector<Suspicion>;

/// A name of a tool or server. `what` begins the sentence: `The tool's name`.
void look_at_name(Suspicions& out, std::string_view name, std::string_view what);
/// A text of a server. `where` says which: `description`.
void look_at_text(Suspicions& out, std::string_view text, std::string_view where);
/// All texts of a value, and the names of its members.
void look_at_json(Suspicions& out, JsonView value, std::string_view where);
/// A command that a configuration wants started.
void look_at_command(Suspicions& out, const std::vector<std::string>& command);
/// Whether a variable of the environment makes a program load or run something else.
bool loads_code(std::string_view variable);
/// A page. Gives its host, to be shown apart.
std::string look_at_page(Suspicions& out, std::string_view url);

/// Adds it, unless one with its code is there.
void add(Suspicions& out, Suspicion suspicion);

}  // namespace mcp::host
