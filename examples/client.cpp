// Connects to a server that is given as a command or as an address, lists its tools, and calls the
// first one: `client my-server --its-option`, `client http://localhost:8080/mcp`, or with arguments
// for the tool, `client '{"city": "Oslo"}' my-server`. Without a server it says how it is used.
#include <mcp/client.hpp>
#include <mcp/http_client.hpp>

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    const bool given = argc > 1 && *argv[1] == '{';
    const auto arguments = mcp::JsonObject::parse(given ? argv[1] : "{}");
    char** const command = argv + (given ? 2 : 1);
    if (!arguments || command == argv + argc) {
        return std::cout << "usage: client [JSON] (URL | COMMAND [ARGUMENT]...)\n", 0;
    }

    const bool is_address = std::string_view(*command).starts_with("http");
    mcp::Client client{{.name = "example", .version = "1.0"}};
    const auto ready = client.connect([&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
        if (is_address) return mcp::http_transport({.url = *command});
        auto process = mcp::process_transport({.command = {command, argv + argc}});
        if (!process) return mcp::Unexpected(process.error());
        return std::move(*process);
    });
    if (!ready) return std::cerr << ready.error().message << '\n', 1;

    const auto tools = client.tools();
    if (!tools) return std::cerr << tools.error().message << '\n', 1;
    for (const mcp::Tool& tool : *tools) std::cout << tool.name << '\n';
    if (tools->empty()) return 0;
    const auto answer = client.call_tool(tools->front().name, *arguments);
    if (!answer) return std::cerr << answer.error().message << '\n', 1;
    std::cout << mcp::encode(*answer, ready->revision).value() << '\n';
}
