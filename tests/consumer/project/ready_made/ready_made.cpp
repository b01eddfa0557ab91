// Uses the bindings of the Model Context Protocol that come with mcpgen.
#include <mcp/codec.hpp>
#include <mcp/types.hpp>

#include <cstdio>

int main() {
    mcp::TextContent hello;
    hello.text = "hello";
    mcp::CallToolResult result;
    result.content.push_back(hello);
    const auto text = mcp::encode(result, mcp::r2025_11_25);
    if (!text || *text != R"({"content":[{"type":"text","text":"hello"}]})") {
        std::printf("encoded %s\n", text ? text->c_str() : "nothing");
        return 1;
    }
    const auto back = mcp::decode<mcp::CallToolResult>(*text, mcp::r2025_11_25);
    return back && *back == result ? 0 : 1;
}
