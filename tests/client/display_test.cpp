// What an interface shows of a server: names, hints, icons.
#include <mcp/display.hpp>

#include <tests/catch.hpp>

using namespace mcp;

TEST_CASE("TOL-17 a tool is shown by its title, the title of its annotations, or its name") {
    for (int present = 0; present < 8; ++present) {
        Tool tool;
        tool.name = (present & 1) != 0 ? "name" : "";
        if ((present & 2) != 0) tool.annotations.emplace().title = "annotated";
        if ((present & 4) != 0) tool.title = "title";
        const std::string expected = (present & 4) != 0   ? "title"
                                     : (present & 2) != 0 ? "annotated"
                                                          : tool.name;
        CHECK(display_name(tool) == expected);
    }
    Tool untitled;
    untitled.name = "name";
    untitled.annotations.emplace().readOnlyHint = true;
    CHECK(display_name(untitled) == "name");
    Prompt prompt{.name = "name"};
    CHECK(display_name(prompt) == "name");
    prompt.title = "Title";
    CHECK(display_name(prompt) == "Title");
}

TEST_CASE("TOL-16 what a tool does not say of its effects is taken for the worst") {
    Tool tool;
    tool.name = "t";
    const ToolHints worst{
        .read_only = false, .destructive = true, .idempotent = false, .open_world = true};
    CHECK(tool_hints(tool) == worst);
    tool.annotations.emplace().title = "T";
    CHECK(tool_hints(tool) == worst);
    tool.annotations->destructiveHint = false;
    tool.annotations->idempotentHint = true;
    tool.annotations->openWorldHint = false;
    CHECK(tool_hints(tool) ==
          ToolHints{
              .read_only = false, .destructive = false, .idempotent = true, .open_world = false});
    tool.annotations->destructiveHint = true;
    tool.annotations->readOnlyHint = true;
    CHECK_FALSE(tool_hints(tool).destructive);  // moot for a tool that only reads
}

TEST_CASE("GEN-04 R371 icons come from https and data addresses alone") {
    for (const char* good : {"https://example.org/icon.png", "HTTPS://example.org:8443/i?x=1",
                             "data:image/png;base64,iVBORw0=", "DATA:IMAGE/svg+xml,%3Csvg/%3E"}) {
        INFO(good);
        CHECK_FALSE(icon_problem(good).has_value());
    }
    for (const char* bad : {"",
                            "icon.png",
                            "/icon.png",
                            "//example.org/i.png",
                            "http://example.org/i.png",
                            "javascript:alert(1)",
                            "JavaScript:alert(1)",
                            "file:///etc/passwd",
                            "ftp://example.org/i",
                            "ws://example.org/i",
                            "wss://example.org/i",
                            "app://icons/i",
                            "blob:https://example.org/1",
                            "data:text/html,<script>",
                            "data:,x",
                            "data:image/png",
                            "https:///i.png",
                            "https://",
                            "https://:443/i",
                            "https://user@example.org/i.png",
                            "https://example.org/i png",
                            " https://example.org/i.png"}) {
        INFO(bad);
        CHECK(icon_problem(bad).has_value());
    }
}

TEST_CASE("GEN-04 R371 an icon's redirect stays with its scheme and origin") {
    const char* from = "https://example.org/icon.png";
    CHECK(icon_redirect_allowed(from, "https://example.org/other.png"));
    CHECK(icon_redirect_allowed(from, "https://EXAMPLE.org:443/other.png"));
    for (const char* to : {"http://example.org/icon.png", "https://example.com/icon.png",
                           "https://sub.example.org/icon.png", "https://example.org:8443/icon.png",
                           "https://example.org@evil.example/icon.png",
                           "data:image/png;base64,AA==", "/other.png"}) {
        INFO(to);
        CHECK_FALSE(icon_redirect_allowed(from, to));
    }
}
