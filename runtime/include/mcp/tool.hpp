// Tools whose arguments are C++ structs that are described with Boost.Describe: their JSON Schema
// and their reading follow from the struct. Includes Boost; plain servers do without.
#pragma once

#include <mcp/json_describe.hpp>
#include <mcp/schema_of.hpp>
#include <mcp/server.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace mcp {

namespace detail {

template <class T>
struct ValueOf {
    using type = T;
};
template <class T>
struct ValueOf<Async<T>> : ValueOf<T> {};
template <class T>
struct ValueOf<Answer<T>> : ValueOf<T> {};

/// The arguments of a tool are an object with names.
template <class Args>
constexpr bool are_arguments() {
    static_assert(DescribedStruct<Args>,
                  "server.tool<Args>: Args is a struct with BOOST_DESCRIBE_STRUCT beside it");
    return true;
}

template <class Args>
Args typed_arguments(const JsonObject& arguments) {
    auto value = from_json<Args>(arguments);
    if (!value) throw BadArguments{std::move(value).error()};
    return *std::move(value);
}

// See <mcp/handler.hpp>.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
template <class Args>
Async<Answer<CallToolResult>> call_typed_later(Handler<Args, CallToolResult> handler, Args args,
                                               Context& context) {
    Made<CallToolResult> made = handler(args, context);
    Async<Answer<CallToolResult>> work = std::get<1>(std::move(made));
    Answer<CallToolResult> answer = co_await std::move(work);
    co_return answer;
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace detail

template <class Args, class F>
void Server::tool(std::string name, std::string description, F&& handler) {
    Tool declaration;
    declaration.name = std::move(name);
    declaration.description = std::move(description);
    tool<Args>(std::move(declaration), std::forward<F>(handler));
}

template <class Args, class F>
void Server::tool(Tool declaration, F&& handler) {
    using Returned = detail::Returned<std::decay_t<F>, Args>;
    using Value = typename detail::ValueOf<Returned>::type;
    static_assert(detail::are_arguments<Args>());
    // Reading the struct refuses what its schema refuses; a schema that was given may refuse more.
    const bool reads_all = declaration.inputSchema.empty();
    if (reads_all) declaration.inputSchema = schema_of<Args>();
    if constexpr (!std::is_void_v<Value>) {
        // Only objects are structured results in every revision.
        if constexpr (detail::DescribedStruct<Value> || detail::TextMap<Value>) {
            if (!declaration.outputSchema) declaration.outputSchema = schema_of<Value>();
        }
    }
    detail::Handler<Args, CallToolResult> typed(std::forward<F>(handler));
    if constexpr (detail::is_async<Returned>) {
        add_tool(std::move(declaration),
                 detail::ToolHandler([typed](const JsonObject& arguments, Context& context) {
                     Args args = detail::typed_arguments<Args>(arguments);
                     return detail::call_typed_later<Args>(typed, std::move(args), context);
                 }),
                 reads_all);
    } else {
        add_tool(std::move(declaration),
                 detail::ToolHandler([typed](const JsonObject& arguments, Context& context) {
                     const Args args = detail::typed_arguments<Args>(arguments);
                     return typed(args, context);
                 }),
                 reads_all);
    }
}

}  // namespace mcp
