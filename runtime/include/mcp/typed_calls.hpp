// What clients that `mcpgen tools` generates are made of: values become the arguments of a call,
// and its result becomes a value. A program uses the generated functions, and of this only
// CallOptions, Answer and the operations.
#pragma once

#include <mcp/client_call.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mcp {

class Client;

/// Stands for the options of the client: typed calls without options pass these very ones.
extern const CallOptions usual_options;

namespace typed {

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
/// Where a value of the tool's type goes, or why there is none.
struct Into {
    void* value;
    const TypeOps* type;
    void* answer;
    void (*fail)(void* answer, RpcError&& error);
};
/// Reads the structured content of a result, or its text where a server sends no other.
void read(Answer<CallToolResult> answer, const Into& into);
void call_tool(Client& client, std::string_view name, Given arguments, const CallOptions& options,
               const Into& into);

Answer<CallToolResult> call_tool(Client& client, std::string_view name, Given arguments,
                                 const CallOptions& options);
Operation<CallToolResult> tool_operation(Client& client, std::string_view name, Given arguments,
                                         const CallOptions& options);

// For each tool the compiler makes what is here: as little as there can be.
template <class T>
Answer<T> fresh() {
    return detail::make_fresh<T>([](auto... none) { return Answer<T>(std::in_place, none...); });
}
template <class T>
void fail(void* answer, RpcError&& error) {
    // In place: moving an Answer<T> would be one more thing to compile.
    auto* const typed = static_cast<Answer<T>*>(answer);
    std::destroy_at(typed);
    std::construct_at(typed, unexpect, std::move(error));
}
template <class T>
Into into(Answer<T>& answer, const TypeOps& type) {
    return {&*answer, &type, &answer, &fail<T>};
}
template <class T>
Answer<T> call(Client& client, std::string_view name, Given arguments, const CallOptions& options) {
    Answer<T> answer = fresh<T>();
    call_tool(client, name, arguments, options, into(answer, Codec<T>::ops));
    return answer;
}
template <>
inline Answer<CallToolResult> call<CallToolResult>(Client& client, std::string_view name,
                                                   Given arguments, const CallOptions& options) {
    return checked(call_tool(client, name, arguments, options));
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

/// A tool's call for coroutines, as Operation is.
template <class T>
class [[nodiscard]] ToolOperation {
public:
    /// Where the type's tables are known: users include only the type.
    ToolOperation(Client& client, std::string_view name, typed::Given arguments,
                  const CallOptions& options)
        : call_(typed::tool_operation(client, name, arguments, options)) {
        if constexpr (is_typed) type_ = &Codec<T>::ops;
    }

    auto operator co_await() && { return Awaiter(std::move(*this)); }

private:
    static constexpr bool is_typed = !std::is_same_v<T, CallToolResult>;
    using Call = decltype(std::declval<Operation<CallToolResult>>().operator co_await());
    class Awaiter : public Call {
    public:
        explicit Awaiter(ToolOperation&& operation)
            : Call(std::move(operation.call_).operator co_await()), type_(operation.type_) {}
        Answer<T> await_resume() {
            if constexpr (is_typed) {
                Answer<T> answer = typed::fresh<T>();
                typed::read(Call::await_resume(), typed::into(answer, *type_));
                return answer;
            } else {
                return typed::checked(Call::await_resume());
            }
        }

    private:
        const TypeOps* type_;
    };

    Operation<CallToolResult> call_;
    const TypeOps* type_ = nullptr;
};

}  // namespace mcp
