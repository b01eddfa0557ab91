// Reads the JSON Schema dialect that protocol schemas are published in: draft-07 and 2020-12.
// Strict: a keyword that this compiler does not understand is an error, because ignoring it would
// emit code that accepts or sends what the schema forbids.
#pragma once

#include <generator/schema/document.hpp>
#include <generator/schema/schema.hpp>

namespace mcpgen {

/// Fills the definitions of `out` (and what the root says of revision and extension) from
/// `document`. Reports every problem it finds; `out` holds what could be read.
void parse_json_schema(const Document& document, SchemaFile& out, Diagnostics& diagnostics);

/// One schema on its own, such as a type given in overrides.
Schema parse_schema(const Place& place, Diagnostics& diagnostics);

}  // namespace mcpgen
