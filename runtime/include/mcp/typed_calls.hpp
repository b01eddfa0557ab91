// What clients that `mcpgen tools` generates are made of: values become the arguments of a call,
// and its result becomes a value. A program uses the generated functions, and of this only
// CallOptions, Answer and Operation.
#pragma once

#include <mcp/client_call.hpp>
#include <mcp/types.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace mcp {

class Client;

namespace typed {

/// The options for calls without options of their own.
const CallOptions& options_of(const Client& client);

/// The JSON of arguments; fails with Failure::invalid_argument and the place of what the tool does
/// not take.
Answer<JsonObject> json_of(const void* value, const TypeOps& type);
template <class T>
Answer<JsonObject> json_of(const T& value) {
    return json_of(&value, Codec<T>::ops);
}
inline Answer<JsonObject> json_of(const JsonObject& value) { return value; }

/// An answer that says that the tool failed is an error.
Answer<CallToolResult> checked(Answer<CallToolResult> answer);
/// Reads the structured content of a result, or its text where a server sends no other.
Answer<void> read(const CallToolResult& result, void* value, const TypeOps& type);

template <class T>
Answer<T> value_of(Answer<CallToolResult> answer) {
    answer = checked(std::move(answer));
    if (!answer) return Unexpected(std::move(answer).error());
    auto value =
        detail::make_fresh<T>([](auto... fresh) { return Answer<T>(std::in_place, fresh...); });
    if (auto good = read(*answer, &*value, Codec<T>::ops); !good)
        return Unexpected(std::move(good).error());
    return value;
}
template <>
inline Answer<CallToolResult> value_of<CallToolResult>(Answer<CallToolResult> answer) {
    return checked(std::move(answer));
}

Answer<CallToolResult> call_tool(Client& client, std::string_view name,
                                 Answer<JsonObject> arguments, CallOptions options);
Operation<CallToolResult> tool_operation(Client& client, std::string_view name,
                                         Answer<JsonObject> arguments, CallOptions options);

template <class T>
Answer<T> call(Client& client, std::string_view name, Answer<JsonObject> arguments,
               CallOptions options) {
    return value_of<T>(call_tool(client, name, std::move(arguments), std::move(options)));
}
template <class T>
Operation<T> operation(Client& client, std::string_view name, Answer<JsonObject> arguments,
                       CallOptions options) {
    return tool_operation(client, name, std::move(arguments), std::move(options))
        .template then<T>(&value_of<T>);
}

Answer<GetPromptResult> prompt(Client& client, std::string_view name, Answer<JsonObject> arguments,
                               CallOptions options);
Operation<GetPromptResult> prompt_operation(Client& client, std::string_view name,
                                            Answer<JsonObject> arguments, CallOptions options);

/// Reads the resource whose address the template gives with these variables.
Answer<ReadResourceResult> read(Client& client, std::string_view uri_template,
                                Answer<JsonObject> variables, CallOptions options);
Operation<ReadResourceResult> read_operation(Client& client, std::string_view uri_template,
                                             Answer<JsonObject> variables, CallOptions options);

}  // namespace typed
}  // namespace mcp
