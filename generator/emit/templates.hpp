// The text that is always the same: `templates/*.in`, built into the program. A template has holes,
// `@name@`, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpgen {

using Holes = std::vector<std::pair<std::string_view, std::string>>;

/// The template `templates/<name>.in` with its holes filled. A line that is nothing but a hole
/// becomes as many lines as the text has, none for an empty one; more than one empty line in a row
/// is never left. A template or a hole that does not exist is a mistake of the program:
/// std::logic_error.
std::string fill(std::string_view name, const Holes& holes);

/// A built-in template; `embedded_templates` ends with one whose name is empty. Defined in the file
/// that embed_templates.cmake writes.
struct EmbeddedTemplate {
    std::string_view name;  ///< without `.in`
    std::string_view text;
};
extern const EmbeddedTemplate embedded_templates[];

}  // namespace mcpgen
