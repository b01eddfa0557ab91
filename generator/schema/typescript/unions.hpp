// The alternatives of a union, flattened and sorted the way the published schemas have them:
//
//   A | U, with U = B | C        the alternatives of U are alternatives here
//   "a" | string                 string: a literal beside its own type says nothing
//   A | unknown                  unknown
//   order                        what the file mentions first; then literals; then plain types
#pragma once

#include <generator/schema/typescript/names.hpp>

#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mcpgen::typescript {

struct Alternatives {
    bool anything = false;
    bool has_string = false;
    bool has_number = false;
    bool has_boolean = false;
    bool has_null = false;
    bool has_undefined = false;
    bool has_true = false;  ///< the literal, when there is no `boolean`
    bool has_false = false;
    std::vector<std::string_view> strings;  ///< literals, sorted
    std::vector<std::string_view> numbers;  ///< literals, sorted as text
    std::vector<const TypeExpr*> others;    ///< in the published order

    /// How many different alternatives there are.
    std::size_t size() const;
};

class Unions {
public:
    /// `max_steps` bounds the work over all unions.
    Unions(const Names& names, std::size_t max_steps, Reporter& reporter);

    Alternatives flatten(const TypeExpr& type);

private:
    struct Flattening {
        Alternatives out;
        std::unordered_set<const Declaration*> seen;
        std::vector<const Declaration*> path;
    };

    void add(Flattening& work, const TypeExpr& type);
    void add_keyword(Flattening& work, const TypeExpr& type);
    void add_name(Flattening& work, const TypeExpr& type);
    std::uint32_t order_of(const TypeExpr& type) const;

    const Names& names_;
    Reporter& reporter_;
    std::size_t max_steps_;
    std::size_t steps_ = 0;
};

}  // namespace mcpgen::typescript
