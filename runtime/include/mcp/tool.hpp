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
Args typed_arguments(JsonView arguments) {
    auto value = from_json<Args>(arguments);
    if (!value) throw BadArguments{std::move(value).error()};
    return *std::move(value);
}

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
    add_tool(std::move(declaration),
             detail::tool_handler<Args>(std::forward<F>(handler), detail::typed_arguments<Args>),
             reads_all);
}

}  // namespace mcp
