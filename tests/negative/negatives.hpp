// Documents that must be refused, made from the rows of the codec: a good document with one thing
// wrong, and the path of that thing. Nothing here knows a type by name.
#pragma once

#include <tests/property/registry.hpp>

#include <mcp/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::testing {

enum class Fault : std::uint8_t {
    missing,   ///< a required member is not there
    kind,      ///< a value is of another JSON kind
    constant,  ///< a constant has another value
    bound,     ///< a limit is passed
    element,   ///< an element, or a value of a map, is of another JSON kind
    shape,     ///< raw JSON is not what it must look like
    unknown,   ///< a member that a closed record does not know
    revision,  ///< the revision has no such record
};
inline constexpr std::string_view fault_names[] = {
    "members missing", "wrong kinds",   "constants changed", "limits passed",
    "wrong elements",  "shapes broken", "unknown members",   "unknown records"};

struct Negative {
    Fault fault;
    std::string document;
    std::string path;  ///< of what is wrong
    bool kept =
        false;  ///< what is wrong is a tag that an open union does not know: not refused, but kept
};

/// Everything that can be wrong with a record, or with an alternative of a union, by its own rows.
std::vector<Negative> negatives_of(const TypeEntry&, Revision);
/// The same one level down: in the records and unions that the members of a record hold.
std::vector<Negative> nested_negatives_of(const TypeEntry& record, Revision);
/// Documents with null for an optional member: read as if it were absent.
std::vector<std::string> nulls_of(const TypeEntry& record, Revision);

}  // namespace mcp::testing
