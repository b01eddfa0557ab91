// What a user interface may show of a server, and what it may believe: names, hints about tools,
// addresses of icons. Everything a server says is a claim; nothing is fetched or drawn here.
#pragma once

#include <mcp/types.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// The name for people: `title`, or else `name`. For prompts, resources, templates, programs.
template <class T>
std::string display_name(const T& thing) {
    return thing.title.value_or(thing.name);
}
/// Of a tool: `title`, or else `annotations.title`, or else `name`.
std::string display_name(const Tool& tool);

/// What a tool says of its effects, with the protocol's defaults for what it does not say. Only
/// hints: do not decide by them unless you trust the server.
struct ToolHints {
    bool read_only = false;
    bool destructive = true;  ///< false for a tool that only reads
    bool idempotent = false;  ///< true for a tool that only reads
    bool open_world = true;
    friend bool operator==(const ToolHints&, const ToolHints&) = default;
};
ToolHints tool_hints(const Tool& tool);

/// Why an icon's address must not be fetched; nothing when it may be. Allowed are https without a
/// user name, and data: with an image. Fetch without cookies and credentials, bound the size, and
/// look at the first bytes, not at the type that is claimed.
std::optional<std::string> icon_problem(std::string_view src);
/// Whether a redirect from one address to the other may be followed: to the same scheme, host and
/// port alone.
bool icon_redirect_allowed(std::string_view from, std::string_view to);

}  // namespace mcp
