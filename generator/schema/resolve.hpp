// Binds references: every `$ref` must name a definition, no definition may be only a way back to
// itself, and no name is defined twice. Changes nothing.
#pragma once

#include <generator/schema/schema.hpp>

namespace mcpgen {

/// Reports dangling references, cycles of aliases and duplicate definitions. Names that `base`
/// defines (the document an extension builds on; may be null) count as defined.
void resolve(const SchemaFile& file, const SchemaFile* base, Diagnostics& diagnostics);

}  // namespace mcpgen
