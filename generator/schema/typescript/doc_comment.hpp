// A doc comment (`/** … */`) -> its text and the tags that say something about values.
// Tags that only serve documentation are left out; an unknown tag is an error.
#pragma once

#include <generator/schema/typescript/reporter.hpp>
#include <generator/schema/typescript/syntax.hpp>

#include <string_view>

namespace mcpgen::typescript {

/// `comment` with its delimiters, which begins at `at`. `{@link Name | text}` becomes `text`.
Doc parse_doc_comment(std::string_view comment, LineColumn at, Reporter& reporter);

}  // namespace mcpgen::typescript
