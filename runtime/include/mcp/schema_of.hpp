// Opt-in: the JSON Schema (2020-12) of a C++ type that is described with Boost.Describe, for the
// arguments and the structured result of a tool. Says what `from_json` of <mcp/json_describe.hpp>
// takes: what the schema refuses is refused there. Not a validator; that is <mcp/json_schema.hpp>.
#pragma once

#include <mcp/json.hpp>
#include <mcp/json_describe.hpp>

namespace mcp {

/// The schema of a type; docs/structs.md has a table. Members come in the order of their
/// description. A type may be null in an `anyOf`, never in a list of types. A struct that contains
/// itself is referred to by `$ref`. Throws std::logic_error for annotations that contradict each
/// other, and for structs of a variant that cannot be told apart.
template <class T>
JsonObject schema_of() {
    if constexpr (detail::there_is_json_for<T, nullptr>()) {
        return detail::write_schema(&detail::Described<T>::schema, detail::DescribedStruct<T>);
    } else {
        return {};
    }
}

}  // namespace mcp
