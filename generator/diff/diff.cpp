// `mcpgen diff`, in order: two files -> two models -> changes -> text.
#include <generator/pipeline.hpp>

#include <generator/diff/compare.hpp>
#include <generator/diff/load.hpp>
#include <generator/diff/report.hpp>

namespace mcpgen {

std::optional<std::string> diff(const std::string& old_schema, const std::string& new_schema,
                                const std::string& overrides, DiffFormat format,
                                Diagnostics& diagnostics) {
    const std::optional<Sides> sides = load_sides(old_schema, new_schema, overrides, diagnostics);
    if (!sides) return std::nullopt;
    const Difference difference{sides->older.file.revision, sides->older.file.file,
                                sides->newer.file.revision, sides->newer.file.file,
                                compare(*sides)};
    return report(difference, format);
}

}  // namespace mcpgen
