// Opt-in: Json to and from C++ structs that are described with Boost.Describe, for the users' own
// types (the arguments of a tool, a structured result). Protocol types have their tables and do not
// come here. What else is said of members is in <mcp/schema_notes.hpp>.
#pragma once

#include <mcp/described_types.hpp>
#include <mcp/json.hpp>
#include <mcp/result.hpp>
#include <mcp/schema_notes.hpp>

#include <utility>

namespace mcp {

/// The JSON of a value: described structs become objects with a member per data member (an empty
/// optional is left out), described enumerations their names, lists arrays, maps with string keys
/// objects, variants what they hold, bytes base64, dates and durations the text of RFC 3339. Throws
/// std::invalid_argument, with the path, for what JSON cannot say: a number that is not finite, a
/// value that is no enumerator, a date beyond the year 9999, a negative duration.
template <class T>
Json to_json(const T& value) {
    if constexpr (detail::there_is_json_for<T, nullptr>()) {
        return detail::write_described(&value, detail::Described<T>::ops);
    } else {
        return {};
    }
}

/// The value of a JSON text. What the schema of `T` (`schema_of`) refuses is an error with its
/// path. Members that the struct does not have are ignored, unless it is `closed` or has an
/// `Extras`.
template <class T>
Result<T, CodecError> from_json(JsonView json) {
    Result<T, CodecError> result(std::in_place);
    if constexpr (detail::there_is_json_for<T, nullptr>()) {
        CodecError error;
        if (!detail::read_described(json, &*result, detail::Described<T>::ops, error)) {
            result = Unexpected(std::move(error));
        }
    }
    return result;
}

}  // namespace mcp
