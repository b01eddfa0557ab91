// A tool with a page: hosts that know the apps extension show a clock beside the conversation, all
// others get the time as text. The page asks for the time again by calling a tool of its own.
#include <mcp/apps.hpp>
#include <mcp/serve.hpp>

#include <ctime>
#include <string>

namespace {

constexpr const char* page = R"(<!doctype html>
<meta charset="utf-8">
<title>Clock</title>
<p id="time">…</p>
<button id="again">Again</button>
<script>
  let last = 0;
  const send = (method, params) =>
      parent.postMessage({jsonrpc: "2.0", id: ++last, method, params}, "*");
  const show = (result) => {
    const text = result?.content?.find((block) => block.type === "text");
    if (text) document.getElementById("time").textContent = text.text;
  };
  addEventListener("message", ({source, data}) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    if (data.method === "ui/notifications/tool-result") show(data.params);
    if (data.id === 1 && data.result) {
      parent.postMessage({jsonrpc: "2.0", method: "ui/notifications/initialized"}, "*");
    } else if (data.result) {
      show(data.result);
    }
  });
  document.getElementById("again").onclick = () =>
      send("tools/call", {name: "tick", arguments: {}});
  send("ui/initialize", {protocolVersion: "2026-01-26",
                         appInfo: {name: "clock", version: "1"}, appCapabilities: {}});
</script>
)";

std::string now() {
    const std::time_t time = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", std::gmtime(&time));
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    mcp::ServerOptions options;
    options.extensions[mcp::apps::extension] = mcp::JsonObject();
    mcp::Server server{{.name = "clock", .version = "1.0.0"}, std::move(options)};
    mcp::apps::add_page(server, "ui://clock", "Clock", [] { return page; });

    mcp::Tool clock;
    clock.name = "clock";
    clock.description = "Shows the time, in UTC";
    mcp::apps::show_with(clock, "ui://clock");
    server.tool(clock, now);

    mcp::Tool tick;
    tick.name = "tick";
    tick.description = "The time for the page";
    mcp::apps::show_with(tick, "ui://clock", mcp::apps::Visibility::app);
    server.tool(tick, now);
    return mcp::serve(server, argc, argv);
}
