// What a doc comment adds to a schema: its description, and keywords from tags. `@TJS-type`
// replaces the type, `@nullable` allows null as well, `@format int` only says once more that a
// number is whole.
#pragma once

#include <generator/schema/typescript/reporter.hpp>
#include <generator/schema/typescript/syntax.hpp>
#include <generator/schema/typescript/tree.hpp>

namespace mcpgen::typescript {

/// The type that a `@TJS-type` tag gives instead of the declared one, or null. A bad one is
/// reported.
const Tag* type_tag(const Doc& doc, Reporter& reporter);

/// Puts `text` (null: no description) and the tags of `doc` (null: none) into `schema`.
void annotate(Node& schema, const std::string* text, const Doc* doc, Tree& tree,
              Reporter& reporter);

}  // namespace mcpgen::typescript
