// See compare.hpp.
#include <generator/diff/compare.hpp>

#include <generator/diff/compare_methods.hpp>
#include <generator/diff/compare_types.hpp>

namespace mcpgen {

std::vector<Change> compare(const Sides& sides) {
    const Judge judge(sides);
    std::vector<Change> out;
    compare_methods(judge, out);
    compare_types(judge, out);
    compare_errors(sides.older.model, sides.newer.model, out);
    compare_framing(sides, judge, out);
    return out;
}

}  // namespace mcpgen
