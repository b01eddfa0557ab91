// The published definitions as the manifests of the bindings list them: every definition of every
// revision, and what represents it. Only reads; what to do with a definition is the tests'
// business.
#pragma once

#include <mcp/revision.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::testing {

struct Definition {
    std::string space;   ///< empty for the protocol, `tasks` for an extension
    std::string date;    ///< of the revision
    std::string name;    ///< in the published document of the revision
    std::string as;      ///< type, method, response, error, envelope, directions, base
    std::string target;  ///< what carries it: a type, or the wire name of a method
    Revision revision{};
};

/// All of them, in the order of the manifests. Throws std::runtime_error when a manifest cannot be
/// read.
const std::vector<Definition>& published_definitions();
/// Null when there is none.
const Definition* find_definition(std::string_view space, Revision, std::string_view name);

}  // namespace mcp::testing
