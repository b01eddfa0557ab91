// Names, hints and the rules for addresses of icons.
#include <mcp/display.hpp>

#include "client/formats.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace mcp {

namespace {

using detail::lower;

/// Host and port of an https address, in lower case, the usual port left out. Nothing for another
/// address, and for one with a user name.
std::optional<std::string> https_authority(std::string_view url) {
    constexpr std::string_view scheme = "https://";
    if (lower(url.substr(0, scheme.size())) != scheme) return std::nullopt;
    std::string_view authority = url.substr(scheme.size());
    authority = authority.substr(0, authority.find_first_of("/?#\\"));
    if (authority.find('@') != std::string_view::npos) return std::nullopt;
    std::string result = lower(authority);
    if (result.ends_with(":443")) result.resize(result.size() - 4);
    if (result.ends_with(':')) result.pop_back();
    if (result.empty() || result.front() == ':') return std::nullopt;
    return result;
}

}  // namespace

std::string display_name(const Tool& tool) {
    if (tool.title) return *tool.title;
    if (tool.annotations && tool.annotations->title) return *tool.annotations->title;
    return tool.name;
}

ToolHints tool_hints(const Tool& tool) {
    ToolHints hints;
    if (!tool.annotations) return hints;
    const ToolAnnotations& said = *tool.annotations;
    hints.read_only = said.readOnlyHint.value_or(hints.read_only);
    hints.destructive = !hints.read_only && said.destructiveHint.value_or(hints.destructive);
    hints.idempotent = hints.read_only || said.idempotentHint.value_or(hints.idempotent);
    hints.open_world = said.openWorldHint.value_or(hints.open_world);
    return hints;
}

std::optional<std::string> icon_problem(std::string_view src) {
    const std::size_t colon = src.find(':');
    if (colon == std::string_view::npos) return "no absolute address";
    const std::string scheme = lower(src.substr(0, colon));
    if (scheme == "data") {
        if (!lower(src.substr(colon + 1, 6)).starts_with("image/")) return "no image";
        return src.find(',') == std::string_view::npos ? std::optional<std::string>("no data")
                                                       : std::nullopt;
    }
    if (scheme != "https") return "neither https nor data";
    if (!https_authority(src)) return "no host, or a user name in it";
    if (!client::is_uri(src)) return "no valid address";
    return std::nullopt;
}

bool icon_redirect_allowed(std::string_view from, std::string_view to) {
    const auto origin = https_authority(from);
    return origin && !icon_problem(to) && https_authority(to) == origin;
}

}  // namespace mcp
