// The apps extension `io.modelcontextprotocol/ui`: tools that come with a page, which a host shows
// beside the conversation. Pages are resources at `ui://…`; a tool names its page in `_meta.ui`.
// For servers: declaring pages and tools, and what a client can show. For hosts: who may see and
// call which tool. The dialect that pages and hosts speak to each other is the host's.
#pragma once

#include <mcp/server.hpp>
#include <mcp/types.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::apps {

inline constexpr std::string_view extension = "io.modelcontextprotocol/ui";
/// The kind of every page.
inline constexpr std::string_view mime_type = "text/html;profile=mcp-app";

/// Which origins a page may use; none unless they are named.
struct PagePolicy {
    std::vector<std::string> connect{};    ///< for requests
    std::vector<std::string> resources{};  ///< for images, scripts, styles, fonts
    std::vector<std::string> frames{};     ///< for pages in it
    std::vector<std::string> base{};       ///< for its base address
};

/// What a page asks the host for; a host may refuse.
struct PagePermissions {
    bool camera = false;
    bool microphone = false;
    bool geolocation = false;
    bool clipboard_write = false;
};

struct PageSettings {
    PagePolicy policy{};
    PagePermissions permissions{};
    std::optional<std::string> domain{};  ///< an origin of its own, as the host names them
    std::optional<bool> prefers_border{};
};

/// Adds a page at a `ui://` address, as a resource. Throws std::invalid_argument for an address of
/// another kind, and for an origin in `settings` that is none.
void add_page(Server& server, std::string uri, std::string name, std::function<std::string()> html,
              const PageSettings& settings = {});

/// Who may call a tool.
enum class Visibility : std::uint8_t { model_and_app, model, app };

/// Names the page of a tool, in its `_meta`. What the tool gives must make sense without the page,
/// too: not every client shows pages. Throws std::invalid_argument when it is no `ui://` address.
void show_with(Tool& tool, std::string_view page, Visibility visible = Visibility::model_and_app);

/// What a tool says of itself; nothing for one without a page.
struct ToolPage {
    std::string page{};
    Visibility visible = Visibility::model_and_app;
};
/// Also understands the older `_meta["ui/resourceUri"]`.
std::optional<ToolPage> page_of(const Tool& tool);
/// For hosts: tools that are for apps alone are hidden from the model.
bool model_may_call(const Tool& tool);
/// For hosts: an app may call the tools of its own server, but for those of the model alone.
bool app_may_call(const Tool& tool);
/// For hosts: the settings in a page's contents; those that make no sense are left out.
PageSettings settings_of(const TextResourceContents& page);

/// Whether the client shows pages: it has declared the extension, with the kind of our pages.
bool client_shows_pages(const ClientCapabilities& client);
/// What a host declares, for ClientOptions::extensions.
JsonObject host_settings();

}  // namespace mcp::apps
