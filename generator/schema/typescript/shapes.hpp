// The members of object types with everything inherited: `extends`, intersections, `Omit`, `Pick`,
// `Partial`, `Required`, `Readonly` and `Record` flattened into one list.
#pragma once

#include <generator/schema/typescript/names.hpp>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace mcpgen::typescript {

/// A member as its last declaration has it; only a description may come from an inherited one.
struct Field {
    std::string_view name;
    LineColumn at;
    bool optional = false;
    const TypeExpr* type = nullptr;
    const Doc* doc = nullptr;           ///< its own; null when it has none
    const std::string* text = nullptr;  ///< its own description, or the inherited one, or null
};

struct Shape {
    std::vector<Field> fields;                  ///< inherited ones first
    const TypeExpr* index = nullptr;            ///< the values of other members, or null
    bool own_index = false;                     ///< `index` is written in these very braces
    std::vector<const Declaration*> elsewhere;  ///< imported types that it extends
    std::unordered_map<std::string_view, std::size_t> places;  ///< in `fields`, by name
};

class Shapes {
public:
    static constexpr std::size_t max_depth = 128;

    /// `max_fields` bounds what inheritance multiplies, over all types.
    Shapes(const Names& names, std::size_t max_fields, Reporter& reporter);

    /// The members of a declared interface or alias. Problems are reported, once.
    const Shape& of(const Declaration& declaration);
    /// The members of a type expression.
    Shape of(const TypeExpr& type);

private:
    struct Known {
        Shape shape;
        bool done = false;
    };

    void extend(Shape& shape, const TypeExpr& base);
    void add_builtin(Shape& shape, const TypeExpr& name, Builtin builtin);
    void add_name(Shape& shape, const TypeExpr& name);
    void add_own(Shape& shape, const ObjectType& object);
    void add_record(Shape& shape, const TypeExpr& record);
    void add_selected(Shape& shape, const TypeExpr& selection, bool picks);
    void add_with_presence(Shape& shape, const TypeExpr& type, bool optional);
    void add_intersection(Shape& shape, const TypeExpr& type);
    void join(Shape& shape, const Shape& inherited);
    void put(Shape& shape, Field field, bool replace);
    Shape local_part(const TypeExpr& user);
    bool read_keys(const TypeExpr& type, const TypeExpr& user, std::vector<std::string_view>& out);

    const Names& names_;
    Reporter& reporter_;
    std::unordered_map<const Declaration*, std::unique_ptr<Known>> known_;
    std::size_t depth_ = 0;
    std::size_t fields_ = 0;
    std::size_t max_fields_;
};

}  // namespace mcpgen::typescript
