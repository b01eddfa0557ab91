// One value, every revision: a tool's answer as each revision of the protocol has it, and what a
// peer's mistake looks like.
#include <mcp/codec.hpp>

#include <iostream>

int main() {
    const mcp::CallToolResult result{
        .content = {mcp::TextContent{.text = "18 °C, light rain"},
                    mcp::ResourceLink{.name = "radar", .uri = "https://example.com/radar.png"}},
        .structuredContent = mcp::Json::object({{"celsius", 18}, {"rain", true}}),
    };

    // Links came in 2025-06-18: older peers get a text instead. `resultType` came in 2026-07-28.
    for (const mcp::Revision revision : {mcp::r2024_11_05, mcp::r2025_11_25, mcp::r2026_07_28}) {
        const auto text = mcp::encode(result, revision);
        if (!text) {
            std::cerr << text.error().message() << '\n';
            return 1;
        }
        std::cout << mcp::to_string(revision) << "  " << *text << '\n';
    }

    // Content that this build does not know is kept, and written back as it came.
    const auto later = mcp::decode<mcp::CallToolResult>(
        R"({"content": [{"type": "hologram", "depth": 3}]})", mcp::r2025_11_25);
    if (!later) return 1;
    const auto& kept = std::get<mcp::Unrecognized>(later->content.front());
    std::cout << "kept        " << kept.json().text() << '\n';

    // What does not fit is refused, with its place.
    const auto wrong = mcp::decode<mcp::CallToolResult>(
        R"({"content": [{"type": "text", "text": 5}]})", mcp::r2025_11_25);
    if (wrong) return 1;
    std::cout << "refused     " << wrong.error().message() << '\n';
}
