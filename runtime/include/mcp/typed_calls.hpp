// What clients that `mcpgen tools` generates are made of: values become the arguments of a call,
// and its result becomes a value. A program uses the generated functions, and of this only
// CallOptions, Answer and Operation.
#pragma once

#include <mcp/client_call.hpp>
#include <mcp/types.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace mcp {

class Client;

namespace typed {

/// The options for calls without options of their own.
const CallOptions& options_of(const Client& client);

/// Arguments that are written before the function that takes them returns; none when empty. Those
/// that the tool does not take are refused with Failure::invalid_argument and their place.
struct Given {
    const void* value = nullptr;
    const TypeOps* type = nullptr;
};
template <class T>
Given given(const T& value) {
    return {&value, &Codec<T>::ops};
}

/// An answer that says that the tool failed is an error.
Answer<CallToolResult> checked(Answer<CallToolResult> answer);
/// Reads the structured content of a result, or its text where a server sends no other. Gives what
/// is wrong.
std::optional<RpcError> read(Answer<CallToolResult> answer, void* value, const TypeOps& type);

template <class T>
Answer<T> value_of(Answer<CallToolResult> answer) {
    auto value =
        detail::make_fresh<T>([](auto... fresh) { return Answer<T>(std::in_place, fresh...); });
    if (auto error = read(std::move(answer), &*value, Codec<T>::ops))
        value = Unexpected(*std::move(error));
    return value;
}
template <>
inline Answer<CallToolResult> value_of<CallToolResult>(Answer<CallToolResult> answer) {
    return checked(std::move(answer));
}

Answer<CallToolResult> call_tool(Client& client, std::string_view name, Given arguments,
                                 const CallOptions& options);
Operation<CallToolResult> tool_operation(Client& client, std::string_view name, Given arguments,
                                         const CallOptions& options);

template <class T>
Answer<T> call(Client& client, std::string_view name, Given arguments, const CallOptions& options) {
    return value_of<T>(call_tool(client, name, arguments, options));
}
template <class T>
Operation<T> operation(Client& client, std::string_view name, Given arguments,
                       const CallOptions& options) {
    return tool_operation(client, name, arguments, options).template then<T>(&value_of<T>);
}

Answer<GetPromptResult> prompt(Client& client, std::string_view name, Given arguments,
                               const CallOptions& options);
Operation<GetPromptResult> prompt_operation(Client& client, std::string_view name, Given arguments,
                                            const CallOptions& options);

/// Reads the resource whose address the template gives with these variables.
Answer<ReadResourceResult> read(Client& client, std::string_view uri_template, Given variables,
                                const CallOptions& options);
Operation<ReadResourceResult> read_operation(Client& client, std::string_view uri_template,
                                             Given variables, const CallOptions& options);

}  // namespace typed
}  // namespace mcp
