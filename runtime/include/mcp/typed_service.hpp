// What services that `mcpgen tools` generates are made of: what the server says about its tools,
// prompts and resource templates is registered with functions that take and give values. A program
// derives from the generated service, and uses nothing of this itself.
#pragma once

#include <mcp/codec_api.hpp>
#include <mcp/server.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::typed {

using ToolFunction = std::function<Answer<CallToolResult>(const JsonObject&, Context&)>;
using PromptFunction = std::function<Answer<GetPromptResult>(const Map<std::string>&, Context&)>;
using TemplateFunction = std::function<Answer<ReadResourceResult>(const ResourceQuery&, Context&)>;
using ToolCoroutine = std::function<Async<Answer<CallToolResult>>(const JsonObject&, Context&)>;
using PromptCoroutine =
    std::function<Async<Answer<GetPromptResult>>(const Map<std::string>&, Context&)>;
using TemplateCoroutine =
    std::function<Async<Answer<ReadResourceResult>>(const ResourceQuery&, Context&)>;

/// `declaration` is the JSON of a `Tool`, as the server lists it; std::invalid_argument when it is
/// none.
void add_tool(Server& server, std::string_view declaration, ToolFunction function);
void add_tool(Server& server, std::string_view declaration, ToolCoroutine function);
void add_prompt(Server& server, std::string_view declaration, PromptFunction function);
void add_prompt(Server& server, std::string_view declaration, PromptCoroutine function);
void add_template(Server& server, std::string_view declaration, TemplateFunction function);
void add_template(Server& server, std::string_view declaration, TemplateCoroutine function);

/// Reads arguments that have passed the tool's schema. What does not fit all the same is answered
/// like a violation of the schema.
void read_arguments(std::string_view json, void* value, const TypeOps& type);
std::string json_of(const Map<std::string>& arguments);

template <class T>
T arguments_of(const JsonObject& given) {
    T value{};
    read_arguments(given.text(), &value, Codec<T>::ops);
    return value;
}
template <>
inline JsonObject arguments_of<JsonObject>(const JsonObject& given) {
    return given;
}
template <class T>
T arguments_of(const Map<std::string>& given) {
    T value{};
    read_arguments(json_of(given), &value, Codec<T>::ops);
    return value;
}
template <class T>
T arguments_of(const ResourceQuery& given) {
    return arguments_of<T>(given.variables);
}

/// The result of a tool with this structured content.
Answer<CallToolResult> structured(const void* value, const TypeOps& type);

template <class T>
Answer<CallToolResult> result_of(Answer<T> answer) {
    if (!answer) return Unexpected(std::move(answer).error());
    return structured(&*answer, Codec<T>::ops);
}
template <class T>
Async<Answer<CallToolResult>> result_of(Async<Answer<T>> work) {
    Answer<T> answer = co_await std::move(work);
    Answer<CallToolResult> result = result_of(std::move(answer));
    co_return result;
}

}  // namespace mcp::typed
