// Type expressions -> JSON Schema, the way the published files are made (typescript-json-schema
// with whole numbers by default). Two of its traits are on purpose: `number` is `integer` without a
// `@TJS-type number`, and objects are open. `null` in a union is kept, though the published files
// drop it.
//
//   number, string, boolean, null     {"type": …}
//   any, unknown                      {}                  never      {"not": {}}
//   object                            {"type": "object", "additionalProperties": true, …}
//   "a", 1, true, typeof CONSTANT     {"const": …, "type": …}
//   T[], Array<T>                     {"type": "array", "items": …}
//   { a: A; b?: B; [k: string]: C }   {"type": "object", "properties": …, "required": ["a"],
//                                      "additionalProperties": …}
//   Record, Omit, Pick, Partial, …    the same, for the members that result
//   A | B                             {"anyOf": …}; literals are one "enum", plain types one "type"
//   A & B                             {"allOf": …}
//   interface or import by name       {"$ref": …}
//   alias by name                     {"$ref": …} for objects, intersections, unions; else a copy
#pragma once

#include <generator/schema/typescript/names.hpp>
#include <generator/schema/typescript/shapes.hpp>
#include <generator/schema/typescript/tree.hpp>
#include <generator/schema/typescript/unions.hpp>

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mcpgen::typescript {

class Lowering {
public:
    static constexpr std::size_t max_depth = 128;

    Lowering(const Names& names, std::size_t max_nodes, Reporter& reporter);

    /// The whole document. Worth nothing when something was reported.
    Node document();

private:
    /// A definition while the others are made.
    struct Definition {
        const Declaration* declaration = nullptr;
        Node schema;
        std::vector<const Declaration*> references;
    };

    // lowering_document.cpp: the root.
    Node definitions();
    Node constants();
    Node imports();
    void follow_references(const std::vector<const Declaration*>& references);
    void define_other_name(Definition& definition);
    bool is_other_name(const Declaration& declaration) const;

    // lowering.cpp: single types.
    Node declared(const Declaration& declaration);
    Node type(const TypeExpr& type);
    Node keyword(const TypeExpr& type);
    Node literal(const TypeExpr& type);
    Node named(const TypeExpr& type);
    Node in_place(const Declaration& alias, LineColumn at);
    Node reference(const Declaration& target, LineColumn at);
    Node array_of(const TypeExpr& items, LineColumn at);
    Node all_of(const TypeExpr& type);
    Node object(const Shape& shape, LineColumn at, bool braces);
    Node field(const Field& field, bool& optional);
    Node any_of(const TypeExpr& type, bool allow_undefined);
    Node literals(const Alternatives& alternatives, LineColumn at);
    Node plain_types(const Alternatives& alternatives, LineColumn at);
    bool is_copied(const Declaration& target);

    const Names& names_;
    Reporter& reporter_;
    Tree tree_;
    Shapes shapes_;
    Unions unions_;
    std::vector<Definition> definitions_;
    std::unordered_map<const Declaration*, std::size_t> places_;  ///< in `definitions_`
    std::unordered_set<const Declaration*>
        referred_;  ///< by the definitions so far, at any distance
    std::unordered_map<const Declaration*, bool> copied_;
    std::vector<const Declaration*> copying_;  ///< aliases that are being copied, outermost first
    std::vector<const Declaration*>* references_ =
        nullptr;  ///< of the definition that is being made
    std::size_t depth_ = 0;
};

}  // namespace mcpgen::typescript
