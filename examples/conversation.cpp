// A server and a client that exchange typed messages in memory. The server finds each method in the
// generated table; the client decodes the answer as the result of the method that it called.
#include <mcp/codec.hpp>
#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <iostream>
#include <string>

namespace {

constexpr mcp::Revision revision = mcp::r2025_11_25;

mcp::ListToolsResult list_tools() {
    return {.tools = {{.name = "greet",
                       .inputSchema = {{"type", "object"}, {"required", mcp::Json::array({"who"})}},
                       .description = "Says hello."}}};
}

mcp::CallToolResult call_tool(const mcp::CallToolRequestParams& params) {
    const auto who = params.arguments ? params.arguments->find("who") : std::nullopt;
    if (params.name != "greet" || !who) {
        return {.content = {mcp::TextContent{.text = "who is to be greeted?"}}, .isError = true};
    }
    return {
        .content = {mcp::TextContent{.text = "Hello, " + who->as_string().value_or("you") + "!"}}};
}

/// The server: the text of a method's params in, the text of its result out. Errors are texts here,
/// too.
std::string serve(std::string_view method, std::string_view params) {
    const mcp::MethodRow* row =
        mcp::find_method(method, mcp::Direction::client_to_server, revision);
    if (row == nullptr) return "no such method at this revision";
    if (method == mcp::ListTools::name) return mcp::encode(list_tools(), revision).value();
    if (method == mcp::CallTool::name) {
        const auto typed = mcp::decode<mcp::CallTool::Params>(params, revision);
        if (!typed) return typed.error().message();
        return mcp::encode(call_tool(*typed), revision).value();
    }
    return "not served here";
}

/// The client: typed params in, typed result out.
template <class Method>
mcp::Result<typename Method::Result, mcp::CodecError> call(const typename Method::Params& params) {
    const auto text = mcp::encode(params, revision);
    if (!text) return mcp::Unexpected(text.error());
    return mcp::decode<typename Method::Result>(serve(Method::name, *text), revision);
}

}  // namespace

int main() {
    const auto tools = call<mcp::ListTools>({});
    if (!tools || tools->tools.size() != 1) return 1;
    std::cout << "the server has: " << tools->tools.front().name << '\n';

    mcp::CallToolRequestParams params{.name = "greet"};
    params.arguments = mcp::JsonObject{{"who", "Ada"}};
    const auto answer = call<mcp::CallTool>(params);
    if (!answer) return 1;
    std::cout << std::get<mcp::TextContent>(answer->content.front()).text << '\n';

    // A method that this revision does not have yet, and params that do not fit.
    std::cout << serve("server/discover", "{}") << '\n';
    std::cout << serve("tools/call", R"({"name": "greet", "arguments": ["Ada"]})") << '\n';
}
