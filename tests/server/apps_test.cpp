// Tools with pages: what a server declares, and what a host reads from it.
#include "catch.hpp"
#include "result_text.hpp"

#include <mcp/apps.hpp>
#include <mcp/client.hpp>

using namespace mcp;

namespace {

struct Shown {
    Shown() {
        apps::PageSettings settings;
        settings.policy.connect = {"https://api.example.com"};
        settings.policy.resources = {"https://*.example.com"};
        settings.permissions.clipboard_write = true;
        settings.prefers_border = true;
        apps::add_page(
            server, "ui://clock", "Clock", [] { return "<!doctype html><p>12:00</p>"; }, settings);
        Tool clock;
        clock.name = "clock";
        apps::show_with(clock, "ui://clock");
        server.tool(clock, [](Context& context) {
            return apps::client_shows_pages(context.client_capabilities()) ? "shown" : "12:00";
        });
        Tool wind;
        wind.name = "wind";
        apps::show_with(wind, "ui://clock", apps::Visibility::app);
        server.tool(wind, [] { return "wound"; });
    }
    std::unique_ptr<Client> client(JsonObject settings, Revision revision) {
        auto [mine, theirs] = memory_transports();
        server.connect(std::move(theirs));
        ClientOptions options{.versions = VersionPolicy::pin(revision)};
        if (!settings.empty()) options.extensions[apps::extension] = std::move(settings);
        auto made = std::make_unique<Client>(Implementation{.name = "c", .version = "1"}, options);
        REQUIRE(made->connect(std::move(mine)));
        return made;
    }
    Server server{{.name = "s", .version = "1"}};
};

Tool tool_with(const char* meta) {
    Tool tool;
    tool.name = "x";
    tool.meta = JsonObject::parse(meta).value();
    return tool;
}

}  // namespace

TEST_CASE("A tool names its page and who may call it, and hosts read that at every revision") {
    Shown shown;
    const Revision revision = GENERATE(r2025_06_18, r2026_07_28);
    const auto client = shown.client({}, revision);
    const auto tools = client->tools().value();
    REQUIRE(tools.size() == 2);
    const Tool& clock = tools[0].name == "clock" ? tools[0] : tools[1];
    const Tool& wind = tools[0].name == "clock" ? tools[1] : tools[0];
    REQUIRE(apps::page_of(clock));
    CHECK(apps::page_of(clock)->page == "ui://clock");
    CHECK(clock.meta->text() == R"({"ui":{"resourceUri":"ui://clock"}})");
    CHECK(apps::model_may_call(clock));
    CHECK(apps::app_may_call(clock));
    CHECK_FALSE(apps::model_may_call(wind));
    CHECK(apps::app_may_call(wind));
    CHECK(text_of(client->call_tool("wind").value()) == "wound");

    const auto page = client->read_resource("ui://clock").value();
    REQUIRE(page.size() == 1);
    const auto& text = std::get<TextResourceContents>(page[0]);
    CHECK(text.mimeType == apps::mime_type);
    CHECK(text.text.find("12:00") != std::string::npos);
    const apps::PageSettings settings = apps::settings_of(text);
    CHECK(settings.policy.connect == std::vector<std::string>{"https://api.example.com"});
    CHECK(settings.policy.resources == std::vector<std::string>{"https://*.example.com"});
    CHECK(settings.policy.frames.empty());
    CHECK(settings.permissions.clipboard_write);
    CHECK_FALSE(settings.permissions.camera);
    CHECK(settings.prefers_border == true);
}

TEST_CASE("A client shows pages when it has declared their kind, and others get words") {
    Shown shown;
    const auto says = [&](JsonObject settings) {
        const auto client = shown.client(std::move(settings), r2026_07_28);
        return text_of(client->call_tool("clock").value());
    };
    CHECK(says(apps::host_settings()) == "shown");
    CHECK(says({}) == "12:00");
    CHECK(says({{"mimeTypes", Json::array({Json("text/html")})}}) == "12:00");
    CHECK(says({{"other", 1}}) == "12:00");
}

TEST_CASE("What is no page or no origin is refused where it is declared, and ignored where read") {
    Server server{{.name = "s", .version = "1"}};
    const auto html = [] { return std::string(); };
    CHECK_THROWS_AS(apps::add_page(server, "https://x", "x", html), std::invalid_argument);
    for (const char* bad : {"example.com", "https://", "https://x; script-src *", "javascript://x",
                            "https://x/path", "https://x y"}) {
        INFO(bad);
        apps::PageSettings settings;
        settings.policy.frames = {bad};
        CHECK_THROWS_AS(apps::add_page(server, "ui://x", "x", html, settings),
                        std::invalid_argument);
        TextResourceContents page;
        page.meta = JsonObject{
            {"ui",
             Json::object({{"csp", Json::object({{"frameDomains", Json::array({Json(bad)})}})}})}};
        CHECK(apps::settings_of(page).policy.frames.empty());
    }
    Tool tool;
    CHECK_THROWS_AS(apps::show_with(tool, "file:///x"), std::invalid_argument);
    CHECK_FALSE(apps::page_of(Tool()));
    CHECK_FALSE(apps::page_of(tool_with(R"({"ui":{"resourceUri":"https://x"}})")));
    CHECK_FALSE(apps::page_of(tool_with(R"({"ui":7})")));
    CHECK(apps::page_of(tool_with(R"({"ui/resourceUri":"ui://old"})"))->page == "ui://old");
    const Tool model = tool_with(R"({"ui":{"resourceUri":"ui://x","visibility":["model"]}})");
    CHECK_FALSE(apps::app_may_call(model));
    CHECK(apps::model_may_call(model));
}
