// See typed_service.hpp.
#include <mcp/typed_service.hpp>

#include <mcp/codec.hpp>
#include <mcp/codec_types.hpp>

#include <stdexcept>
#include <utility>

namespace mcp::typed {
namespace {

template <class T>
T declared(std::string_view declaration) {
    auto value = decode<T>(declaration, latest_revision);
    if (!value) throw std::invalid_argument("declaration: " + value.error().message());
    return *std::move(value);
}

}  // namespace

void add_tool(Server& server, std::string_view declaration, ToolFunction function) {
    server.tool(declared<Tool>(declaration), std::move(function));
}

void add_tool(Server& server, std::string_view declaration, ToolCoroutine function) {
    server.tool(declared<Tool>(declaration), std::move(function));
}

void add_prompt(Server& server, std::string_view declaration, PromptFunction function) {
    server.prompt(declared<Prompt>(declaration), std::move(function));
}

void add_prompt(Server& server, std::string_view declaration, PromptCoroutine function) {
    server.prompt(declared<Prompt>(declaration), std::move(function));
}

void add_template(Server& server, std::string_view declaration, TemplateFunction function) {
    server.resource_template(declared<ResourceTemplate>(declaration), std::move(function));
}

void add_template(Server& server, std::string_view declaration, TemplateCoroutine function) {
    server.resource_template(declared<ResourceTemplate>(declaration), std::move(function));
}

void read_arguments(std::string_view json, void* value, const TypeOps& type) {
    CodecError error;
    if (!mcp::detail::decode_document(json, value, type, latest_revision, {}, error))
        throw mcp::detail::BadArguments{std::move(error)};
}

std::string json_of(const Map<std::string>& arguments) {
    return encode(arguments, latest_revision).value();
}

Answer<CallToolResult> structured(const void* value, const TypeOps& type) {
    std::string text;
    CodecError error;
    if (!mcp::detail::encode_document(text, value, type, latest_revision, error))
        return Unexpected(RpcError(error_code::internal_error, "result: " + error.message()));
    CallToolResult result;
    result.structuredContent = Json::parse(text).value();
    return result;
}

}  // namespace mcp::typed
