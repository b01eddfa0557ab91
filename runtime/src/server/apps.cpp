// Pages of tools: what is written into `_meta.ui`, and read from it.
#include <mcp/apps.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mcp::apps {

namespace {

constexpr std::size_t most_origins = 100;  // read of one kind

struct OriginList {
    const char* name;
    std::vector<std::string> PagePolicy::*list;
};
constexpr OriginList origin_lists[] = {{"connectDomains", &PagePolicy::connect},
                                       {"resourceDomains", &PagePolicy::resources},
                                       {"frameDomains", &PagePolicy::frames},
                                       {"baseUriDomains", &PagePolicy::base}};

struct PermissionName {
    const char* name;
    bool PagePermissions::*allowed;
};
constexpr PermissionName permission_names[] = {
    {"camera", &PagePermissions::camera},
    {"microphone", &PagePermissions::microphone},
    {"geolocation", &PagePermissions::geolocation},
    {"clipboardWrite", &PagePermissions::clipboard_write}};

bool is_page_address(std::string_view uri) { return uri.starts_with("ui://") && uri.size() > 5; }

/// A host puts these into a Content-Security-Policy: nothing in them may end a directive.
bool is_origin(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos || scheme + 3 == text.size()) return false;
    const std::string_view name = text.substr(0, scheme);
    if (name != "https" && name != "http" && name != "wss" && name != "ws") return false;
    return std::all_of(
        text.begin() + static_cast<std::ptrdiff_t>(scheme) + 3, text.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '.' || c == '-' || c == ':' || c == '*' || c == '[' || c == ']';
        });
}

JsonObject settings_json(const PageSettings& settings) {
    JsonObject ui;
    JsonObject csp;
    for (const OriginList& each : origin_lists) {
        std::vector<Json> origins;
        for (const std::string& origin : settings.policy.*each.list) {
            if (!is_origin(origin)) {
                throw std::invalid_argument("\"" + origin + "\" is no origin: write it as " +
                                            "https://example.com");
            }
            origins.emplace_back(origin);
        }
        if (!origins.empty()) csp.set(each.name, Json::array(origins));
    }
    if (csp.view().size() > 0) ui.set("csp", Json(csp));
    JsonObject permissions;
    for (const PermissionName& each : permission_names) {
        if (settings.permissions.*each.allowed) permissions.set(each.name, Json(JsonObject()));
    }
    if (permissions.view().size() > 0) ui.set("permissions", Json(permissions));
    if (settings.domain) ui.set("domain", Json(*settings.domain));
    if (settings.prefers_border) ui.set("prefersBorder", Json(*settings.prefers_border));
    return ui;
}

}  // namespace

void add_page(Server& server, std::string uri, std::string name, std::function<std::string()> html,
              const PageSettings& settings) {
    if (!is_page_address(uri)) {
        throw std::invalid_argument("page \"" + uri + "\": its address begins with ui://");
    }
    const JsonObject ui = settings_json(settings);
    Resource page;
    page.uri = uri;
    page.name = std::move(name);
    page.mimeType = std::string(mime_type);
    server.resource(std::move(page), [uri = std::move(uri), html = std::move(html), ui] {
        TextResourceContents contents;
        contents.uri = uri;
        contents.mimeType = std::string(mime_type);
        contents.text = html();
        if (ui.view().size() > 0) contents.meta.emplace().set("ui", Json(ui));
        ReadResourceResult result;
        result.contents.emplace_back(std::move(contents));
        return result;
    });
}

void show_with(Tool& tool, std::string_view page, Visibility visible) {
    if (!is_page_address(page)) {
        throw std::invalid_argument("tool \"" + tool.name + "\": its page \"" + std::string(page) +
                                    "\" does not begin with ui://");
    }
    JsonObject ui{{"resourceUri", Json(page)}};
    if (visible == Visibility::model) ui.set("visibility", Json::array({Json("model")}));
    if (visible == Visibility::app) ui.set("visibility", Json::array({Json("app")}));
    if (!tool.meta) tool.meta.emplace();
    tool.meta->set("ui", Json(ui));
}

std::optional<ToolPage> page_of(const Tool& tool) {
    if (!tool.meta) return std::nullopt;
    const JsonView meta = tool.meta->view();
    const JsonView ui = meta["ui"];
    auto page = ui["resourceUri"].as_string();
    if (!page) page = meta["ui/resourceUri"].as_string();
    ToolPage found;
    if (page && is_page_address(*page)) found.page = *std::move(page);
    bool model = false;
    bool app = false;
    const JsonView visibility = ui["visibility"];
    for (const JsonView each : visibility.elements()) {
        model = model || each.as_string() == "model";
        app = app || each.as_string() == "app";
    }
    if (model != app) found.visible = model ? Visibility::model : Visibility::app;
    if (found.page.empty() && found.visible == Visibility::model_and_app) return std::nullopt;
    return found;
}

bool model_may_call(const Tool& tool) {
    const auto page = page_of(tool);
    return !page || page->visible != Visibility::app;
}

bool app_may_call(const Tool& tool) {
    const auto page = page_of(tool);
    return !page || page->visible != Visibility::model;
}

PageSettings settings_of(const TextResourceContents& page) {
    PageSettings settings;
    if (!page.meta) return settings;
    const JsonView ui = page.meta->view()["ui"];
    for (const OriginList& each : origin_lists) {
        auto& list = settings.policy.*each.list;
        const JsonView origins = ui["csp"][each.name];
        for (const JsonView origin : origins.elements()) {
            auto text = origin.as_string();
            if (list.size() < most_origins && text && is_origin(*text)) {
                list.push_back(*std::move(text));
            }
        }
    }
    for (const PermissionName& each : permission_names) {
        settings.permissions.*each.allowed = ui["permissions"][each.name].is_object();
    }
    settings.domain = ui["domain"].as_string();
    settings.prefers_border = ui["prefersBorder"].as_bool();
    return settings;
}

bool client_shows_pages(const ClientCapabilities& client) {
    const JSONObject* const settings =
        client.extensions ? client.extensions->find(extension) : nullptr;
    if (settings == nullptr) return false;
    const JsonView types = settings->view()["mimeTypes"];
    for (const JsonView type : types.elements()) {
        if (type.as_string() == mime_type) return true;
    }
    return false;
}

JsonObject host_settings() { return {{"mimeTypes", Json::array({Json(mime_type)})}}; }

}  // namespace mcp::apps
