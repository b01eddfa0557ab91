// Schema -> Model of one revision: facts only. Inline forms stay inline; passes give them names.
#pragma once

#include <generator/model/model.hpp>
#include <generator/schema/schema.hpp>

namespace mcpgen {

/// The type that one schema states, for the revisions `here`.
Type build_type(const Schema& schema, Revisions here, Diagnostics& diagnostics);

/// Every definition as an alias of its inline form, as revision number `index` of `revisions`.
Model build(const SchemaFile& file, std::vector<std::string> revisions, std::size_t index,
            Diagnostics& diagnostics);

}  // namespace mcpgen
